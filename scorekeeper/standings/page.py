"""The rows of a season's table as its page shows them: figures and reasons in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scorekeeper.clubs.models import Club, Session
from scorekeeper.standings import words
from scorekeeper.standings.ranking.measures import Measure, merits
from scorekeeper.standings.ranking.measures import places as places_of
from scorekeeper.standings.selectors import Rank, SeasonTable


@dataclass(frozen=True, slots=True)
class RankRow:
    rank: Rank
    figure: str
    """"" where there is nothing to go by."""
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
    """In that night, where places are what counts; else ""."""
    counts: bool
    missed: bool


def rows(table: SeasonTable, currency: str) -> list[RankRow]:
    return list(_rows(table, currency))


def _rows(table: SeasonTable, currency: str) -> Iterator[RankRow]:
    above: Rank | None = None
    for rank in table.ranks:
        value = rank.placing.figure
        told = "" if value is None else words.figure(value, table.method.measure, currency)
        gap = _behind(table, above, rank, currency)
        ahead = above.name if above else ""
        yield RankRow(rank, told, gap, ahead, _why(above, rank, currency))
        above = rank


def _places(table: SeasonTable, player: int) -> Iterator[tuple[int, str]]:
    """In words, by night, of those that somebody played."""
    if table.method.measure is not Measure.PLACES:
        return
    for night in table.standings.nights:
        if player in night.parts:
            found = places_of(merits(night, table.method.night))
            sharing = list(found.values()).count(found[player])
            yield night.key, words.place(found[player], sharing)


def _behind(table: SeasonTable, above: Rank | None, rank: Rank, currency: str) -> str:
    if above is None or rank.place is None:
        return ""
    ahead, own = above.placing.figure, rank.placing.figure
    if ahead is None or own is None or ahead == own:
        return ""
    if table.method.measure is Measure.MONEY:
        return words.amount(round(ahead - own), currency)
    return words.plain(ahead - own)


def _why(above: Rank | None, rank: Rank, currency: str) -> str:
    if above is None or rank.place is None or above.placing.figure != rank.placing.figure:
        return ""
    if above.place == rank.place:
        return words.shares_place(rank.placing)
    decision = above.placing.decision
    return words.decided(decision, above.name, currency) if decision else ""


def shares(table: SeasonTable, rank: Rank, club: Club) -> list[ShareRow]:
    """The nights of somebody's figure, the newest first. One query."""
    told = rank.placing.shares
    nights = Session.objects.in_bulk([share.night for share in told])
    places = dict(_places(table, rank.player_id))
    return [
        ShareRow(
            nights[share.night].played_on,
            nights[share.night],
            words.figure(share.figure, table.method.measure, club.currency),
            places.get(share.night, ""),
            share.counts,
            share.missed,
        )
        for share in reversed(told)
    ]
