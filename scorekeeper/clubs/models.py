"""Clubs, the people in them, and who may do what. Holds no rule of any game."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.faces import FaceSign, sign_of
from scorekeeper.serving.clock import WrittenAt
from scorekeeper.wording import currencies

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """A short name for an address; it grants nothing by itself."""
    return get_random_string(10, CODE_ALPHABET)


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("There is no time zone called %(name)s."), params={"name": name})


class User(AbstractUser):
    """An account. Nobody needs one to play; it comes later, for history on a new phone."""


class Role(models.IntegerChoices):
    """What a browser may do; each may do all that the ones before it may."""

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
    code = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(max_length=80)
    currency = models.CharField(max_length=3, default="INR")
    time_zone = models.CharField(
        max_length=64, default="Asia/Kolkata", validators=[check_time_zone]
    )
    language = models.CharField(max_length=16, blank=True)
    """Its pages are in this one for whoever chose none; "": in that of each phone."""
    token = models.CharField(max_length=64, unique=True, null=True)
    """Made on the phone that started the club: pressing start twice makes one club."""
    recovery_digest = models.CharField(max_length=64, unique=True, null=True)
    """Of the code with which a host gets back in on a new phone; null: there is none."""
    recovery_made_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class Player(models.Model):
    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(max_length=40)
    keeper = models.ForeignKey("Phone", models.PROTECT, null=True, related_name="+")
    """The phone that keeps what is this player's own (``keepers``). Null: none does so far."""
    person = models.ForeignKey("self", models.PROTECT, null=True, related_name="names")
    """Whose name this is as well, who has none himself: as the facts in force say (``SamePerson``),
    and told by ``persons``. Null: the person's own, under which everything is shown."""
    left_at = models.DateTimeField(null=True)
    """Is no more of the club since: past nights stay, and no seat is offered. Null: is of it."""
    face = models.CharField(max_length=8, blank=True)
    """A colour and a card, ``3QH`` (``clubs.faces``); "" for none."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_player_per_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def sign(self) -> FaceSign | None:
        """The face, to be drawn beside the name and never instead of it."""
        return sign_of(self.face)

    @property
    def person_pk(self) -> int:
        """The id of whom this name belongs to."""
        return self.person_id or self.pk


class ShownNights(models.Manager["Session"]):
    """Those that count."""

    def get_queryset(self) -> models.QuerySet[Session]:
        return super().get_queryset().filter(removed_at__isnull=True)


class Session(models.Model):
    """One evening; may hold several games.

    One that came in from an earlier book, and was taken back, is marked as removed, and shown
    nowhere; ``every`` has it still.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="sessions")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(max_length=80, blank=True)
    played_on = models.DateField()
    of_day = models.PositiveSmallIntegerField(default=1)
    """Which night of the club on that day it is, from 1: two of a day are told apart by it."""
    version = models.PositiveIntegerField(default=1)
    """Goes up with everything a board shows; phones ask for "newer than"."""
    asides = models.PositiveIntegerField(default=0, db_default=0)
    """How often it went up for what no statement shows, such as what waits on a phone."""
    token = models.CharField(max_length=64, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    consent = models.BooleanField(default=False)
    """Everybody may accept or contest his own line of the last hand; a contest keeps it open."""
    from_book = models.BooleanField(default=False)
    """Not played here: it came in from an earlier book (``history``), without its hands."""
    removed_at = models.DateTimeField(null=True)
    """Such a night was taken back with all that came in with it."""

    objects = ShownNights()
    every: ClassVar[models.Manager[Session]] = models.Manager()

    class Meta:
        app_label = "play"  # its table and its history stand there
        constraints = [
            models.UniqueConstraint(fields=["club", "token"], name="one_session_per_token"),
        ]
        indexes = [models.Index(fields=["club", "-played_on", "-id"], name="session_by_date")]

    @property
    def edition(self) -> int:
        """Goes up with everything a statement shows."""
        return self.version - self.asides

    def __str__(self) -> str:
        return self.name or self.day

    @property
    def day(self) -> str:
        """As the reader writes it: ``20 Nov 2026``, ``20 Nov 2026 (2)``."""
        return currencies.night(self.played_on, self.of_day)

    @property
    def file_day(self) -> str:
        """The same in the name of a file: ``2026-11-20``, ``2026-11-20-2``."""
        return f"{self.played_on:%Y-%m-%d}" + (f"-{self.of_day}" if self.of_day > 1 else "")

    @property
    def playing(self) -> Any:
        """The game being played; None between two. Reads all games of the night."""
        running = (game for game in self.games.all() if game.closed_at is None)
        return max(running, key=attrgetter("number"), default=None)


STANDING = Q(revoked_at__isnull=True) & ~Q(serial="")
"""Links that can be shown again, until they are taken back."""


class ShareLink(models.Model):
    """An invitation. Only its digest is kept; whoever has the token joins with the role."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="links")
    session = models.ForeignKey("play.Session", models.PROTECT, null=True, related_name="links")
    """Not null: good for this evening only."""
    role = models.PositiveSmallIntegerField(choices=Role)
    digest = models.CharField(max_length=64, unique=True)
    serial = models.CharField(max_length=64, blank=True)
    """Of the standing invitation: with the site's key it makes the secret again, so that it can be
    shown again. Empty: it was shown once."""
    on_screen = models.BooleanField(default=False)
    """The night's big screen shows it."""
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("Membership", models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True)
    """It lets nobody new in; who came by it stays."""
    revoked_at = models.DateTimeField(null=True)

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
                name="one_standing_link_of_a_night",
            ),
        ]


class ProofLink(models.Model):
    """Whoever has it may look at the proof of a night (``clubs.proofs``), and at nothing else."""

    session = models.ForeignKey("play.Session", models.PROTECT, related_name="proof_links")
    digest = models.CharField(max_length=64, unique=True)
    serial = models.CharField(max_length=64, blank=True)
    """With the site's key it makes the secret again. Empty: it can't be shown any more."""
    origin = models.CharField(max_length=200, blank=True)
    """How phones reached us when it was last shown, ``https://score.example.org``; empty: they
    could not."""
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey("Membership", models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session"], condition=STANDING, name="one_standing_proof_of_a_night"
            ),
        ]


class Phone(models.Model):
    """A browser. Its cookie carries the secret, of which only the digest is kept here."""

    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)


class Signature(models.Model):
    """How a phone was called for a while: what it wrote down meanwhile stays its word, whatever it
    is called later, and whoever holds it. Never changed, but where a person is forgotten."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="signatures")
    role = models.PositiveSmallIntegerField(choices=Role)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=40, blank=True)
    """What its holder called the phone."""

    def __str__(self) -> str:
        return self.called or str(Role(self.role).label)

    @property
    def called(self) -> str:
        """By name: its holder's, or else its own; "" where it had none."""
        return self.player.name if self.player else self.name


class Membership(models.Model):
    """One browser's place in a club: its role, and who holds it if he said so."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships")
    phone = models.ForeignKey(
        Phone, models.PROTECT, null=True, related_name="memberships", db_index=False
    )
    """Null: of a browser that has not come by since phones are known."""
    session = models.ForeignKey("play.Session", models.PROTECT, null=True, related_name="+")
    role = models.PositiveSmallIntegerField(choices=Role)
    link = models.ForeignKey(ShareLink, models.PROTECT, null=True, related_name="memberships")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    name = models.CharField(max_length=40, blank=True)
    """What its holder calls the phone."""
    signature = models.ForeignKey(
        Signature, models.PROTECT, null=True, related_name="+", db_index=False
    )
    """How it signs what it writes down now (``signing``)."""
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="memberships")
    recovered = models.BooleanField(default=False)
    """It came in by the recovery code."""
    token = models.CharField(max_length=64, null=True)
    """Of the page on which it came in: a double tap makes one."""
    created_at = models.DateTimeField(auto_now_add=True)
    last_seen_at = models.DateTimeField(null=True, default=timezone.now)
    """Ten minutes more or less; null: not since this is kept."""
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["phone", "club"], name="places_of_phone")]
        constraints = [
            models.UniqueConstraint(fields=["link", "token"], name="one_membership_per_token"),
        ]

    def __str__(self) -> str:
        return self.player.name if self.player else self.name or str(Role(self.role).label)


def author(by: Membership | None, signature: Signature | None) -> str:
    """By whom a row was written; "" where nobody is known."""
    return str(signature or by or "")


def phone_called(by: Membership | None) -> str:
    """A phone, whoever holds it: its own name, or what it may do; "" for none."""
    return (by.name or str(Role(by.role).label)) if by else ""


class Signed(models.Model):
    """A row that somebody writes: by which phone, and how that phone signed then (``signing``)."""

    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    signature = models.ForeignKey(
        Signature, models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        abstract = True

    @property
    def who(self) -> str:
        """Who wrote it; "" where nobody is known."""
        return author(self.by, self.signature)


class Authored(Signed):
    """And when."""

    at = WrittenAt()

    class Meta:
        abstract = True


class SamePerson(Authored):
    """A fact: ``name`` is a name of ``person``, both of one club. Never changed, never deleted; who
    finds that it is not so adds the fact that undoes it. Written by ``people.services``."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="same_people")
    name = models.ForeignKey(Player, models.PROTECT, related_name="same_as")
    person = models.ForeignKey(Player, models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")
    phones = models.JSONField(default=list)
    """The ids of the places in the club that were the name's, and are the person's since."""
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=F("person")), name="same_person_of_two_names"),
            models.UniqueConstraint(fields=["club", "token"], name="one_same_person_per_token"),
        ]


class Happening(Authored):
    """Something that was done in the club and is worth telling. Written by ``happenings.note``,
    which also says what a kind means; never changed, never deleted."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="happenings")
    session = models.ForeignKey("play.Session", models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=24)
    values = models.JSONField(default=dict)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Whose phone it was then; it may be another's by now."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["club", "-id"], name="happening_of_club"),
            models.Index(fields=["session", "-id"], name="happening_of_night"),
        ]

    @property
    def who(self) -> str:
        """The name of the phone's holder then, or else how the phone was called; "" where nobody
        did it."""
        return str(self.player or self.signature or phone_called(self.by))
