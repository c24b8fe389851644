"""Nights that are planned, who comes, the links by which somebody says so, and the letters that
tell of it. Who has a seat and who waits is kept nowhere: it follows from the replies."""

from __future__ import annotations

from datetime import datetime
from secrets import token_hex
from typing import Final
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club, Membership, Player, Session, Signed, check_time_zone
from scorekeeper.mailing.models import Sendable
from scorekeeper.presets.models import ClubPreset

LONGEST: Final = {"place": 120, "note": 400}
"""Letters of what a host words."""


def new_uid() -> str:
    return token_hex(16)


class PlannedNight(Signed):
    """An evening that is to be. Changed by its hosts until it is opened, and never deleted."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="planned")
    uid = models.CharField(max_length=32, default=new_uid)
    """By which calendars know it again. It grants nothing."""
    starts_at = models.DateTimeField()
    zone = models.CharField(max_length=64, validators=[check_time_zone])
    """Of the club when it was planned: the clock on that wall shows when it starts."""
    place = models.CharField(max_length=LONGEST["place"], blank=True)
    variant = models.CharField(max_length=32, blank=True)
    """Empty: the table decides."""
    preset = models.CharField(max_length=64, blank=True)
    """The key of a way to play it that comes with the game."""
    own = models.ForeignKey(ClubPreset, models.PROTECT, null=True, related_name="+")
    """House rules of the club; ``games`` says what became of them since."""
    seats = models.PositiveSmallIntegerField(null=True)
    """Null: as many as come."""
    note = models.CharField(max_length=LONGEST["note"], blank=True)
    version = models.PositiveIntegerField(default=1)
    """Goes up whenever a host changes it; also the SEQUENCE of calendars."""
    called_off_at = models.DateTimeField(null=True)
    session = models.OneToOneField(Session, models.PROTECT, null=True, related_name="planned")
    """The night that was opened from it."""
    origin = models.CharField(max_length=200, blank=True)
    """How phones reached us when a host last wrote here; empty: they could not."""
    token = models.CharField(max_length=64, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(default=timezone.now)
    """By a host."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "uid"], name="one_planned_night_per_uid"),
            models.UniqueConstraint(fields=["club", "token"], name="one_planned_night_per_token"),
        ]
        indexes = [
            models.Index(fields=["club", "starts_at"], name="planned_by_time"),
            models.Index(fields=["starts_at"], name="planned_soon"),
        ]

    @property
    def local(self) -> datetime:
        """On the clock of the place where it is played."""
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
    """What a player said. Never changed: the last one counts, and who comes stands in line where
    he said so."""

    planned = models.ForeignKey(PlannedNight, models.PROTECT, related_name="replies")
    player = models.ForeignKey(Player, models.PROTECT, related_name="replies")
    says = models.CharField(max_length=8, choices=Says)
    token = models.CharField(max_length=64, null=True)
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    """The phone, where it is one of the club; null: by the player's own link."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["planned", "token"], name="one_reply_per_token"),
        ]


class LinkFor(models.TextChoices):
    REPLIES = "replies"
    """A player's own page, on which he says whether he comes."""
    CALENDAR = "calendar"
    """The address of a calendar: of a player's nights, or of all."""


SHOWN_AGAIN = Q(revoked_at__isnull=True) & ~Q(serial="")


class PlanLink(models.Model):
    """Lets whoever has its secret do one thing without being in the club. Only its digest is kept,
    and a serial from which the site's key makes the secret again."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="plan_links")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="plan_links")
    """Null: the club's own calendar."""
    leads = models.CharField(max_length=8, choices=LinkFor)
    digest = models.CharField(max_length=64, unique=True)
    serial = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "leads"],
                condition=SHOWN_AGAIN & Q(player__isnull=False),
                name="one_standing_plan_link_of_a_player",
            ),
            models.UniqueConstraint(
                fields=["club", "leads"],
                condition=SHOWN_AGAIN & Q(player__isnull=True),
                name="one_standing_plan_link_of_a_club",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | Q(leads=LinkFor.CALENDAR),
                name="replies_are_of_a_player",
            ),
        ]


class Unreminded(models.Model):
    """Somebody who wants no reminders; what changes is told all the same."""

    player = models.OneToOneField(Player, models.PROTECT, related_name="unreminded")
    at = models.DateTimeField(auto_now_add=True)


class PlanLetterKind(models.TextChoices):
    ASKED = "asked"
    REMINDER = "reminder"
    SEAT = "seat"
    MOVED = "moved"
    CALLED_OFF = "off"


class PlanLetter(Sendable):
    """A letter about a planned night, to one player: there is one for each thing to be told."""

    planned = models.ForeignKey(PlannedNight, models.PROTECT, related_name="letters")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=PlanLetterKind)
    about = models.CharField(max_length=40)
    """What it tells: the time of which it reminds, the reply that got a seat, the version."""

    class Meta(Sendable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["planned", "player", "kind", "about"], name="one_plan_letter_each"
            ),
        ]
