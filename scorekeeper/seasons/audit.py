"""Checks the standings against the results: every figure, by every method, also as this process
caches them, and as they are continued with later sessions. Reads only.

The caller computes the results from the hands; nothing here knows a hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import product

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.ledger.models import GameResult
from scorekeeper.ledger.results import Difference
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import GameFacts, Measure, sessions_of
from scorekeeper.seasons.ranking.method import MatchOf, Method, Missed, Over, normalized
from scorekeeper.seasons.ranking.table import Placing, rank_players
from scorekeeper.seasons.rules import SeasonRules, SeasonScope, limited_to
from scorekeeper.seasons.selectors import FACTS, game_facts, ranked, rules_of

PEOPLE = ("pk", "person_id")
MANY = (1, 3)
"""Numbers of sessions that count, or do not."""


# Seasons -------------------------------------------------------------------------------------


def all_methods() -> tuple[Method, ...]:
    """Every measure combined in every way."""
    combinations = (
        normalized(Method(measure, over, many, missed=missed, match=match))
        for measure, over, many, missed, match in product(Measure, Over, MANY, Missed, MatchOf)
    )
    return tuple(dict.fromkeys(combinations))


def rules_to_check(season: Season | None, results: Sequence[GameResult]) -> Iterator[SeasonRules]:
    """Yields the rules to check a season by: its own, those of each game alone, and every
    method."""
    own = rules_of(season)
    yield own
    for game in sorted({row.variant for row in results}):
        yield limited_to(game, own)
    for method in all_methods():
        yield SeasonRules(method, usual=False)


def figure_differences(
    club: Club, season: Season | None, rules: SeasonRules, results: Sequence[GameResult]
) -> Iterator[Difference]:
    """Yields what the standings of a season (None: all time) show that differs from these
    results."""
    people = dict(Player.objects.filter(club=club, person__isnull=False).values_list(*PEOPLE))
    outside = set(Session.every.filter(club=club, in_seasons=False).values_list("pk", flat=True))
    counted = [
        row for row in results if row.session_id not in outside and _counts(row, season, rules)
    ]
    sessions = sessions_of(_facts(row, people) for row in counted)
    method = rules.method_for(sessions)
    expected = rank_players(sessions, method).rows
    where = f"group {club.code}, {_season_name(season)}, {_described(rules, method)}"
    yield from _table_differences(ranked(club, season, rules).ranking.rows, expected, where)


def _table_differences(
    actual: Sequence[Placing], expected: Sequence[Placing], where: str
) -> Iterator[Difference]:
    before, after = ({row.player: row for row in rows} for rows in (actual, expected))
    names = dict(Player.objects.filter(pk__in={*before, *after}).values_list("pk", "name"))
    for player, name in names.items():
        row, right = before.get(player), after.get(player)
        if row is None or right is None:
            presence = ["there" if line else "not there" for line in (row, right)]
            yield Difference(where, name, "the line", *presence)
        else:
            yield from _placing_differences(row, right, where, name)


def _placing_differences(
    actual: Placing, expected: Placing, where: str, name: str
) -> Iterator[Difference]:
    for column in ("figure", *(field.name for field in fields(Placing))):
        before, after = getattr(actual, column), getattr(expected, column)
        if before != after:
            yield Difference(where, name, column, before, after)


def _facts(row: GameResult, people: Mapping[int, int]) -> GameFacts:
    values = [getattr(row, name) for name in FACTS]
    return game_facts(values, people.get(row.player_id, row.player_id))


def _counts(row: GameResult, season: Season | None, rules: SeasonRules) -> bool:
    if season and season.starts and row.played_on < season.starts:
        return False
    if season and season.ends and row.played_on > season.ends:
        return False
    return rules.counts(row.variant, row.preset)


def _season_name(season: Season | None) -> str:
    return f"season {season.name!r}" if season and season.name else "all time"


def _described(rules: SeasonRules, method: Method) -> str:
    clauses = [f"{method.measure} by {method.over}"]
    if method.many:
        clauses.append(f"of {method.many}")
    if method.missed is not Missed.NOTHING:
        clauses.append(f"sessions missed as {method.missed}")
    if method.match is MatchOf.HAND:
        clauses.append("each hand a match")
    if rules.scope is not SeasonScope.ALL:
        clauses.append(f"{rules.scope} {rules.scope_key}")
    if rules.game:
        clauses.append(f"game {rules.game}")
    return ", ".join(clauses)
