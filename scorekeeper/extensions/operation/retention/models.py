"""Notices by e-mail to players of groups that nobody uses, and which groups were deleted."""

from django.db import models

from scorekeeper.clubs.models import Player
from scorekeeper.core.jobs.models import Sendable
from scorekeeper.core.travel import Travel


class NoticeLetter(Sendable):
    """An e-mail to a player: their group is deleted at this time unless somebody opens it."""

    travel = Travel(stays="whom this server told")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()

    class Meta(Sendable.Meta):
        constraints = [
            models.UniqueConstraint(fields=["player", "expires_at"], name="one_notice_letter_each"),
        ]


class DeletedGroup(models.Model):
    """A group that was deleted. No name: its file has them, for another 30 days."""

    travel = Travel(stays="groups that are not here any more")
    code = models.CharField(max_length=16)
    rows = models.PositiveIntegerField()
    """How many were deleted, of all tables."""
    file = models.CharField(max_length=200)
    """The group file in the storage; "" once that was removed."""
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.code
