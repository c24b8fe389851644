"""Clubs, the people in them, and who may do what. Holds no rule of any game."""

import re
from collections.abc import Iterable
from operator import attrgetter
from typing import Any, ClassVar, Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.players.faces import FaceSign, parse_face
from scorekeeper.core.clock import CreatedAt, WrittenAt
from scorekeeper.core.localization import dates
from scorekeeper.core.session_kinds import SessionKind
from scorekeeper.core.travel import Travel

STANDING = Q(revoked_at__isnull=True) & ~Q(serial="")
"""Links that can be shown again, until they are revoked."""


class SecretLink(models.Model):
    """A link whose secret is not stored, only its digest."""

    travel = Travel(stays="opens something to strangers: secret, and good here only")
    salt: ClassVar[str]
    """The salt of the derivation differs for each kind of link."""
    digest = models.CharField(max_length=64, unique=True)
    serial = models.CharField(max_length=64, blank=True)
    """Derives the secret, with the site's key, to show the link again. Empty: it can't be."""
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("clubs.Membership", models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Returns a random code for an address; it grants no access."""
    return get_random_string(10, CODE_ALPHABET)


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("%(name)s is not a valid time zone."), params={"name": name})


class User(AbstractUser):
    """An account. Players need none."""

    travel = Travel(stays="an account of this server")


class Role(models.IntegerChoices):
    """The rights of a browser; each role includes the ones before it."""

    VIEWER = 1, _("Viewer")
    SCORER = 2, _("Scorer")
    HOST = 3, _("Host")

    @property
    def is_host(self) -> bool:
        return self >= Role.HOST

    @property
    def may_score(self) -> bool:
        return self >= Role.SCORER


class Club(models.Model):
    travel = Travel(
        table="club",
        left_out=dict.fromkeys(("token", "recovery_digest"), "secret, and good here only"),
        not_in_file={
            "recovery_made_at": "of a code that is good here only",
            **dict.fromkeys(("blocked_at", "expires_at"), "decided here, for this server"),
        },
    )
    code = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(max_length=80)
    currency = models.CharField(max_length=3, default="INR")
    time_zone = models.CharField(
        max_length=64, default="Asia/Kolkata", validators=[check_time_zone]
    )
    language = models.CharField(max_length=16, blank=True)
    """Language of its pages for readers who chose none; "": each browser's own."""
    points_only = models.BooleanField(default=False, db_default=False)
    """Its hosts want no money anywhere. No row changes: sums are hidden when they are read
    (``core.localization.currencies``), so that switching back shows them as before."""
    token = models.CharField(max_length=64, unique=True, null=True)
    """Write token of the start: pressing twice starts one club."""
    recovery_digest = models.CharField(max_length=64, unique=True, null=True)
    """Digest of the recovery code, with which a host restores access; null: none exists."""
    recovery_made_at = models.DateTimeField(null=True)
    blocked_at = models.DateTimeField(null=True)
    """When the server admin blocked it; null: it is open."""
    expires_at = models.DateTimeField(null=True)
    """When it is deleted because nobody uses it; null: it stays. Opening it makes it stay."""
    created_at = CreatedAt()

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def hides_money(self) -> bool:
        """Whether no stake, amount or payment is shown, and no new one is made: its hosts decide,
        but a site for points only has no other groups."""
        return bool(settings.POINTS_ONLY) or self.points_only


ANONYMIZED: Final = r"^N\. N\. [0-9]+$"
"""The name of an anonymized player: rows and files have no other sign of it."""
ERASED_NAME: Final = "N. N."
"""``N. N. 3`` replaces the name."""


class Player(models.Model):
    travel = Travel(
        table="players",
        not_in_file={
            "keeper": "a device of this server",
            "person": "follows from the merges",
        },
        not_on_device={"created_at": "no page of a session shows it"},
        newer_columns=("left_at", "face"),
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(max_length=40)
    keeper = models.ForeignKey("Device", models.PROTECT, null=True, related_name="+")
    """The device that may see and change the player's private data (``devices.viewer``)."""
    person = models.ForeignKey("self", models.PROTECT, null=True, related_name="names")
    """The main player of a merged name, derived from the ``SamePerson`` rows by ``persons``. Null:
    this is the main one, under which everything is shown."""
    left_at = models.DateTimeField(null=True)
    """When the player left the club: past sessions stay, no seat is offered. Null: a member."""
    face = models.CharField(max_length=8, blank=True)
    """Colour and card, ``3QH`` (``clubs.players.persons``); "" for none."""
    created_at = CreatedAt()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_player_per_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_anonymized(self) -> bool:
        return re.fullmatch(ANONYMIZED, self.name) is not None

    @property
    def is_former(self) -> bool:
        """Whether no seat is offered any more."""
        return self.left_at is not None or self.is_anonymized

    @property
    def sign(self) -> FaceSign | None:
        """The player's face, to be drawn beside the name and never instead of it."""
        return parse_face(self.face)

    @property
    def person_pk(self) -> int:
        """The id of the person this name belongs to."""
        return self.person_id or self.pk


MEMBERS: Final = Q(person=None, left_at=None) & ~Q(name__regex=ANONYMIZED)
"""The players to whom seats, replies and links are offered, each under the main name."""


class ShownSessions(models.Manager["Session"]):
    """Excludes removed sessions."""

    def get_queryset(self) -> "models.QuerySet[Session]":
        return super().get_queryset().filter(removed_at__isnull=True)


class Session(models.Model):
    """A meeting of the group; has several games.

    One that was taken back is marked as removed; only ``every`` returns it.
    """

    travel = Travel(
        table="sessions",
        left_out={"asides": "counts changes of this server"},
        not_on_device=dict.fromkeys(("token", "created_at"), "no page of a session shows it"),
        newer_columns=("of_day", "consent", "kind", "removed_at", "part_of", "in_seasons"),
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="sessions")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(max_length=80, blank=True)
    played_on = models.DateField()
    of_day = models.PositiveSmallIntegerField(default=1)
    """The number of the club's session on that day, from 1."""
    version = models.PositiveIntegerField(default=1)
    """Raised by every change that a board shows; devices poll for "newer than"."""
    asides = models.PositiveIntegerField(default=0, db_default=0)
    """How many of these changes altered no result, such as entries waiting on a device."""
    token = models.CharField(max_length=64, null=True)
    created_at = CreatedAt()
    closed_at = models.DateTimeField(null=True)
    consent = models.BooleanField(default=False)
    """Players may approve or dispute their results of the last hand; a dispute keeps it open."""
    kind = models.CharField(max_length=16, blank=True, default="", db_default="")
    """The key of a ``SessionKind`` of an extension; "" for an ordinary session."""
    removed_at = models.DateTimeField(null=True)
    """When it was taken back."""
    part_of = models.ForeignKey(
        "self", models.PROTECT, null=True, related_name="parts", db_index=False
    )
    """The session within which this one is held: who may see that one may see this one. Lists have
    that one alone."""
    in_seasons = models.BooleanField(default=True, db_default=True)
    """Its results count in seasons and on players' pages."""

    objects = ShownSessions()
    every: "ClassVar[models.Manager[Session]]" = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "token"], name="one_session_per_token"),
        ]
        indexes = [models.Index(fields=["club", "-played_on", "-id"], name="session_by_date")]

    @property
    def address(self) -> str:
        """The address of its main page."""
        return reverse(self.own_page("scoreboard:session"), args=[self.code])

    @property
    def declared_kind(self) -> SessionKind | None:
        """The extension's declaration of this kind. None for an ordinary session, and where the
        extension is not installed: the session is then shown as an ordinary one."""
        return settings.EXTENSIONS.session_kinds.get(self.kind)

    def own_page(self, page: str) -> str:
        """Returns the page that stands for this one where the kind of session has its own. Pages
        are the names of their addresses."""
        declared = self.declared_kind
        return declared.pages.get(page, page) if declared else page

    @property
    def edition(self) -> int:
        """Raised by every change that a statement shows."""
        return self.version - self.asides

    def __str__(self) -> str:
        return self.name or self.day

    @property
    def day(self) -> str:
        """The date in the reader's format: ``20 Nov 2026``; without a name ``20 Nov 2026 (2)``."""
        return dates.session_day(self.played_on, self.of_day, self.name)

    @property
    def file_day(self) -> str:
        """The date for a file's name: ``2026-11-20``, ``2026-11-20-2``."""
        return f"{self.played_on:%Y-%m-%d}" + (f"-{self.of_day}" if self.of_day > 1 else "")

    @property
    def playing(self) -> Any:
        """The game being played; None between two. Reads all games of the session."""
        running = (game for game in self.games.all() if game.closed_at is None)
        return max(running, key=attrgetter("number"), default=None)


class ShareLink(SecretLink):
    """An invite link: anybody with the token joins with the role."""

    salt = "standing-link"
    club = models.ForeignKey(Club, models.PROTECT, related_name="links")
    session = models.ForeignKey("clubs.Session", models.PROTECT, null=True, related_name="links")
    """Not null: valid for this session only."""
    role = models.PositiveSmallIntegerField(choices=Role)
    on_screen = models.BooleanField(default=False)
    """The session's TV scoreboard shows it."""
    closed_at = models.DateTimeField(null=True)
    """Nobody can join with it since; members who did stay."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "role"],
                condition=STANDING & Q(session__isnull=True),
                name="one_standing_link_of_a_club",
            ),
            models.UniqueConstraint(
                fields=["session", "role"],
                condition=STANDING & Q(session__isnull=False),
                name="one_standing_link_of_a_session",
            ),
        ]


class ProofLink(SecretLink):
    """A link to a session's verification page, and to nothing else
    (``invitations.proof_links``)."""

    salt = "proof-link"
    session = models.ForeignKey("clubs.Session", models.PROTECT, related_name="proof_links")
    origin = models.CharField(max_length=200, blank=True)
    """Public address of the site when the link was last shown, ``https://score.example.org``; empty
    if no other device could reach it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=STANDING, name="one_standing_proof_of_a_session"
            ),
        ]


class Device(models.Model):
    """A browser. Its cookie carries the secret; only the digest is stored."""

    travel = Travel(
        stays="lets people in: secret, and good here only",
        on_device=True,
        not_on_device={"digest": "secret; a device makes its own"},
    )
    digest = models.CharField(max_length=64, unique=True)
    created_at = CreatedAt()


class Signature(models.Model):
    """A device's role, player and name during some time: rows written then keep this author. Never
    changed, except when a player is anonymized."""

    travel = Travel(table="signatures", named_only=True, is_newer=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="signatures")
    role = models.PositiveSmallIntegerField(choices=Role)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=40, blank=True)
    """What its holder called the phone."""

    def __str__(self) -> str:
        return self.called or str(Role(self.role).label)

    @property
    def called(self) -> str:
        """The player's name, else the device's; "" for neither."""
        return self.player.name if self.player else self.name


class Membership(models.Model):
    """One browser's membership of a club: its role and, if chosen, its player."""

    travel = Travel(
        table="members",
        named_only=True,
        left_out={
            **dict.fromkeys(("link", "user", "token"), "lets people in: good here only"),
            "recovered": "how it got access to this server",
        },
        not_in_file={
            **dict.fromkeys(("device", "session"), "access to this server"),
            "signature": "the present one; rows have that of their time",
            "last_seen_at": "of this server",
            "revoked_at": "an imported one has no access",
        },
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships")
    device = models.ForeignKey(
        Device, models.PROTECT, null=True, related_name="memberships", db_index=False
    )
    """Null: the browser has not visited since devices are recorded."""
    session = models.ForeignKey("clubs.Session", models.PROTECT, null=True, related_name="+")
    role = models.PositiveSmallIntegerField(choices=Role)
    link = models.ForeignKey(ShareLink, models.PROTECT, null=True, related_name="memberships")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=40, blank=True)
    """The device's name, as its user typed it."""
    signature = models.ForeignKey(
        Signature, models.PROTECT, null=True, related_name="+", db_index=False
    )
    """Its current signature (``signing``)."""
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="memberships")
    recovered = models.BooleanField(default=False)
    """It joined with the recovery code."""
    token = models.CharField(max_length=64, null=True)
    """Write token of the page it joined on: a double tap joins once."""
    created_at = CreatedAt()
    last_seen_at = models.DateTimeField(null=True, default=timezone.now)
    """Accurate to ten minutes; null: not since this is recorded."""
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["device", "club"], name="places_of_device")]
        constraints = [
            models.UniqueConstraint(fields=["link", "token"], name="one_membership_per_token"),
        ]

    def __str__(self) -> str:
        return self.player.name if self.player else self.name or str(Role(self.role).label)

    @property
    def is_of_club(self) -> bool:
        """Whether it covers the whole club, not one session of it."""
        return self.session_id is None

    @property
    def runs_club(self) -> bool:
        return self.role == Role.HOST and self.is_of_club


def author(membership: Membership | None, signature: Signature | None) -> str:
    """Returns the name of a row's author; "" if unknown."""
    return str(signature or membership or "")


def device_name(membership: Membership | None) -> str:
    """Returns the device's own name, else its role; "" for no device."""
    return (membership.name or str(Role(membership.role).label)) if membership else ""


class Signed(models.Model):
    """A row with its author: the device that wrote it and that device's signature (``signing``)."""

    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    signature = models.ForeignKey(
        Signature, models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        abstract = True

    @property
    def who(self) -> str:
        """The author's name; "" if unknown."""
        return author(self.by, self.signature)


class Authored(Signed):
    """A signed row with the time of its writing."""

    at = WrittenAt()

    class Meta:
        abstract = True


class SamePerson(Authored):
    """A merge: ``name`` is a name of ``person``, both of one club. Never changed or deleted; an
    unmerge is another row that undoes it. Written by ``people.services``."""

    travel = Travel(
        table="same_people",
        group_only=True,
        left_out={"devices": "memberships of this server"},
        stays_off_devices="what follows from it stands with the players",
        is_newer=True,
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="same_people")
    name = models.ForeignKey(Player, models.PROTECT, related_name="same_as")
    person = models.ForeignKey(Player, models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    devices = models.JSONField(default=list)
    """Ids of the memberships that moved from the name to the person."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=F("person")), name="same_person_of_two_names"),
            models.UniqueConstraint(fields=["club", "token"], name="one_same_person_per_token"),
        ]


class ImportRow(models.Model):
    """A row that an import writes about a player: it says nothing of them once that is undone."""

    class Meta:
        abstract = True


class Happening(Authored):
    """An entry of the group's activity log. Written by ``activity.note``; never changed or
    deleted."""

    travel = Travel(table="happenings", of="session")
    club = models.ForeignKey(Club, models.PROTECT, related_name="happenings")
    session = models.ForeignKey("clubs.Session", models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=24)
    values = models.JSONField(default=dict)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """The player of the device at that time."""
    at = CreatedAt()

    class Meta:
        indexes = [
            models.Index(fields=["club", "-id"], name="happening_of_club"),
            models.Index(fields=["session", "-id"], name="happening_of_session"),
        ]

    @property
    def who(self) -> str:
        """The player's name at that time, else the device's; "" if there was no device."""
        return str(self.player or self.signature or device_name(self.by))


def signature_id(by: Membership | None) -> int | None:
    """Returns the id for a row's ``signature``. No query."""
    return by.signature_id if by else None


def author_fields(by: Membership | None) -> dict[str, Any]:
    """Returns the author fields for a new ``Authored`` row."""
    return {"by": by, "signature_id": signature_id(by)}


def renew_signatures(memberships: Iterable[Membership]) -> None:
    """Gives these a new signature where role, player or name changed. Call in the transaction that
    changed them."""
    for membership in memberships:
        fields = {
            "role": membership.role,
            "player_id": membership.player_id,
            "name": membership.name,
        }
        current = membership.signature
        if current is None or fields != {name: getattr(current, name) for name in fields}:
            membership.signature = Signature.objects.create(club_id=membership.club_id, **fields)
            membership.save(update_fields=["signature"])
