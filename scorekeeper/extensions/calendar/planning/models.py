"""Scheduled sessions, replies, reply links and e-mails. Seats and the waiting list are not stored:
they follow from the replies."""

from datetime import datetime
from secrets import token_hex
from typing import Final
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import (
    STANDING,
    Club,
    Membership,
    Player,
    SecretLink,
    Session,
    Signed,
    check_time_zone,
)
from scorekeeper.core.clock import CreatedAt
from scorekeeper.core.jobs.models import Sendable
from scorekeeper.core.travel import Travel
from scorekeeper.house_rules.models import ClubPreset

LONGEST: Final = {"place": 120, "note": 400}
"""Most characters of a host's texts."""


def new_uid() -> str:
    return token_hex(16)


class PlannedSession(Signed):
    """A scheduled session. Hosts edit it until it starts; it is never deleted."""

    travel = Travel(
        table="planned",
        group_only=True,
        left_out={"token": "of a form of this server", "origin": "an address of this server"},
        not_on_device={
            **dict.fromkeys(("by", "signature"), "no page of a session shows it"),
            "session": "only those that have not started are on it",
        },
        is_newer=True,
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="planned")
    uid = models.CharField(max_length=32, default=new_uid)
    """Identifies it in calendars; grants nothing."""
    starts_at = models.DateTimeField()
    zone = models.CharField(max_length=64, validators=[check_time_zone])
    """The club's time zone when it was scheduled; its start is a time there."""
    place = models.CharField(max_length=LONGEST["place"], blank=True)
    variant = models.CharField(max_length=32, blank=True)
    """Empty: not decided."""
    preset = models.CharField(max_length=64, blank=True)
    """The key of a preset of the game."""
    own = models.ForeignKey(ClubPreset, models.PROTECT, null=True, related_name="+")
    """Saved rules of the club; ``games`` finds their current version."""
    seats = models.PositiveSmallIntegerField(null=True)
    """Null: unlimited."""
    note = models.CharField(max_length=LONGEST["note"], blank=True)
    version = models.PositiveIntegerField(default=1)
    """Raised by each edit; also the SEQUENCE in calendars."""
    called_off_at = models.DateTimeField(null=True)
    session = models.OneToOneField(Session, models.PROTECT, null=True, related_name="planned")
    """The session started from it."""
    origin = models.CharField(max_length=200, blank=True)
    """Public address of the site when a host last saved; empty if no device could reach it."""
    token = models.CharField(max_length=64, null=True)
    created_at = CreatedAt()
    changed_at = models.DateTimeField(default=timezone.now)
    """When a host last edited it."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "uid"], name="one_planned_session_per_uid"),
            models.UniqueConstraint(fields=["club", "token"], name="one_planned_session_per_token"),
        ]
        indexes = [
            models.Index(fields=["club", "starts_at"], name="planned_by_time"),
            models.Index(fields=["starts_at"], name="planned_soon"),
        ]

    @property
    def local(self) -> datetime:
        """The start as local time."""
        return self.starts_at.astimezone(ZoneInfo(self.zone))

    @property
    def is_past(self) -> bool:
        return self.starts_at <= timezone.now()

    @property
    def takes_replies(self) -> bool:
        return not (self.called_off_at or self.session_id or self.is_past)


class Says(models.TextChoices):
    COMES = "comes", _("Going")
    PERHAPS = "perhaps", _("Maybe")
    NOT = "not", _("Can’t go")


class Reply(models.Model):
    """A player's reply. Never changed: the last one counts, and its time decides the place in
    line."""

    travel = Travel(
        table="replies",
        of="planned",
        group_only=True,
        left_out={"token": "of a form of this server"},
        not_on_device={"by": "no page of a session shows it"},
        is_newer=True,
    )
    planned = models.ForeignKey(PlannedSession, models.PROTECT, related_name="replies")
    player = models.ForeignKey(Player, models.PROTECT, related_name="replies")
    says = models.CharField(max_length=8, choices=Says)
    token = models.CharField(max_length=64, null=True)
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    """The device, if a member's; null: sent by the player's own link."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["planned", "token"], name="one_reply_per_token"),
        ]


class LinkFor(models.TextChoices):
    REPLIES = "replies"
    """A player's page with replies."""
    CALENDAR = "calendar"
    """The address of a calendar: of a player's sessions, or of all."""


class PlanLink(SecretLink):
    """Allows its holder one thing without membership."""

    salt = "plan-link"
    club = models.ForeignKey(Club, models.PROTECT, related_name="plan_links")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="plan_links")
    """Null: the club's own calendar."""
    leads = models.CharField(max_length=8, choices=LinkFor)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "leads"],
                condition=STANDING & Q(player__isnull=False),
                name="one_standing_plan_link_of_a_player",
            ),
            models.UniqueConstraint(
                fields=["club", "leads"],
                condition=STANDING & Q(player__isnull=True),
                name="one_standing_plan_link_of_a_club",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(leads=LinkFor.CALENDAR),
                name="replies_are_of_a_player",
            ),
        ]


class Unreminded(models.Model):
    """A player who wants no reminders, only e-mails about changes."""

    travel = Travel(stays="theirs alone, not the group’s")
    player = models.OneToOneField(Player, models.PROTECT, related_name="unreminded")
    at = CreatedAt()


class PlanLetterKind(models.TextChoices):
    ASKED = "asked"
    REMINDER = "reminder"
    SEAT = "seat"
    MOVED = "moved"
    CALLED_OFF = "off"


class PlanLetter(Sendable):
    """An e-mail about a scheduled session to one player, once per occasion."""

    planned = models.ForeignKey(PlannedSession, models.PROTECT, related_name="letters")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=PlanLetterKind)
    about = models.CharField(max_length=40)
    """The occasion: the time reminded of, the reply that got a seat, or the version."""

    class Meta(Sendable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["planned", "player", "kind", "about"], name="one_plan_letter_each"
            ),
        ]
