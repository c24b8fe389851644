"""A season as JSON by ``season.schema.json``. Values in, plain data out: nothing is
translated, and without money there is no amount, nor a figure that is one."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from scorekeeper.extensions.exchange.public_season.links import shows_money_now
from scorekeeper.extensions.exchange.public_season.models import SeasonLink
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.ranking.method import TieRule
from scorekeeper.seasons.ranking.table import Placing, SeasonFigure
from scorekeeper.seasons.selectors import Courses, Rank, SeasonTable

VERSION = 2
"""Increased when a field is removed or changes its meaning."""
Json = Mapping[str, Any]


def season_payload(link: SeasonLink, table: SeasonTable, courses: Courses) -> Json:
    season = link.season
    money = shows_money_now(link)
    return {
        "version": VERSION,
        "club": {"name": link.club.name, "currency": link.club.currency if money else None},
        "season": {
            "name": season.name if season else None,
            "starts": season.starts.isoformat() if season and season.starts else None,
            "ends": season.ends.isoformat() if season and season.ends else None,
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
        "sessions": rank.sessions,
        "hands": placing.hands,
        "hands_won": placing.wins,
        "sessions_won": placing.won,
        "net": rank.net if money else None,
        "best_session": rank.best if money else None,
        "needs_sessions": placing.needs,
        "before_next_by": _tie(placing, money),
        "in_a_circle": placing.circle,
    }


def _tie(placing: Placing, money: bool) -> str | None:
    """Returns the rule that decided over the next player with an equal figure."""
    decision = placing.decision
    if decision is None or (decision.tie is TieRule.MONEY and not money):
        return None
    return str(decision.tie)


def _figure(value: SeasonFigure, table: SeasonTable, money: bool) -> float | int | None:
    """Returns money in whole minor units, all else rounded to hundredths."""
    if value is None or (table.method.measure is Measure.MONEY and not money):
        return None
    if table.method.measure is Measure.MONEY or value.denominator == 1:
        return round(value)
    return float(round(Fraction(value), 2))


def _course(table: SeasonTable, courses: Courses, money: bool) -> Json:
    return {
        "sessions": [on.isoformat() for on in courses.sessions],
        "lines": [
            {
                "player": line.player_id,
                "figures": [_figure(figure, table, money) for figure in line.figures],
            }
            for line in courses.lines
        ],
    }
