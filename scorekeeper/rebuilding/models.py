"""The work of writing a club's summaries anew, and how far it is."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Club, Membership
from scorekeeper.jobs.models import IN_WORK, Job, JobState


class Rebuild(Job):
    """Worked off in pieces, each in one transaction with what it says here: so whoever goes on
    after a worker that died begins where that one stopped."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    nights = models.PositiveIntegerField()
    """How many there were when it was asked for."""
    last = models.BigIntegerField()
    """The last night (its id) that was there then: later ones are right from their first hand."""
    position = models.BigIntegerField(default=0)
    """The last night (its id) that is done."""
    done = models.PositiveIntegerField(default=0)
    """Nights."""
    games = models.PositiveIntegerField(default=0)
    written = models.PositiveIntegerField(default=0)
    """Games whose results were not what was to be, and are written anew."""
    strange = models.PositiveIntegerField(default=0)
    """Games left alone: what they keep is not what their payments come to (``checkledger``), or
    cannot be read."""
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    """Null: whoever runs the server."""

    class Meta(Job.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(state__in=IN_WORK),
                name="one_rebuild_in_work_per_club",
            ),
        ]

    @property
    def percent(self) -> int:
        if self.state == JobState.DONE or not self.nights:
            return 100
        return 100 * self.done // self.nights
