"""How the product ranks a day of the second ranking."""

from datetime import date
from fractions import Fraction
from itertools import groupby

from scorekeeper.extensions.tournaments.ranking.order import Listed, order
from scorekeeper.seasons.ranking.measures import GameFacts, Measure
from scorekeeper.seasons.ranking.method import Method, TieRule
from scorekeeper.seasons.ranking.table import Placing
from tests.extensions.tournaments import second_ranking
from tests.extensions.tournaments.second_ranking import Day


def facts(day: Day) -> list[GameFacts]:
    return [
        GameFacts(
            session=number,
            on=date(2026, 11, 20),
            game=number,
            player=person,
            net=0,
            hands=2,
            wins=score.won,
            points=score.points,
            lowest=day.lowest,
            game_points=None,
            took=False,
        )
        for number, table in enumerate(day.tables, 1)
        for person, score in table.items()
    ]


def method(day: Day) -> Method:
    return Method(
        measure=Measure.PLACES if day.by_place else Measure.POINTS,
        places=tuple(day.places),
        ties=tuple(TieRule(tie) for tie in day.ties),
    )


def ordered(day: Day) -> list[tuple[Listed, Placing]]:
    listed = [
        Listed(person, number, day.stages.get(person, 0), day.penalties.get(person, Fraction(0)))
        for number, person in enumerate(day.people, 1)
    ]
    return order(listed, facts(day), method(day))


def placed(day: Day) -> list[tuple[int | None, list[int]]]:
    rows = ordered(day)
    for person, row in rows:
        assert row.figure == second_ranking.points(day, person.player)
    by_place = groupby(rows, key=lambda pair: pair[1].place)
    return [(place, [person.player for person, _row in group]) for place, group in by_place]
