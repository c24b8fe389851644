"""A season's table, cached as long as its sessions stay as they are, and what a player's page
needs.

A session shows nothing new without a new version (``clubs.locks``): the cache key contains these
versions, which takes two queries. Callers that need all sessions of a table use
``selectors.ranked``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.db.models import Count, Max, Q, QuerySet, Sum

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.selectors import Courses, SeasonTable, ranked, season_lines

LINES: Final = 24
"""Of a chart and the table behind it; everyone else has their own page."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CachedTable:
    """``name``: everything it depends on; ``table``: without its sessions; ``courses``: its
    lines."""

    name: str
    table: SeasonTable
    courses: Courses


def state(club: Club, season: Season | None) -> dict[str, Any]:
    """Returns what changes with every session and avatar. Two queries."""
    faces = Player.objects.filter(club=club).exclude(face="").order_by("pk")
    sessions = Session.objects.filter(season.days if season else Q(), club=club)
    return {**_versions(sessions), "faces": tuple(faces.values_list("pk", "face"))}


def _versions(sessions: QuerySet[Session]) -> dict[str, Any]:
    return sessions.aggregate(versions=Sum("version"), last=Max("pk"), many=Count("pk"))


def cached_table(
    club: Club, season: Season | None, rules: SeasonRules, cache: str = "tables"
) -> CachedTable:
    """Returns the table; two queries where it is cached."""
    days = (season.pk, str(season.starts), str(season.ends)) if season else ()
    name = repr(
        (club.code, days, rules.dump(), rules.usual, currencies.are_shown(), state(club, season))
    )

    def read() -> CachedTable:
        table = ranked(club, season, rules)
        return CachedTable(name, table.without_sessions, season_lines(table, lines=LINES))

    return get_or_make(read, "season", name, cache=cache)


def cached_for_player(kind: str, player: Player, read: Callable[[], T]) -> T:
    """Returns ``read()``, cached. ``kind``: what is read. Two queries where it is cached: players
    are merged and renamed without a session changing."""
    people = Player.objects.filter(club=player.club_id).order_by("pk")
    names = list(people.values_list("pk", "person_id", "name", "left_at"))
    sessions = _versions(Session.objects.filter(club=player.club_id))
    parts = (player.pk, currencies.are_shown(), sessions, names)
    return get_or_make(read, "player", kind, *parts, cache="tables")
