"""Breaks ties between equal figures by a chain of rules.

A rule that separates some players is followed by the whole chain, from its start, for those still
tied: a tie of three may be broken between two.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby, pairwise
from typing import TypeAlias

from scorekeeper.seasons.ranking.measures import (
    Figures,
    SessionBy,
    SessionFacts,
    decided_by,
    merits,
    winners,
)
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


def separate(tied: Sequence[int], sessions: Sequence[SessionFacts], method: Method) -> Ordered:
    circle = False
    for tie in method.ties if len(tied) > 1 else ():
        figures = RULES[tie](tied, sessions, method.session)
        if not figures:
            continue
        if len(set(figures.values())) > 1:
            return _split(tied, figures, tie, circle, sessions, method)
        circle = circle or (tie is TieRule.HEAD_TO_HEAD and _met(tied, sessions, method.session))
    group = tuple(tied)
    return Ordered((group,), circles=frozenset([group] if circle else []))


def _split(
    tied: Sequence[int],
    figures: Figures,
    tie: TieRule,
    circle: bool,
    sessions: Sequence[SessionFacts],
    method: Method,
) -> Ordered:
    order = sorted(tied, key=lambda player: -figures[player])
    runs = [list(run) for _value, run in groupby(order, key=figures.__getitem__)]
    inner = [separate(run, sessions, method) for run in runs]
    groups, decisions = list(inner[0].groups), list(inner[0].decisions)
    for (better, worse), part in zip(pairwise(runs), inner[1:], strict=True):
        before, after = figures[better[0]], figures[worse[0]]
        if tie is TieRule.HEAD_TO_HEAD and len(tied) == 2:
            before, after = sessions_ahead(better[0], worse[0], sessions, method.session)
        decisions.append(Decision(tie, before, after, len(tied), circle))
        groups += part.groups
        decisions += part.decisions
    circles = frozenset().union(*(part.circles for part in inner))
    return Ordered(tuple(groups), tuple(decisions), circles)


# The rules -----------------------------------------------------------------------------------

Rule: TypeAlias = Callable[[Sequence[int], Sequence[SessionFacts], SessionBy], Figures]


def sessions_ahead(
    first: int, second: int, sessions: Sequence[SessionFacts], by: SessionBy
) -> tuple[Fraction, Fraction]:
    """Counts the sessions with both players in which each was ahead."""
    won = lost = 0
    for session in sessions:
        if first in session.parts and second in session.parts:
            figures = merits(session, by)
            won += figures[first] > figures[second]
            lost += figures[second] > figures[first]
    return Fraction(won), Fraction(lost)


def _head_to_head(tied: Sequence[int], sessions: Sequence[SessionFacts], by: SessionBy) -> Figures:
    """Sessions ahead of each of the others, less those behind."""
    balance = dict.fromkeys(tied, Fraction(0))
    for first, second in combinations(tied, 2):
        won, lost = sessions_ahead(first, second, sessions, by)
        balance[first] += won - lost
        balance[second] += lost - won
    return balance


def _met(tied: Sequence[int], sessions: Sequence[SessionFacts], by: SessionBy) -> bool:
    """Whether any player was ahead of another more often than behind."""
    pairs = (sessions_ahead(first, second, sessions, by) for first, second in combinations(tied, 2))
    return any(won != lost for won, lost in pairs)


def _sessions_won(tied: Sequence[int], sessions: Sequence[SessionFacts], by: SessionBy) -> Figures:
    won = [player for session in sessions for player in winners(session, by)]
    return {player: Fraction(won.count(player)) for player in tied}


def _most(counted: Callable[[SessionFacts], Mapping[int, int]]) -> Rule:
    """Returns the rule that adds up over all sessions what is ``counted`` by player."""

    def rule(tied: Sequence[int], sessions: Sequence[SessionFacts], _by: SessionBy) -> Figures:
        counts = list(map(counted, sessions))
        return {player: Fraction(sum(count.get(player, 0) for count in counts)) for player in tied}

    return rule


def _best_session(tied: Sequence[int], sessions: Sequence[SessionFacts], by: SessionBy) -> Figures:
    """Compares the sessions decided by the most common measure: money is not compared with
    points."""
    attended = (session for session in sessions if not session.parts.keys().isdisjoint(tied))
    decided = [decided_by(session, by) for session in attended]
    if not decided:
        return {}
    [(usual, _count)] = Counter(measure for measure, _figures in decided).most_common(1)
    comparable = [figures for measure, figures in decided if measure is usual]
    by_player = {p: [figures[p] for figures in comparable if p in figures] for p in tied}
    return {p: max(values) for p, values in by_player.items()} if all(by_player.values()) else {}


def _last_meeting(tied: Sequence[int], sessions: Sequence[SessionFacts], by: SessionBy) -> Figures:
    """Compares the last session that had all of them."""
    for session in reversed(sessions):
        if all(player in session.parts for player in tied):
            figures = merits(session, by)
            return {player: figures[player] for player in tied}
    return {}


def _fewer_sessions(
    tied: Sequence[int], sessions: Sequence[SessionFacts], _by: SessionBy
) -> Figures:
    return {
        player: Fraction(-sum(player in session.parts for session in sessions)) for player in tied
    }


def _fewer_full(tied: Sequence[int], sessions: Sequence[SessionFacts], _by: SessionBy) -> Figures:
    """Empty where it was not recorded for all of them."""
    by_player: dict[int, Fraction] = {}
    for player in tied:
        counts = [session.full(player) for session in sessions if player in session.parts]
        if None in counts:
            return {}
        by_player[player] = Fraction(-sum(count for count in counts if count is not None))
    return by_player


RULES: dict[TieRule, Rule] = {
    TieRule.HEAD_TO_HEAD: _head_to_head,
    TieRule.SESSIONS_WON: _sessions_won,
    TieRule.HANDS_WON: _most(lambda session: session.wins),
    TieRule.GAMES_WON: _most(lambda session: session.took),
    TieRule.BEST_SESSION: _best_session,
    TieRule.LAST_MEETING: _last_meeting,
    TieRule.FEWER_FULL: _fewer_full,
    TieRule.MONEY: _most(lambda session: session.nets),
    TieRule.FEWER_SESSIONS: _fewer_sessions,
}
"""More is better in each: what should be less is negated. Empty: the rule cannot decide."""
