"""Printed sheets: asked for, drawn by a worker, kept."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.wording.field import PhraseField


class Progress(models.TextChoices):
    QUEUED = "queued", _("Waiting")
    DRAWING = "drawing", _("Drawing")
    DONE = "done", _("Ready")
    FAILED = "failed", _("Failed")


IN_WORK = (Progress.QUEUED, Progress.DRAWING)


class Statement(models.Model):
    session = models.ForeignKey(Session, models.PROTECT, related_name="statements")
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Null: the whole night."""
    version = models.PositiveIntegerField()
    """The session's version it was last asked at; it is not done before it shows that one."""
    state = models.CharField(max_length=8, choices=Progress, default=Progress.QUEUED)
    file = models.FileField(upload_to="statements/%Y/%m/", blank=True)
    """The sheet. Its name is made of ``attempt``, so that what a dead worker left can be found."""
    table = models.FileField(upload_to="statements/%Y/%m/", blank=True)
    """The same payments as CSV: text taken out of the sheet may be damaged."""
    size = models.PositiveIntegerField(default=0)
    """Of the sheet, in bytes."""
    shows = models.PositiveIntegerField(null=True)
    """The version the sheet shows: a later one than asked for, if a hand was saved meanwhile."""
    read_at = models.DateTimeField(null=True)
    """When the night was read for it."""
    locale = models.CharField(max_length=20, default="en")
    """How who asked writes numbers and dates."""
    language = models.CharField(max_length=16, default="en")
    """What it is written in: that of who asked."""
    error = PhraseField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    attempt = models.CharField(max_length=32, blank=True)
    """Whoever holds this token may write the result."""
    leased_until = models.DateTimeField(null=True)
    """Drawing: another worker may take over then. Waiting: it is sent to the workers again then."""
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player", "version", "language"],
                name="one_statement_per_player",
            ),
            models.UniqueConstraint(
                fields=["session", "version", "language"],
                condition=Q(player__isnull=True),
                name="one_statement_per_night",
            ),
            models.UniqueConstraint(
                fields=["session", "player", "language"],
                condition=Q(state__in=IN_WORK),
                name="one_in_work_per_player",
            ),
            models.UniqueConstraint(
                fields=["session", "language"],
                condition=Q(state__in=IN_WORK, player__isnull=True),
                name="one_in_work_per_night",
            ),
        ]
        indexes = [models.Index(fields=["state", "leased_until"], name="statement_to_draw")]
