"""Standings by a method, with what made up each figure and what broke each tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scorekeeper.seasons.ranking.facts import Figures, NightFacts
from scorekeeper.seasons.ranking.measures import Measure, figures, hands_of, place_values, winners
from scorekeeper.seasons.ranking.method import Method, Missed, Over
from scorekeeper.seasons.ranking.rating import Rating, matches, rating_histories
from scorekeeper.seasons.ranking.ties import Decision, Ordered, separate


class NightShare(NamedTuple):
    """What one session adds to a player's figure."""

    night: int
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
    shares: tuple[NightShare, ...]
    """By session, oldest first; empty for a rating."""
    nights: int
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
class Standings:
    method: Method
    nights: tuple[NightFacts, ...]
    rows: tuple[Placing, ...]
    """By place, then those without one."""

    @property
    def has_no_figures(self) -> bool:
        """Whether there were sessions, and none had what the method counts."""
        return bool(self.rows) and all(row.figure is None for row in self.rows)


def rank_players(nights: Sequence[NightFacts], method: Method) -> Standings:
    """Ranks everyone who played in these sessions (oldest first) by this method."""
    rows = RowBuilder(nights, method).rows()
    return Standings(
        method, tuple(nights), ordered_rows(rows, lambda tied: separate(tied, nights, method))
    )


def ordered_rows(
    rows: Sequence[Placing], separated: Callable[[Sequence[int]], Ordered]
) -> tuple[Placing, ...]:
    """Sorts by place, then those without one. ``separated`` breaks ties."""
    placed = [row for row in rows if row.figure is not None and not row.needs]
    rest = [row for row in rows if row.figure is None or row.needs]
    rest.sort(key=lambda row: (row.figure is None, -(row.figure or 0), -row.nights, row.player))
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

    def __init__(self, nights: Sequence[NightFacts], method: Method) -> None:
        self.nights, self.method = nights, method
        self.attended: dict[int, list[NightFacts]] = {}
        for night in nights:
            for player in night.parts:
                self.attended.setdefault(player, []).append(night)
        self.won = Counter(player for night in nights for player in winners(night, method.night))
        self.ratings: Mapping[int, list[Rating]] = {}
        self.by_night = {night.key: self.figures(night) for night in nights}
        if method.measure is Measure.RATING:
            self.ratings = rating_histories((night.key, matches(night, method)) for night in nights)

    def rows(self) -> list[Placing]:
        return [self.row(player) for player in sorted(self.attended)]

    def figures(self, night: NightFacts) -> Figures:
        """Returns the session's value for its players; empty for a rating, which has no single
        sessions."""
        if self.method.measure is Measure.RATING:
            return {}
        if night.by_book and self.method.over is Over.HAND:
            return {}  # the number of hands is unknown
        if self.method.measure is Measure.PLACES:
            return place_values(night, self.method.night, self.method.places)
        return figures(self.method.measure, night)

    def row(self, player: int) -> Placing:
        nights = self.attended[player]
        ratings = tuple(self.ratings.get(player, ()))
        shares = self._shares(player)
        return Placing(
            player,
            None,
            ratings[-1].sure if ratings else self._figure(player, shares),
            shares,
            len(nights),
            sum(night.hands[player] for night in nights),
            sum(night.wins[player] for night in nights),
            sum(night.nets[player] for night in nights),
            max(night.nets[player] for night in nights),
            self.won[player],
            max(0, self.method.least - len(nights)),
            ratings,
        )

    def _shares(self, player: int) -> tuple[NightShare, ...]:
        with_figures = [
            figures
            for night in self.attended[player]
            if player in (figures := self._figures_of(night))
        ]
        if not with_figures:
            return ()
        own = [figures[player] for figures in with_figures]
        nights = self.nights if self.method.missed is not Missed.NOTHING else self.attended[player]
        shares = [
            NightShare(night.key, figures[player], True)
            if player in figures
            else NightShare(night.key, self._missing(own, figures), True, missed=True)
            for night in nights
            if (figures := self._figures_of(night))
            and (player in figures or player not in night.parts)
        ]
        return self._counting(shares)

    def _figures_of(self, night: NightFacts) -> Figures:
        return self.by_night[night.key]

    def _missing(self, own: Sequence[Fraction], night: Figures) -> Fraction:
        if self.method.missed is Missed.AVERAGE:
            return sum(own, Fraction(0)) / len(own)
        if self.method.measure is Measure.PLACES:
            worth = self.method.places[len(night) : len(night) + 1]
            return Fraction(worth[0]) if worth else Fraction(0)
        return min(night.values())

    def _counting(self, shares: Sequence[NightShare]) -> tuple[NightShare, ...]:
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
            NightShare(share.night, share.figure, place in counting, share.missed)
            for place, share in enumerate(shares)
        )

    def _figure(self, player: int, shares: Sequence[NightShare]) -> Fraction | None:
        counting = [share for share in shares if share.counts]
        if not counting:
            return None
        total = sum((share.figure for share in counting), Fraction(0))
        match self.method.over:
            case Over.NIGHT:
                return total / len(counting)
            case Over.HAND:
                counted = {share.night for share in counting}
                nights = (night for night in self.attended[player] if night.key in counted)
                hands = sum(hands_of(self.method.measure, night, player) for night in nights)
                return total / hands if hands else None
            case _:
                return total
