"""Links to public seasons."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import STANDING, Club, Membership
from scorekeeper.seasons.models import Season


class SeasonLink(models.Model):
    """Gives access to the standings of a season, and to nothing else of the group
    (``links``)."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+")
    """Null: all time."""
    digest = models.CharField(max_length=64, unique=True)
    serial = models.CharField(max_length=64, blank=True)
    """Derives the secret together with the site's key. Empty: the link can't be shown any more."""
    shows_money = models.BooleanField()
    """False: only places and counts, no amount of money."""
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season"], condition=STANDING, name="one_standing_link_of_a_season"
            ),
            models.UniqueConstraint(
                fields=["club"],
                condition=STANDING & models.Q(season__isnull=True),
                name="one_standing_link_of_all_time",
            ),
        ]
