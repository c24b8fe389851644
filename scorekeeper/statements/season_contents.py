"""Everything a season's sheet says, as plain values: drawing it needs no database.

Amounts are whole minor units. Nothing here reads a row (``season_reading``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date

from scorekeeper.standings.days import Year
from scorekeeper.standings.matrix import TakenMatrix
from scorekeeper.standings.page import BarsPage
from scorekeeper.standings.selectors import Rank
from scorekeeper.statements.contents import Head, PersonIndex, UnbalancedError


@dataclass(frozen=True, slots=True)
class Share:
    """What a night, or a game, brought somebody."""

    net: int
    hands: int
    """0: none is known, as of nights from an earlier book."""
    wins: int


@dataclass(frozen=True, slots=True)
class SeasonNight:
    on: date
    day: str
    """The same in words."""
    name: str
    """"" where it has none."""
    shares: tuple[tuple[PersonIndex, Share], ...]
    """Of those who played, the best first."""
    winners: tuple[PersonIndex, ...] = ()
    """Who won it, by the season's method; nobody where nobody was ahead."""

    def of(self, person: PersonIndex) -> Share | None:
        return next((share for who, share in self.shares if who == person), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonContents(Head):
    """``people``: in the order of the table; ``day``: from when to when."""

    ranks: tuple[Rank, ...]
    method: str
    """By what they are ranked, in a sentence, with the games that count."""
    counted: str
    """What the figures are called; "" where they are the net that stands there anyway."""
    counts_money: bool
    """The figures are money, be it the net or not."""
    figures: tuple[str, ...]
    """Of each rank, in words."""
    reasons: tuple[str, ...]
    """Why somebody of the same figure stands before; "" where nobody does."""
    nights: tuple[SeasonNight, ...]
    """The oldest first."""
    lines: tuple[tuple[float, ...], ...]
    """Of each rank, its figure after each night; money in minor units."""
    running: str
    """What these lines are, in a sentence."""
    games: tuple[tuple[str, Share], ...] = ()
    """Of that player, the most played first."""
    bars: BarsPage | None = None
    """What each night brought that player."""
    taken: TakenMatrix | None = None
    """Who took how much from whom."""
    years: tuple[Year, ...] = ()
    """The days that were played, the newest year first."""

    @property
    def moves_money(self) -> bool:
        return any(rank.moved_money for rank in self.ranks)

    @property
    def first(self) -> tuple[PersonIndex, ...]:
        """Whoever stands at the top; nobody where nobody has a place."""
        return tuple(person for person, rank in enumerate(self.ranks) if rank.place == 1)

    def course(self, person: PersonIndex) -> tuple[int, ...]:
        """What somebody had won or lost after each night: money, or hands won where none moved."""
        running, totals = 0, []
        for night in self.nights:
            share = night.of(person)
            if share is not None:
                running += share.net if self.moves_money else share.wins
            totals.append(running)
        return tuple(totals)


def sealed(sheet: SeasonContents) -> str:
    """A digest of the table and of the nights it came about in, in whatever language they are
    told, and the same on every player's own sheet."""
    ranks = [
        (rank.name, rank.place, *astuple(share_of(rank)), str(rank.placing.figure))
        for rank in sheet.ranks
    ]
    nights = [
        (f"{night.on}", night.name, [(who, *astuple(share)) for who, share in night.shares])
        for night in sheet.nights
    ]
    text = json.dumps([sheet.club, sheet.night, sheet.currency, ranks, nights])
    return hashlib.sha256(text.encode()).hexdigest()


def check_season(sheet: SeasonContents) -> None:
    """Raise UnbalancedError unless the nights on the sheet come to what its table says."""
    for person, rank in enumerate(sheet.ranks):
        shares = [share for night in sheet.nights if (share := night.of(person))]
        if _sum(shares) != share_of(rank) or len(shares) != rank.nights:
            raise UnbalancedError(f"the sessions of {sheet.people[person]} do not add up")
    if sheet.player is not None:
        rank = sheet.ranks[sheet.player]
        if _sum(share for _game, share in sheet.games) != share_of(rank):
            raise UnbalancedError(f"the games of {sheet.people[sheet.player]} do not add up")


def share_of(rank: Rank) -> Share:
    """All nights together."""
    return Share(rank.net, rank.placing.hands, rank.placing.wins)


def _sum(shares: Iterable[Share]) -> Share:
    told = list(shares)
    return Share(*(sum(getattr(s, name) for s in told) for name in ("net", "hands", "wins")))
