"""Statements of a session or a season: requested, drawn by a worker, stored."""

from django.db import models
from django.db.models import Q

from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.core.jobs.models import IN_WORK, Job
from scorekeeper.core.travel import Travel
from scorekeeper.seasons.models import Season


class Statement(Job):
    travel = Travel(stays="drawn anew from the rest")
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="statements")
    season = models.ForeignKey(Season, models.PROTECT, null=True, related_name="statements")
    """Exactly one of ``session`` and ``season`` is set."""
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    """Null: everyone."""
    version = models.PositiveIntegerField()
    """The session's or season's version when last requested; the statement must show at least this
    one."""
    file = models.FileField(upload_to="statements/%Y/%m/", blank=True)
    """The PDF. Its name contains ``claim``, so that a dead worker's files can be found."""
    table = models.FileField(upload_to="statements/%Y/%m/", blank=True)
    """The payments as CSV: text copied from a PDF may be damaged."""
    size = models.PositiveIntegerField(default=0)
    """Of the PDF, in bytes."""
    shows = models.PositiveIntegerField(null=True)
    """The version shown: later than requested if a hand was saved meanwhile."""
    read_at = models.DateTimeField(null=True)
    """When the session or season was read."""
    opened_at = models.DateTimeField(null=True)
    """When last downloaded, to the day; null: never."""
    locale = models.CharField(max_length=20, default="en")
    """The requester's locale for numbers and dates."""
    language = models.CharField(max_length=16, default="en")
    """The requester's language."""
    points_only = models.BooleanField(default=False, db_default=False)
    """Without money, as the last to request it reads it: the other kind is not shown to them."""
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")

    class Meta(Job.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(session__isnull=False, season__isnull=True)
                | Q(session__isnull=True, season__isnull=False),
                name="statement_of_a_session_or_a_season",
            ),
            models.UniqueConstraint(
                fields=["session", "player", "version", "language"],
                name="one_statement_per_player",
            ),
            models.UniqueConstraint(
                fields=["session", "version", "language"],
                condition=Q(player__isnull=True),
                name="one_statement_per_session",
            ),
            models.UniqueConstraint(
                fields=["session", "player", "language"],
                condition=Q(state__in=IN_WORK),
                name="one_in_work_per_player",
            ),
            models.UniqueConstraint(
                fields=["session", "language"],
                condition=Q(state__in=IN_WORK, player__isnull=True),
                name="one_in_work_per_session",
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
    def about(self) -> Session | Season:
        about = self.session or self.season
        assert about is not None
        return about
