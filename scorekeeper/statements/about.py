"""What a sheet is of: a night, or a season. Both have a version that only ever goes up."""

from __future__ import annotations

from typing import TypeAlias

from django.db.models import QuerySet

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Session
from scorekeeper.standings.models import Season
from scorekeeper.standings.services import version_of
from scorekeeper.statements.models import Statement

Topic: TypeAlias = Session | Season


def sheets_of(about: Topic) -> QuerySet[Statement]:
    return Statement.objects.filter(**column(about))


def column(about: Topic) -> dict[str, Topic]:
    """As the column of ``Statement`` that names it."""
    return {"season" if isinstance(about, Season) else "session": about}


def held_version(about: Topic) -> int:
    """Its version; until the transaction ends nobody else asks for a sheet of it."""
    if isinstance(about, Season):
        locks.hold_club(about.club)
        return version_of(about)
    return locks.hold_night(about.pk).edition
