"""Standings by a method, with what made up each figure and what broke each tie."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scorekeeper.seasons.ranking.facts import Figures, SessionFacts
from scorekeeper.seasons.ranking.measures import (
    Measure,
    figures,
    hands_of,
    place_values,
    plain_number,
    winners,
)
from scorekeeper.seasons.ranking.method import Method, Missed, Over
from scorekeeper.seasons.ranking.rating import Rating, matches, rating_histories
from scorekeeper.seasons.ranking.ties import Decision, Ordered, separate


class SessionShare(NamedTuple):
    """The part of a player's figure that one session adds."""

    session: int
    figure: Fraction
    counts: bool
    """False: one of the worst that do not count, or not among the best that do."""
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Placing:
    player: int
    place: int | None
    """Equal results share a place. None: too few sessions, or no figure."""
    figure: Fraction | None
    """None: no session has what the method counts."""
    shares: tuple[SessionShare, ...]
    """By session, oldest first; empty for a rating."""
    sessions: int
    hands: int
    wins: int
    net: int
    best: int
    """The net of the best session."""
    won: int
    """Sessions won."""
    needs: int
    """Sessions still needed to be ranked."""
    ratings: tuple[Rating, ...] = ()
    """After each session with a match of theirs; empty where the method is no rating."""
    decision: Decision | None = None
    """Why the next players with an equal figure are below this one and those who share the
    place."""
    circle: bool = False
    """Shares the place because they beat one another in a circle."""

    @property
    def rating(self) -> Rating | None:
        return self.ratings[-1] if self.ratings else None


@dataclass(frozen=True, slots=True)
class Ranking:
    method: Method
    sessions: tuple[SessionFacts, ...]
    rows: tuple[Placing, ...]
    """By place, then those without one."""

    @property
    def has_no_figures(self) -> bool:
        """Whether there were sessions, and none had what the method counts."""
        return bool(self.rows) and all(row.figure is None for row in self.rows)


def rank_players(sessions: Sequence[SessionFacts], method: Method) -> Ranking:
    """Ranks everyone who played in these sessions (oldest first) by this method."""
    rows = RowBuilder(sessions, method).rows()
    return Ranking(
        method, tuple(sessions), ordered_rows(rows, lambda tied: separate(tied, sessions, method))
    )


def ordered_rows(
    rows: Sequence[Placing], separated: Callable[[Sequence[int]], Ordered]
) -> tuple[Placing, ...]:
    """Sorts by place, then those without one. ``separated`` breaks ties."""
    placed = [row for row in rows if row.figure is not None and not row.needs]
    rest = [row for row in rows if row.figure is None or row.needs]
    rest.sort(key=lambda row: (row.figure is None, -(row.figure or 0), -row.sessions, row.player))
    return (*_placed(placed, separated), *rest)


def _placed(
    rows: Sequence[Placing], separated: Callable[[Sequence[int]], Ordered]
) -> Iterator[Placing]:
    place = 1
    by_figure = sorted(rows, key=lambda row: -_figure(row))
    for _same, run in groupby(by_figure, key=_figure):
        equal = {row.player: row for row in run}
        ordered = separated(sorted(equal))
        decisions = [*ordered.decisions, None]
        for group, decision in zip(ordered.groups, decisions, strict=True):
            for player in group:
                circle = group in ordered.circles
                yield replace(equal[player], place=place, decision=decision, circle=circle)
            place += len(group)


def _figure(row: Placing) -> Fraction:
    assert row.figure is not None
    return row.figure


class RowBuilder:
    """Computes each player's figure, and what made it up."""

    def __init__(self, sessions: Sequence[SessionFacts], method: Method) -> None:
        self.sessions, self.method = sessions, method
        self.attended: dict[int, list[SessionFacts]] = {}
        for session in sessions:
            for player in session.parts:
                self.attended.setdefault(player, []).append(session)
        self.won = Counter(
            player for session in sessions for player in winners(session, method.session)
        )
        self.ratings: Mapping[int, list[Rating]] = {}
        self.by_session = {session.key: self.figures(session) for session in sessions}
        if method.measure is Measure.RATING:
            self.ratings = rating_histories(
                (session.key, matches(session, method)) for session in sessions
            )

    def rows(self) -> list[Placing]:
        return [self.row(player) for player in sorted(self.attended)]

    def figures(self, session: SessionFacts) -> Figures:
        """Returns the session's value for its players; empty for a rating, which has no single
        sessions."""
        if self.method.measure is Measure.RATING:
            return {}
        if session.is_without_games and self.method.over is Over.HAND:
            return {}  # the number of hands is unknown
        if self.method.measure is Measure.PLACES:
            return place_values(session, self.method.session, self.method.places)
        return figures(self.method.measure, session)

    def row(self, player: int) -> Placing:
        sessions = self.attended[player]
        ratings = tuple(self.ratings.get(player, ()))
        shares = self._shares(player)
        return Placing(
            player,
            None,
            ratings[-1].sure if ratings else self._figure(player, shares),
            shares,
            len(sessions),
            sum(session.hands[player] for session in sessions),
            sum(session.wins[player] for session in sessions),
            sum(session.nets[player] for session in sessions),
            max(session.nets[player] for session in sessions),
            self.won[player],
            max(0, self.method.least - len(sessions)),
            ratings,
        )

    def _shares(self, player: int) -> tuple[SessionShare, ...]:
        with_figures = [
            figures
            for session in self.attended[player]
            if player in (figures := self._figures_of(session))
        ]
        if not with_figures:
            return ()
        own = [figures[player] for figures in with_figures]
        sessions = (
            self.sessions if self.method.missed is not Missed.NOTHING else self.attended[player]
        )
        shares = [
            SessionShare(session.key, figures[player], True)
            if player in figures
            else SessionShare(session.key, self._missing(own, figures), True, missed=True)
            for session in sessions
            if (figures := self._figures_of(session))
            and (player in figures or player not in session.parts)
        ]
        return self._counting(shares)

    def _figures_of(self, session: SessionFacts) -> Figures:
        return self.by_session[session.key]

    def _missing(self, own: Sequence[Fraction], session: Figures) -> Fraction:
        if self.method.missed is Missed.AVERAGE:
            return sum(own, Fraction(0)) / len(own)
        if self.method.measure is Measure.PLACES:
            worth = self.method.places[len(session) : len(session) + 1]
            return Fraction(worth[0]) if worth else Fraction(0)
        return min(session.values())

    def _counting(self, shares: Sequence[SessionShare]) -> tuple[SessionShare, ...]:
        match self.method.over:
            case Over.BEST:
                many = self.method.many
            case Over.DROP:  # a single session is never dropped
                many = max(1, len(shares) - self.method.many)
            case _:
                return tuple(shares)
        best = sorted(range(len(shares)), key=lambda place: (-shares[place].figure, place))
        counting = set(best[:many])
        return tuple(
            SessionShare(share.session, share.figure, place in counting, share.missed)
            for place, share in enumerate(shares)
        )

    def _figure(self, player: int, shares: Sequence[SessionShare]) -> Fraction | None:
        counting = [share for share in shares if share.counts]
        if not counting:
            return None
        total = Fraction(sum(plain_number(share.figure) for share in counting))
        match self.method.over:
            case Over.SESSION:
                return total / len(counting)
            case Over.HAND:
                counted = {share.session for share in counting}
                sessions = (session for session in self.attended[player] if session.key in counted)
                hands = sum(hands_of(self.method.measure, session, player) for session in sessions)
                return total / hands if hands else None
            case _:
                return total
