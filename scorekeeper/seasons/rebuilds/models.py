"""The job of recalculating a group's results, and its progress."""

from django.db import models

from scorekeeper.clubs.models import Club, Membership
from scorekeeper.core.jobs.models import IN_WORK, Job, JobState
from scorekeeper.core.travel import Travel


class Rebuild(Job):
    """Done in batches, each in one transaction with its progress: after a worker dies, the next one
    begins where it stopped."""

    travel = Travel(stays="work of this server")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    sessions = models.PositiveIntegerField()
    """How many sessions there were at its start."""
    last = models.BigIntegerField()
    """The last session (its id) at its start: later ones are right from their first hand."""
    position = models.BigIntegerField(default=0)
    """The last session (its id) that is done."""
    done = models.PositiveIntegerField(default=0)
    """Sessions."""
    games = models.PositiveIntegerField(default=0)
    written = models.PositiveIntegerField(default=0)
    """Games whose results were wrong and are rewritten."""
    strange = models.PositiveIntegerField(default=0)
    """Games skipped: their state does not match their payments (``checkledger``), or cannot be
    read."""
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    """Null: the server admin."""

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
        if self.state == JobState.DONE or not self.sessions:
            return 100
        return 100 * self.done // self.sessions
