"""Links to public seasons."""

from django.db import models

from scorekeeper.clubs.models import STANDING, Club, SecretLink
from scorekeeper.seasons.models import Season


class SeasonLink(SecretLink):
    """Gives access to the standings of a season, and to nothing else of the group
    (``links``)."""

    salt = "season-link"
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+")
    """Null: all time."""
    shows_money = models.BooleanField()
    """False: only places and counts, no amount of money."""

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
