"""Printed sheets, of a night or of a season: asked for, drawn by a worker, kept."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.jobs.models import IN_WORK, Job
from scorekeeper.standings.models import Season


class Statement(Job):
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="statements")
    season = models.ForeignKey(Season, models.PROTECT, null=True, related_name="statements")
    """One of the two: what the sheet is of."""
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Null: the whole night, or season."""
    version = models.PositiveIntegerField()
    """That of the session, or season, as it was last asked for; it is not done before it shows that
    one."""
    file = models.FileField(upload_to="statements/%Y/%m/", blank=True)
    """The sheet. Its name is made of ``claim``, so that what a dead worker left can be found."""
    table = models.FileField(upload_to="statements/%Y/%m/", blank=True)
    """The same payments as CSV: text taken out of the sheet may be damaged."""
    size = models.PositiveIntegerField(default=0)
    """Of the sheet, in bytes."""
    shows = models.PositiveIntegerField(null=True)
    """The version the sheet shows: a later one than asked for, if a hand was saved meanwhile."""
    read_at = models.DateTimeField(null=True)
    """When the night, or season, was read for it."""
    opened_at = models.DateTimeField(null=True)
    """When somebody last took it home, to the day; null: nobody did."""
    locale = models.CharField(max_length=20, default="en")
    """How who asked writes numbers and dates."""
    language = models.CharField(max_length=16, default="en")
    """What it is written in: that of who asked."""
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")

    class Meta(Job.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(session__isnull=False, season__isnull=True)
                | Q(session__isnull=True, season__isnull=False),
                name="statement_of_a_night_or_a_season",
            ),
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
            models.UniqueConstraint(
                fields=["season", "player", "version", "language"],
                name="one_season_statement_per_player",
            ),
            models.UniqueConstraint(
                fields=["season", "version", "language"],
                condition=Q(player__isnull=True),
                name="one_statement_per_season",
            ),
            models.UniqueConstraint(
                fields=["season", "player", "language"],
                condition=Q(state__in=IN_WORK),
                name="one_season_in_work_per_player",
            ),
            models.UniqueConstraint(
                fields=["season", "language"],
                condition=Q(state__in=IN_WORK, player__isnull=True),
                name="one_in_work_per_season",
            ),
        ]

    @property
    def club(self) -> Club:
        """Reads the night, or season, and its club."""
        about = self.session or self.season
        assert about is not None
        return about.club
