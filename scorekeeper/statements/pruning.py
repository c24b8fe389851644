"""Old sheets go, with their files: one of which there is a newer one, of the same night or season,
the same player and in the same language, or that could not be drawn, and that nobody has taken home
for ``services.KEPT``. So the newest of a kind stays, however old, and what is in work is never
touched. What is gone is drawn anew, as things stand then, when somebody asks."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.jobs.models import JobState
from scorekeeper.statements.models import Statement
from scorekeeper.statements.services import KEPT, remove

TOGETHER: Final = 200
"""Sheets of one transaction."""
WHOLE: Final = Coalesce("player", 0)
"""Of whom: the whole night, or season, is nobody's own."""


def prune() -> int:
    """How many went."""
    gone = 0
    while count := _removed():
        gone += count
    return gone


def _old() -> QuerySet[Statement]:
    newer = Statement.objects.alias(whose=WHOLE).filter(
        Q(session=OuterRef("session")) | Q(season=OuterRef("season")),
        whose=OuterRef("whose"),
        language=OuterRef("language"),
        state=JobState.DONE,
        shows__gt=OuterRef("shows"),
    )
    drawn = Statement.objects.alias(
        whose=WHOLE, touched=Coalesce("opened_at", "read_at", "at")
    ).filter(touched__lt=timezone.now() - KEPT)
    outgrown = Q(Exists(newer), state=JobState.DONE)
    return drawn.filter(outgrown | Q(state=JobState.FAILED))


@transaction.atomic
def _removed() -> int:
    """Whoever asks for one of them at this moment waits, or comes first: then it is in work."""
    return remove(locks.hold_free(_old()).order_by("pk")[:TOGETHER])
