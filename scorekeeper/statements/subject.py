"""The subject of a statement: a session or a season. Both have a version that only goes up."""

from typing import TypeAlias

from django.db.models import QuerySet

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Session
from scorekeeper.core.localization import currencies
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.services import version_of
from scorekeeper.statements.models import Statement

Topic: TypeAlias = Session | Season


def visible_statements() -> QuerySet[Statement]:
    """Those the reader may see: with money, or those for points only."""
    return Statement.objects.filter(points_only=is_points_only())


def statements_of(about: Topic) -> QuerySet[Statement]:
    return visible_statements().filter(**column(about))


def is_points_only() -> bool:
    """Whether statements show the reader no money."""
    return not currencies.are_shown()


def column(about: Topic) -> dict[str, Topic]:
    """Returns the column of ``Statement`` that holds it, as a filter."""
    return {"season" if isinstance(about, Season) else "session": about}


def lock_version(about: Topic) -> int:
    """Returns its version, and locks it: until the transaction ends nobody else can request a
    statement of it."""
    if isinstance(about, Season):
        locks.hold_club(about.club)
        return version_of(about)
    return locks.hold_session(about.pk).edition
