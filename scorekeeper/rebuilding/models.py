"""The work of writing a club's summaries anew, and how far it is."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Club, Membership


class Rebuild(models.Model):
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
    claim = models.CharField(max_length=32, blank=True)
    """Of the worker who is at it."""
    leased_until = models.DateTimeField(null=True)
    """After that the workers are told again, and another may go on."""
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often somebody claimed it since a piece was done."""
    broken = models.BooleanField(default=False)
    """It ended before its last night, for nobody got any further; the log says why."""
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    """Null: whoever runs the server."""
    asked_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=models.Q(finished_at__isnull=True),
                name="one_rebuild_in_work_per_club",
            ),
        ]

    @property
    def percent(self) -> int:
        if self.broken and self.nights:
            return 100 * self.done // self.nights
        return 100 if self.finished_at or not self.nights else 100 * self.done // self.nights
