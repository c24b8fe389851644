"""The rows of a season's table as its page shows them: figures and reasons in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Session
from scorekeeper.standings import words
from scorekeeper.standings.bars import SHOWN, BarChart, NightBar, bar_chart
from scorekeeper.standings.ranking.course import SeasonFigure
from scorekeeper.standings.ranking.measures import Measure, merits
from scorekeeper.standings.ranking.measures import places as places_of
from scorekeeper.standings.ranking.method import MatchOf, Method
from scorekeeper.standings.ranking.table import NightShare
from scorekeeper.standings.selectors import Course, Rank, SeasonTable
from scorekeeper.wording import currencies


@dataclass(frozen=True, slots=True)
class RankRow:
    rank: Rank
    figure: str
    """"" where there is nothing to go by, or it is money that is not to be shown."""
    behind: str
    """What is missing to the next one above; "" where nothing is, or nobody is above."""
    ahead: str
    """Who that is."""
    why: str
    """Why somebody of the same figure stands above, or beside."""


@dataclass(frozen=True, slots=True)
class ShareRow:
    """What one night is to somebody's figure."""

    on: date
    night: Session
    figure: str
    place: str
    """In that night, where the season goes by places; else ""."""
    counts: bool
    missed: bool


@dataclass(frozen=True, slots=True)
class LineRow:
    """Somebody's figures after each night, for the table behind the chart."""

    name: str
    cells: tuple[int | str, ...]
    """Minor units where the season counts money, else in words."""


def line_row(method: Method, line: Course, currency: str) -> LineRow:
    measure = method.measure

    def cell(figure: SeasonFigure) -> int | str:
        if figure is None:
            return "–"
        if measure is Measure.MONEY:
            return round(figure)
        return words.figure(figure, measure, currency)

    return LineRow(line.name, tuple(map(cell, line.figures)))


def rows(table: SeasonTable, currency: str, *, money: bool = True) -> list[RankRow]:
    """Without ``money`` no amount is told, only who stands before whom."""
    pairs = pairwise((None, *table.ranks))
    return [row_of(table, *pair, currency, money=money) for pair in pairs]


def row_of(
    table: SeasonTable, above: Rank | None, rank: Rank | None, currency: str, *, money: bool = True
) -> RankRow:
    """``above``: who stands one higher."""
    assert rank is not None
    shown = money or not table.method.counts_money
    value = rank.placing.figure if shown else None
    told = "" if value is None else words.figure(value, table.method.measure, currency)
    gap = _behind(table, above, rank, currency) if shown else ""
    why = _why(above, rank, currency if money else "")
    return RankRow(rank, told, gap, above.name if above else "", why)


def _places(table: SeasonTable, player: int) -> Iterator[tuple[int, str]]:
    """In words, by night, of those that somebody played; where each hand is a match, the hands that
    he won."""
    if table.method.measure not in (Measure.PLACES, Measure.RATING):
        return
    for night in table.standings.nights:
        if player in night.parts:
            if table.method.match is MatchOf.HAND:
                if night.hands[player]:
                    yield night.key, words.hands_won(night.wins[player], night.hands[player])
                continue
            found = places_of(merits(night, table.method.night))
            sharing = list(found.values()).count(found[player])
            yield night.key, words.place(found[player], sharing)


def _behind(table: SeasonTable, above: Rank | None, rank: Rank, currency: str) -> str:
    if above is None or rank.place is None:
        return ""
    ahead, own = above.placing.figure, rank.placing.figure
    if ahead is None or own is None or ahead == own:
        return ""
    return words.gap(ahead - own, table.method.measure, currency)


def _why(above: Rank | None, rank: Rank, currency: str) -> str:
    if above is None or rank.place is None or above.placing.figure != rank.placing.figure:
        return ""
    if above.place == rank.place:
        return words.shares_place(rank.placing)
    decision = above.placing.decision
    return words.decided(decision, above.name, currency) if decision else ""


def shares(table: SeasonTable, rank: Rank, club: Club, *, money: bool = True) -> list[ShareRow]:
    """The nights of somebody's figure, the newest first; without ``money`` no amount. A rating is
    told as it was after each. One query."""
    rated = (NightShare(now.night, now.sure, True) for now in rank.placing.ratings)
    measure = table.method.measure
    told = tuple(rated) if measure is Measure.RATING else rank.placing.shares
    shown = money or not table.method.counts_money
    nights = Session.objects.in_bulk([share.night for share in told])
    places = dict(_places(table, rank.player_id))
    return [
        ShareRow(
            nights[share.night].played_on,
            nights[share.night],
            words.figure(share.figure, measure, club.currency) if shown else "",
            places.get(share.night, ""),
            share.counts,
            share.missed,
        )
        for share in reversed(told)
    ]


@dataclass(frozen=True, slots=True)
class BarsPage:
    drawn: BarChart
    told: str
    """What it shows, for those who do not see it."""
    first: str
    last: str
    """The days below its ends."""
    left_out: bool
    """Some of them do not count."""
    missed: bool


def bars(table: SeasonTable, rank: Rank, currency: str) -> BarsPage | None:
    """What each of the last nights brought somebody."""
    told = rank.placing.shares[-SHOWN:]
    money = table.method.measure is Measure.MONEY
    drawn = bar_chart(
        [NightBar(float(share.figure), share.counts, share.missed) for share in told],
        currency if money else "",
    )
    if drawn is None:
        return None
    on = {night.key: night.on for night in table.standings.nights}
    counted = {"counted": words.called(table.method), "name": rank.name}
    return BarsPage(
        drawn,
        _("%(counted)s of %(name)s, a bar for each night; the list below has the same.") % counted,
        currencies.day(on[told[0].night]),
        currencies.day(on[told[-1].night]),
        not all(share.counts for share in told),
        any(share.missed for share in told),
    )
