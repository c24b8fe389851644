"""Breaks ties between equal figures by a chain of rules.

A rule that separates some players is followed by the whole chain, from its start, for those still
tied: a tie of three may be broken between two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby, pairwise

from scorekeeper.seasons.ranking.facts import Figures, NightFacts
from scorekeeper.seasons.ranking.measures import NightBy, decided_by, merits, winners
from scorekeeper.seasons.ranking.method import Method, TieRule


@dataclass(frozen=True, slots=True)
class Decision:
    """Why a player is above the next with an equal figure."""

    tie: TieRule
    before: Fraction
    """The first one's value by the rule; for a meeting of two, the sessions they were ahead."""
    after: Fraction
    among: int
    """How many were tied before it."""
    circle: bool
    """They had beaten one another in a circle."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Groups in order, each still tied. ``decisions``: between each group and the next.
    ``circles``: groups left tied head to head, though not even."""

    groups: tuple[tuple[int, ...], ...]
    decisions: tuple[Decision, ...] = ()
    circles: frozenset[tuple[int, ...]] = frozenset()


def separate(tied: Sequence[int], nights: Sequence[NightFacts], method: Method) -> Ordered:
    circle = False
    for tie in method.ties if len(tied) > 1 else ():
        figures = RULES[tie](tied, nights, method.night)
        if not figures:
            continue
        if len(set(figures.values())) > 1:
            return _split(tied, figures, tie, circle, nights, method)
        circle = circle or (tie is TieRule.HEAD_TO_HEAD and _met(tied, nights, method.night))
    group = tuple(tied)
    return Ordered((group,), circles=frozenset([group] if circle else []))


def _split(
    tied: Sequence[int],
    figures: Figures,
    tie: TieRule,
    circle: bool,
    nights: Sequence[NightFacts],
    method: Method,
) -> Ordered:
    order = sorted(tied, key=lambda player: -figures[player])
    runs = [list(run) for _value, run in groupby(order, key=figures.__getitem__)]
    inner = [separate(run, nights, method) for run in runs]
    groups, decisions = list(inner[0].groups), list(inner[0].decisions)
    for (better, worse), part in zip(pairwise(runs), inner[1:], strict=True):
        before, after = figures[better[0]], figures[worse[0]]
        if tie is TieRule.HEAD_TO_HEAD and len(tied) == 2:
            before, after = nights_ahead(better[0], worse[0], nights, method.night)
        decisions.append(Decision(tie, before, after, len(tied), circle))
        groups += part.groups
        decisions += part.decisions
    circles = frozenset().union(*(part.circles for part in inner))
    return Ordered(tuple(groups), tuple(decisions), circles)


# The rules -----------------------------------------------------------------------------------


def nights_ahead(
    first: int, second: int, nights: Sequence[NightFacts], by: NightBy
) -> tuple[Fraction, Fraction]:
    """Counts the sessions with both players in which each was ahead."""
    won = lost = 0
    for night in nights:
        if first in night.parts and second in night.parts:
            figures = merits(night, by)
            won += figures[first] > figures[second]
            lost += figures[second] > figures[first]
    return Fraction(won), Fraction(lost)


def _head_to_head(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> Figures:
    """Sessions ahead of each of the others, less those behind."""
    balance = dict.fromkeys(tied, Fraction(0))
    for first, second in combinations(tied, 2):
        won, lost = nights_ahead(first, second, nights, by)
        balance[first] += won - lost
        balance[second] += lost - won
    return balance


def _met(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> bool:
    """Whether any player was ahead of another more often than behind."""
    pairs = (nights_ahead(first, second, nights, by) for first, second in combinations(tied, 2))
    return any(won != lost for won, lost in pairs)


def _nights_won(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> Figures:
    won = [player for night in nights for player in winners(night, by)]
    return {player: Fraction(won.count(player)) for player in tied}


def _hands_won(tied: Sequence[int], nights: Sequence[NightFacts], _by: NightBy) -> Figures:
    return {player: Fraction(sum(night.wins.get(player, 0) for night in nights)) for player in tied}


def _games_won(tied: Sequence[int], nights: Sequence[NightFacts], _by: NightBy) -> Figures:
    return {player: Fraction(sum(night.took.get(player, 0) for night in nights)) for player in tied}


def _money(tied: Sequence[int], nights: Sequence[NightFacts], _by: NightBy) -> Figures:
    return {player: Fraction(sum(night.nets.get(player, 0) for night in nights)) for player in tied}


def _best_night(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> Figures:
    """Of the sessions decided by the most common measure: money is not compared with points."""
    attended = (night for night in nights if not night.parts.keys().isdisjoint(tied))
    decided = [decided_by(night, by) for night in attended]
    if not decided:
        return {}
    [(usual, _count)] = Counter(measure for measure, _figures in decided).most_common(1)
    comparable = [figures for measure, figures in decided if measure is usual]
    by_player = {p: [figures[p] for figures in comparable if p in figures] for p in tied}
    return {p: max(values) for p, values in by_player.items()} if all(by_player.values()) else {}


def _last_meeting(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> Figures:
    """Of the last session that had all of them."""
    for night in reversed(nights):
        if all(player in night.parts for player in tied):
            figures = merits(night, by)
            return {player: figures[player] for player in tied}
    return {}


def _fewer_nights(tied: Sequence[int], nights: Sequence[NightFacts], _by: NightBy) -> Figures:
    return {player: Fraction(-sum(player in night.parts for night in nights)) for player in tied}


def _fewer_full(tied: Sequence[int], nights: Sequence[NightFacts], _by: NightBy) -> Figures:
    """Empty where it was not recorded for all of them."""
    by_player: dict[int, Fraction] = {}
    for player in tied:
        counts = [night.full(player) for night in nights if player in night.parts]
        if None in counts:
            return {}
        by_player[player] = Fraction(-sum(count for count in counts if count is not None))
    return by_player


RULES: dict[TieRule, Callable[[Sequence[int], Sequence[NightFacts], NightBy], Figures]] = {
    TieRule.HEAD_TO_HEAD: _head_to_head,
    TieRule.NIGHTS_WON: _nights_won,
    TieRule.HANDS_WON: _hands_won,
    TieRule.GAMES_WON: _games_won,
    TieRule.BEST_NIGHT: _best_night,
    TieRule.LAST_MEETING: _last_meeting,
    TieRule.FEWER_FULL: _fewer_full,
    TieRule.MONEY: _money,
    TieRule.FEWER_NIGHTS: _fewer_nights,
}
"""More is better in each: what should be less is negated. Empty: the rule cannot decide."""
