"""Deletes old statements with their files: outdated ones, of which there is a newer one of the same
session or season, player and language, and failed ones, if nobody has downloaded them for
``services.KEEP_FOR``. The newest of a kind stays, however old, and work in progress is never
touched. A deleted one is drawn again on request."""

from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.core.jobs.models import JobState
from scorekeeper.statements.models import Statement
from scorekeeper.statements.services import KEEP_FOR, remove

TOGETHER: Final = 200
"""Statements per transaction."""
PLAYER_OR_WHOLE: Final = Coalesce("player", 0)
"""The player's id; 0: everyone."""


def prune() -> int:
    """Returns how many were deleted."""
    removed = 0
    while count := _remove_some():
        removed += count
    return removed


def _old() -> QuerySet[Statement]:
    newer = Statement.objects.alias(whose=PLAYER_OR_WHOLE).filter(
        Q(session=OuterRef("session")) | Q(season=OuterRef("season")),
        whose=OuterRef("whose"),
        language=OuterRef("language"),
        state=JobState.DONE,
        shows__gt=OuterRef("shows"),
    )
    drawn = Statement.objects.alias(
        whose=PLAYER_OR_WHOLE, touched=Coalesce("opened_at", "read_at", "at")
    ).filter(touched__lt=timezone.now() - KEEP_FOR)
    outgrown = Q(Exists(newer), state=JobState.DONE)
    return drawn.filter(outgrown | Q(state=JobState.FAILED))


@transaction.atomic
def _remove_some() -> int:
    """Deletes some. A request for one of them at this moment waits, or comes first and puts it in
    work."""
    return remove(locks.hold_free(_old()).order_by("pk")[:TOGETHER])
