"""Seasons: days, and by what their tables are ranked."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext

from scorekeeper.clubs.models import Club
from scorekeeper.core.travel import Travel


class Season(models.Model):
    travel = Travel(
        table="seasons",
        group_only=True,
        rows=Q(starts__isnull=False),
        not_in_file={"version": "counts changes of this server"},
        newer_columns=("rules",),
    )
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    """"" for all time."""
    starts = models.DateField(null=True)
    """Null: all time. A group has one such row, once a statement of it exists."""
    ends = models.DateField(null=True, blank=True)
    rules = models.JSONField(default=dict)
    """How its standings are ranked, as the hosts chose (``rules.SeasonRules``); empty: the
    defaults."""
    version = models.PositiveIntegerField(default=0)
    """Added to the versions of its sessions, so that new days or rules never repeat a version."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_season_per_name"),
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")),
                name="season_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=Q(starts__isnull=False) | Q(name="", ends__isnull=True),
                name="all_time_has_no_name_and_no_end",
            ),
        ]

    def __str__(self) -> str:
        return self.name or gettext("All time")

    @property
    def days(self) -> Q:
        """Filter for rows with ``played_on``: the season's days."""
        days = Q()
        if self.starts:
            days &= Q(played_on__gte=self.starts)
        if self.ends:
            days &= Q(played_on__lte=self.ends)
        return days
