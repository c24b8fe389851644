"""How a night is settled: fewest payments, who lost to whom, through a banker, or by purse.

The arithmetic is the engine's (``engine.settle_up``); here stands which of it a night agreed on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.clubs.models import Player
from scorekeeper.engine.settle_up import Plan, by_purse, direct, settle_up, through
from scorekeeper.settling.models import Terms, Way

Owed: TypeAlias = Mapping[tuple[Player, Player], int]
"""What the first of two owes the second, in minor units; less than 0: the other way round."""


def plan_of(terms: Terms, balances: Mapping[Player, int], owed: Callable[[], Owed]) -> Plan[Player]:
    """The payments that bring ``balances`` (net gain per player, in order of seat) to zero the way
    this night agreed on. ``owed`` is asked for only where it matters; it must come to the same
    balances."""
    if terms.way == Way.DIRECT:
        return direct(owed())
    if terms.way == Way.BANKER and terms.banker is not None:
        return through(balances, terms.banker)
    if terms.way == Way.PURSES:
        return by_purse(balances, purses_of(terms.purses, balances))
    return settle_up(balances)


@dataclass(frozen=True, slots=True)
class WayOffered:
    """A way, and how many payments it needs now; None: it lacks a banker, or purses."""

    way: Way
    payments: int | None
    chosen: bool


def choices(
    terms: Terms, plan: Plan[Player], balances: Mapping[Player, int], owed: Callable[[], Owed]
) -> list[WayOffered]:
    """All of them. ``plan``: that of ``terms``; the others as for ``plan_of``."""
    lacks = {
        Way.BANKER: terms.banker is None,
        Way.PURSES: not any(len(purse) > 1 for purse in purses_of(terms.purses, balances)),
    }
    found = []
    for way in Way:
        chosen = way == terms.way
        if lacks.get(way):
            found.append(WayOffered(way, None, chosen))
            continue
        like = Terms(way=way, banker=terms.banker, purses=terms.purses)
        needed = plan if chosen else plan_of(like, balances, owed)
        found.append(WayOffered(way, len(needed.transfers), chosen))
    return found


def purses_of(
    purses: Sequence[Sequence[int]], people: Mapping[Player, object]
) -> list[list[Player]]:
    """The people of each purse who are here, by their ids."""
    here = {player.pk: player for player in people}
    return [[here[pk] for pk in purse if pk in here] for purse in purses]
