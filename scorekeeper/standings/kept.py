"""A season's table, worked out once for as long as its nights stay as they are, and what a player's
page needs of them.

What a night shows cannot change without its version (``clubs.locks``): what is kept is asked for
under the versions it rests on, which costs two queries. Whoever wants all nights of a table asks
``selectors.ranked``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.db.models import Count, Max, Q, QuerySet, Sum

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.serving.kept import kept
from scorekeeper.standings.models import Season
from scorekeeper.standings.rules import SeasonRules
from scorekeeper.standings.selectors import Courses, SeasonTable, ranked, season_lines

LINES: Final = 24
"""Of a chart, and of the table behind it: whoever stands lower is told by his own page."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeptTable:
    """``name``: everything it rests on; ``table``: without its nights; ``courses``: its lines."""

    name: str
    table: SeasonTable
    courses: Courses


def state(club: Club, season: Season | None) -> dict[str, Any]:
    """Changes with every night of it, and with a face. Two queries."""
    faces = Player.objects.filter(club=club).exclude(face="").order_by("pk")
    nights = Session.objects.filter(season.days if season else Q(), club=club)
    return {**_versions(nights), "faces": tuple(faces.values_list("pk", "face"))}


def _versions(nights: QuerySet[Session]) -> dict[str, Any]:
    return nights.aggregate(versions=Sum("version"), last=Max("pk"), many=Count("pk"))


def kept_table(
    club: Club, season: Season | None, rules: SeasonRules, cache: str = "large"
) -> KeptTable:
    """To know that it stands costs two queries."""
    days = (season.pk, str(season.starts), str(season.ends)) if season else ()
    name = repr((club.code, days, rules.dump(), rules.usual, state(club, season)))

    def read() -> KeptTable:
        found = ranked(club, season, rules)
        return KeptTable(name, found.without_nights, season_lines(found, lines=LINES))

    return kept(read, "season", name, cache=cache)


def of_player(what: str, player: Player, read: Callable[[], T]) -> T:
    """``what``: what is read. Two queries where it is kept: names that are one person's, and what
    people are called, change without a night."""
    people = Player.objects.filter(club=player.club_id).order_by("pk")
    called = list(people.values_list("pk", "person_id", "name", "left_at"))
    nights = _versions(Session.objects.filter(club=player.club_id))
    return kept(read, "player", what, player.pk, nights, called)
