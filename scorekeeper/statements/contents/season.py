"""Everything a season's statement shows, as plain values: drawing it needs no database.

Amounts are whole minor units. ``season_reading`` reads the rows.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field
from datetime import date

from scorekeeper.seasons.days import Year
from scorekeeper.seasons.head_to_head import TakenMatrix
from scorekeeper.seasons.page import BarsPage
from scorekeeper.seasons.selectors import Rank
from scorekeeper.statements.contents.session import Head, PersonIndex, UnbalancedError


@dataclass(frozen=True, slots=True)
class Share:
    """A player's result in a session or a game."""

    net: int
    hands: int
    """0: unknown, as for sessions from an imported spreadsheet."""
    wins: int


@dataclass(frozen=True, slots=True)
class SeasonSession:
    on: date
    day: str
    """The date in words."""
    name: str
    """"" where it has none."""
    shares: tuple[tuple[PersonIndex, Share], ...]
    """Of those who played, best first."""
    winners: tuple[PersonIndex, ...] = ()
    """By the season's method; empty where nobody was ahead."""
    places: Mapping[PersonIndex, int] = field(default_factory=dict)
    """In the session, by the season's method."""
    points: Mapping[PersonIndex, float] = field(default_factory=dict)
    """Totals of the game that was played; nobody’s where no score was kept, or where several games
    were: their points are not alike."""

    def share_for(self, person: PersonIndex) -> Share | None:
        return next((share for who, share in self.shares if who == person), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonContents(Head):
    """``people``: in order of the standings; ``day``: the season's first and last day."""

    ranks: tuple[Rank, ...]
    method: str
    """How players are ranked, in a sentence, with the games that count."""
    figure_name: str
    """Name of the ranked figure; "" where it is the net, which is shown anyway."""
    counts_money: bool
    """Whether the figure is money, net or not."""
    figures: tuple[str, ...]
    """Of each rank, in words."""
    tie_reasons: tuple[str, ...]
    """Why a player ranks above others with the same figure; "" where there is no tie."""
    sessions: tuple[SeasonSession, ...]
    """Oldest first."""
    figure_lines: tuple[tuple[float, ...], ...]
    """Of each rank, its figure after each session; money in minor units."""
    running: str
    """What these lines are, in a sentence."""
    games: tuple[tuple[str, Share], ...] = ()
    """Of that player, most played first."""
    bars: BarsPage | None = None
    """What each session brought that player."""
    taken: TakenMatrix | None = None
    """Who won how much from whom."""
    years: tuple[Year, ...] = ()
    """The days played, newest year first."""

    @property
    def moves_money(self) -> bool:
        return any(rank.moved_money for rank in self.ranks)

    @property
    def first(self) -> tuple[PersonIndex, ...]:
        """Returns everybody in first place; empty where nobody is ranked."""
        return tuple(person for person, rank in enumerate(self.ranks) if rank.place == 1)


def season_fingerprint(contents: SeasonContents) -> str:
    """Returns a fingerprint of the standings and their sessions, the same in every language and on
    every player's own statement."""
    ranks = [
        (rank.name, rank.place, *astuple(share_of(rank)), str(rank.placing.figure))
        for rank in contents.ranks
    ]
    sessions = [
        (f"{session.on}", session.name, [(who, *astuple(share)) for who, share in session.shares])
        for session in contents.sessions
    ]
    text = json.dumps([contents.club, contents.session, contents.currency, ranks, sessions])
    return hashlib.sha256(text.encode()).hexdigest()


def check_season(contents: SeasonContents) -> None:
    """Raises UnbalancedError unless the sessions add up to the standings."""
    for person, rank in enumerate(contents.ranks):
        shares = [share for session in contents.sessions if (share := session.share_for(person))]
        if _sum(shares) != share_of(rank) or len(shares) != rank.sessions:
            raise UnbalancedError(f"the sessions of {contents.people[person]} do not add up")
    if contents.player is not None:
        rank = contents.ranks[contents.player]
        if _sum(share for _game, share in contents.games) != share_of(rank):
            raise UnbalancedError(f"the games of {contents.people[contents.player]} do not add up")


def share_of(rank: Rank) -> Share:
    """Returns the total of all sessions."""
    return Share(rank.net, rank.placing.hands, rank.placing.wins)


def _sum(shares: Iterable[Share]) -> Share:
    rows = list(shares)
    return Share(*(sum(getattr(s, name) for s in rows) for name in ("net", "hands", "wins")))
