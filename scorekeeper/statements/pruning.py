"""Old sheets go, with their files: one that the night, or the season, has outgrown, or that could
not be drawn, and that nobody has taken home for ``services.KEPT``. The newest stays, and what is in
work is never touched. What is gone is drawn anew, as things stand then, when somebody asks."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.standings.models import Season
from scorekeeper.statements.about import season_version
from scorekeeper.statements.models import Progress, Statement
from scorekeeper.statements.services import KEPT, remove

TOGETHER: Final = 200
"""Sheets of one transaction."""


def prune() -> int:
    """How many went."""
    gone = 0
    for old in _outgrown():
        while count := _removed(old):
            gone += count
    return gone


def _outgrown() -> list[Q]:
    """One for the nights, and one for each season that has sheets."""
    drawn = Q(state=Progress.DONE)
    found = [Q(session__isnull=False) & (drawn & Q(shows__lt=F("session__version")))]
    for season in Season.objects.filter(statements__state=Progress.DONE).distinct():
        found.append(Q(season=season) & drawn & Q(shows__lt=season_version(season)))
    return [*found, Q(state=Progress.FAILED)]


@transaction.atomic
def _removed(old: Q) -> int:
    """Whoever asks for one of them at this moment waits, or comes first: then it is in work."""
    late = timezone.now() - KEPT
    touched = Coalesce("opened_at", "read_at", "at")
    rows: QuerySet[Statement] = Statement.objects.alias(touched=touched).filter(touched__lt=late)
    return remove(locks.hold_free(rows.filter(old)).order_by("pk")[:TOGETHER])
