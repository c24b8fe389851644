"""Totals over the sessions of one player, or of two who met. Pure: takes the result of each
session."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import accumulate, groupby

from scorekeeper.seasons.player.selectors import SessionOfPlayer


def longest(gains: Iterable[int], sign: int) -> int:
    """Returns how many in a row were above 0, or with ``sign`` −1 below 0.

    >>> longest([5, 1, 0, 7, -2, -2], 1), longest([5, 1, 0, 7, -2, -2], -1)
    (2, 2)
    """
    runs = groupby(gains, key=lambda gain: gain * sign > 0)
    return max((len(list(run)) for is_such, run in runs if is_such), default=0)


def best(sessions: Sequence[SessionOfPlayer]) -> SessionOfPlayer:
    """Returns the session that brought most; of equal ones the latest."""
    return max(sessions, key=lambda session: (session.money, session.played_on))


def worst(sessions: Sequence[SessionOfPlayer]) -> SessionOfPlayer:
    return min(sessions, key=lambda session: (session.money, -session.played_on.toordinal()))


def running(*players: Sequence[SessionOfPlayer]) -> tuple[list[date], list[list[int]]]:
    """Returns the days of all sessions that any of them played, oldest first, and each player's
    total after each."""
    gains = [{session.key: session.money for session in sessions} for sessions in players]
    days = {session.key: session.played_on for sessions in players for session in sessions}
    order = sorted(days, key=lambda key: (days[key], key))
    totals = [list(accumulate(own.get(key, 0) for key in order)) for own in gains]
    return [days[key] for key in order], totals


def meetings(
    first: Iterable[SessionOfPlayer], second: Iterable[SessionOfPlayer]
) -> tuple[int, int, int, int]:
    """Counts the sessions with both players, and in how many the first, the second and neither was
    ahead: who won more money, or else more hands."""
    theirs = {session.key: session for session in second}
    met = [(own, theirs[own.key]) for own in first if own.key in theirs]
    before = sum(_merit(own) > _merit(other) for own, other in met)
    behind = sum(_merit(own) < _merit(other) for own, other in met)
    return len(met), before, behind, len(met) - before - behind


def _merit(session: SessionOfPlayer) -> tuple[int, int]:
    return session.money, session.won
