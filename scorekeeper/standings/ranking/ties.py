"""What separates players of equal figures: a chain of rules, each asked of those still tied.

A rule that separates some of them is followed by the whole chain, from its start, for those whom
it left together: what is between three may be settled when it is between two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby, pairwise

from scorekeeper.standings.ranking.facts import Figures, NightFacts
from scorekeeper.standings.ranking.measures import NightBy, decided_by, merits, winners
from scorekeeper.standings.ranking.method import Method, TieRule


@dataclass(frozen=True, slots=True)
class Decision:
    """Why somebody stands before the next of equal figure."""

    tie: TieRule
    before: Fraction
    """What the rule found of the first; for a meeting of two, the nights that he was ahead."""
    after: Fraction
    among: int
    """How many were tied when it was asked."""
    circle: bool
    """Head to head they had beaten each other in a circle."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """Groups in order, each of those whom nothing separates; ``decisions``: between each group and
    the next. ``circles``: groups left together, though not even, head to head."""

    groups: tuple[tuple[int, ...], ...]
    decisions: tuple[Decision, ...] = ()
    circles: frozenset[tuple[int, ...]] = frozenset()


def separate(tied: Sequence[int], nights: Sequence[NightFacts], method: Method) -> Ordered:
    circle = False
    for tie in method.ties if len(tied) > 1 else ():
        found = RULES[tie](tied, nights, method.night)
        if not found:
            continue
        if len(set(found.values())) > 1:
            return _split(tied, found, tie, circle, nights, method)
        circle = circle or (tie is TieRule.HEAD_TO_HEAD and _met(tied, nights, method.night))
    group = tuple(tied)
    return Ordered((group,), circles=frozenset([group] if circle else []))


def _split(
    tied: Sequence[int],
    found: Figures,
    tie: TieRule,
    circle: bool,
    nights: Sequence[NightFacts],
    method: Method,
) -> Ordered:
    order = sorted(tied, key=lambda player: -found[player])
    runs = [list(run) for _value, run in groupby(order, key=found.__getitem__)]
    inner = [separate(run, nights, method) for run in runs]
    groups, decisions = list(inner[0].groups), list(inner[0].decisions)
    for (one, two), part in zip(pairwise(runs), inner[1:], strict=True):
        before, after = found[one[0]], found[two[0]]
        if tie is TieRule.HEAD_TO_HEAD and len(tied) == 2:
            before, after = nights_ahead(one[0], two[0], nights, method.night)
        decisions.append(Decision(tie, before, after, len(tied), circle))
        groups += part.groups
        decisions += part.decisions
    circles = frozenset().union(*(part.circles for part in inner))
    return Ordered(tuple(groups), tuple(decisions), circles)


# The rules -----------------------------------------------------------------------------------


def nights_ahead(
    one: int, two: int, nights: Sequence[NightFacts], by: NightBy
) -> tuple[Fraction, Fraction]:
    """In how many nights with both of them each was ahead of the other."""
    won = lost = 0
    for night in nights:
        if one in night.parts and two in night.parts:
            found = merits(night, by)
            won += found[one] > found[two]
            lost += found[two] > found[one]
    return Fraction(won), Fraction(lost)


def _head_to_head(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> Figures:
    """Nights ahead of any of the others, less those behind."""
    found = dict.fromkeys(tied, Fraction(0))
    for one, two in combinations(tied, 2):
        won, lost = nights_ahead(one, two, nights, by)
        found[one] += won - lost
        found[two] += lost - won
    return found


def _met(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> bool:
    """Somebody was ahead of somebody more often than behind."""
    pairs = (nights_ahead(one, two, nights, by) for one, two in combinations(tied, 2))
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
    """Of those decided by the same as most of them: money is not held against points."""
    there = (night for night in nights if not night.parts.keys().isdisjoint(tied))
    decided = [decided_by(night, by) for night in there]
    if not decided:
        return {}
    [(usual, _many)] = Counter(measure for measure, _told in decided).most_common(1)
    told = [merits for measure, merits in decided if measure is usual]
    found = {p: [merits[p] for merits in told if p in merits] for p in tied}
    return {p: max(nights) for p, nights in found.items()} if all(found.values()) else {}


def _last_meeting(tied: Sequence[int], nights: Sequence[NightFacts], by: NightBy) -> Figures:
    """Of the last night that had all of them."""
    for night in reversed(nights):
        if all(player in night.parts for player in tied):
            found = merits(night, by)
            return {player: found[player] for player in tied}
    return {}


def _fewer_nights(tied: Sequence[int], nights: Sequence[NightFacts], _by: NightBy) -> Figures:
    return {player: Fraction(-sum(player in night.parts for night in nights)) for player in tied}


def _fewer_full(tied: Sequence[int], nights: Sequence[NightFacts], _by: NightBy) -> Figures:
    """Nothing, where it was not recorded of all of them."""
    found: dict[int, Fraction] = {}
    for player in tied:
        told = [night.full(player) for night in nights if player in night.parts]
        if None in told:
            return {}
        found[player] = Fraction(-sum(count for count in told if count is not None))
    return found


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
"""More is better in each: what should be less is counted below zero. Empty: it cannot tell."""
