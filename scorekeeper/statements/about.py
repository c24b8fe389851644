"""What a sheet is of: a night, or a season. Both have a version that only ever goes up."""

from __future__ import annotations

from typing import TypeAlias

from django.db.models import QuerySet

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Session
from scorekeeper.standings.models import Season
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
        return season_version(about)
    return locks.hold_night(about.pk).version


def season_version(season: Season) -> int:
    """Goes up with whatever its sheets show."""
    return version_of(season)


def nights_of_season(season: Season) -> QuerySet[Session]:
    """Those that were played on its days; none of them ever leaves it."""
    return Session.objects.filter(season.days, club=season.club_id)
