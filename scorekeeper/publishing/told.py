"""A season as JSON, as ``docs/season.schema.json`` says. Values in, plain data out; nothing in it
is worded, and without money no amount is there, nor a figure that is one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scorekeeper.publishing.models import SeasonLink
from scorekeeper.standings.ranking.course import SeasonFigure
from scorekeeper.standings.ranking.measures import Measure
from scorekeeper.standings.ranking.method import TieRule
from scorekeeper.standings.ranking.table import Placing
from scorekeeper.standings.selectors import Courses, Rank, SeasonTable

VERSION = 2
"""Goes up when a field means something else, or is not there any more."""
Json = Mapping[str, Any]


def season(link: SeasonLink, table: SeasonTable, courses: Courses) -> Json:
    of = link.season
    money = link.shows_money
    return {
        "version": VERSION,
        "club": {"name": link.club.name, "currency": link.club.currency if money else None},
        "season": {
            "name": of.name if of else None,
            "starts": of.starts.isoformat() if of and of.starts else None,
            "ends": of.ends.isoformat() if of and of.ends else None,
        },
        "method": table.method.dump(),
        "games": {"scope": str(table.rules.scope), "of": table.rules.scope_key or None},
        "table": [_row(rank, table, money) for rank in table.ranks],
        "course": _course(table, courses, money),
    }


def _row(rank: Rank, table: SeasonTable, money: bool) -> Json:
    placing = rank.placing
    return {
        "player": rank.player_id,
        "name": rank.name,
        "place": rank.place,
        "figure": _figure(placing.figure, table, money),
        "nights": rank.nights,
        "hands": placing.hands,
        "hands_won": placing.wins,
        "nights_won": placing.won,
        "net": rank.net if money else None,
        "best_night": rank.best if money else None,
        "needs_nights": placing.needs,
        "before_next_by": _tie(placing, money),
        "in_a_circle": placing.circle,
    }


def _tie(placing: Placing, money: bool) -> str | None:
    """What decided over the next one of the same figure."""
    decision = placing.decision
    if decision is None or (decision.tie is TieRule.MONEY and not money):
        return None
    return str(decision.tie)


def _figure(value: SeasonFigure, table: SeasonTable, money: bool) -> float | int | None:
    """Money in whole minor units, all else in hundredths at the finest."""
    if value is None or (table.method.measure is Measure.MONEY and not money):
        return None
    if table.method.measure is Measure.MONEY or value.denominator == 1:
        return round(value)
    return float(round(Fraction(value), 2))


def _course(table: SeasonTable, courses: Courses, money: bool) -> Json:
    return {
        "nights": [on.isoformat() for on in courses.nights],
        "lines": [
            {
                "player": line.player_id,
                "figures": [_figure(figure, table, money) for figure in line.figures],
            }
            for line in courses.lines
        ],
    }
