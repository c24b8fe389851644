"""Whether the standings are what these results give: every figure, by every method; also as this
process keeps them, and as they follow nights that come later. Reads only.

The results are told by who worked them out from the hands; nothing here knows a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product

from scorekeeper.clubs.models import Club, Player
from scorekeeper.engine.facts import Fact
from scorekeeper.standings.models import BookLine, GameResult, Season
from scorekeeper.standings.ranking.facts import GameFacts, nights_of
from scorekeeper.standings.ranking.measures import Measure
from scorekeeper.standings.ranking.method import MatchOf, Method, Missed, Over, sound
from scorekeeper.standings.ranking.table import Placing, stand
from scorekeeper.standings.rules import SeasonRules, SeasonScope, only
from scorekeeper.standings.selectors import FACTS, facts, ranked, rules_of
from scorekeeper.standings.services import by_book

COLUMNS = (
    *("club_id", "session_id", "variant", "preset", "played_on", "net", "hands", "wins"),
    *("points", "lowest", "game_points", "took", "feats", "counts", "outcomes"),
    *Fact,
)
"""What a row says of its game and player."""
PEOPLE = ("pk", "person_id")
MANY = (1, 3)
"""Nights that count, or do not."""


@dataclass(frozen=True, slots=True)
class Difference:
    """``where``: which table, or which game."""

    where: str
    player: str
    what: str
    found: object
    right: object

    def __str__(self) -> str:
        return f"{self.where}: {self.what} of {self.player} is {self.found}, right is {self.right}"


# Games ---------------------------------------------------------------------------------------


def wrong_rows(
    found: Iterable[GameResult], right: Iterable[GameResult], where: str
) -> Iterator[Difference]:
    """Of one game: each column that is not as it should be."""
    kept = {row.player_id: row for row in found}
    for row in right:
        there = kept.pop(row.player_id, None)
        if there is None:
            yield Difference(where, _name(row), "the result", "not there", "there")
            continue
        for column in COLUMNS:
            said, told = getattr(there, column), getattr(row, column)
            if said != told:
                yield Difference(where, _name(row), column, repr(said), repr(told))
    for row in kept.values():
        yield Difference(where, _name(row), "the result", "there", "not there")


def check_books(club: Club) -> tuple[list[GameResult], list[Difference]]:
    """What earlier books brought, worked out from their lines; and what is kept otherwise."""
    lines = BookLine.objects.filter(session__club=club, session__removed_at=None)
    right = by_book(lines.select_related("session").order_by("session", "player"))
    found = GameResult.objects.filter(club=club, game=None).order_by("session", "player")
    of_night: dict[int, tuple[list[GameResult], list[GameResult]]] = {}
    for rows, side in ((list(found), 0), (right, 1)):
        for row in rows:
            of_night.setdefault(row.session_id, ([], []))[side].append(row)
    wrong: list[Difference] = []
    for night, (kept, told) in sorted(of_night.items()):
        where = f"club {club.code}, night {night} from an earlier book"
        wrong += wrong_rows(kept, told, where)
        if off := sum(row.net for row in told):
            wrong.append(Difference(where, "everybody", "the sum", off, 0))
    return right, wrong


def _name(row: GameResult) -> str:
    return Player.objects.get(pk=row.player_id).name


# Seasons -------------------------------------------------------------------------------------


def methods() -> tuple[Method, ...]:
    """Every measure, put together in every way."""
    told = (
        sound(Method(measure, over, many, missed=missed, match=match))
        for measure, over, many, missed, match in product(Measure, Over, MANY, Missed, MatchOf)
    )
    return tuple(dict.fromkeys(told))


def tables(season: Season | None, right: Sequence[GameResult]) -> Iterator[SeasonRules]:
    """By which a season is reckoned here: its own rules, those of each game alone, and every
    method."""
    own = rules_of(season)
    yield own
    for game in sorted({row.variant for row in right}):
        yield only(game, own)
    for method in methods():
        yield SeasonRules(method, usual=False)


def wrong_figures(
    club: Club, season: Season | None, rules: SeasonRules, right: Sequence[GameResult]
) -> Iterator[Difference]:
    """What the table of a season (None: of all time) shows otherwise than these results give."""
    people = dict(Player.objects.filter(club=club, person__isnull=False).values_list(*PEOPLE))
    nights = nights_of(_facts(row, people) for row in right if _counts(row, season, rules))
    method = rules.method_for(nights)
    should = stand(nights, method).rows
    where = f"club {club.code}, {_called(season)}, {_told(rules, method)}"
    yield from _wrong_rows(ranked(club, season, rules).standings.rows, should, where)


def _wrong_rows(
    found: Sequence[Placing], right: Sequence[Placing], where: str
) -> Iterator[Difference]:
    should, seen = ({row.player: row for row in rows} for rows in (right, found))
    names = dict(Player.objects.filter(pk__in={*should, *seen}).values_list("pk", "name"))
    for player, name in names.items():
        said, told = seen.get(player), should.get(player)
        if said is None or told is None:
            there = ["there" if row else "not there" for row in (said, told)]
            yield Difference(where, name, "the line", *there)
        else:
            yield from _wrong(said, told, where, name)


def _wrong(found: Placing, right: Placing, where: str, name: str) -> Iterator[Difference]:
    for column in ("figure", *(field.name for field in fields(Placing))):
        said, told = getattr(found, column), getattr(right, column)
        if said != told:
            yield Difference(where, name, column, said, told)


def _facts(row: GameResult, people: Mapping[int, int]) -> GameFacts:
    values = [getattr(row, name) for name in FACTS]
    return facts(values, people.get(row.player_id, row.player_id))


def _counts(row: GameResult, season: Season | None, rules: SeasonRules) -> bool:
    if season and season.starts and row.played_on < season.starts:
        return False
    if season and season.ends and row.played_on > season.ends:
        return False
    return rules.counts(row.variant, row.preset)


def _called(season: Season | None) -> str:
    return f"season {season.name!r}" if season and season.name else "all time"


def _told(rules: SeasonRules, method: Method) -> str:
    told = [f"{method.measure} by {method.over}"]
    if method.many:
        told.append(f"of {method.many}")
    if method.missed is not Missed.NOTHING:
        told.append(f"nights missed as {method.missed}")
    if method.match is MatchOf.HAND:
        told.append("each hand a match")
    if rules.scope is not SeasonScope.ALL:
        told.append(f"{rules.scope} {rules.of}")
    if rules.game:
        told.append(f"game {rules.game}")
    return ", ".join(told)
