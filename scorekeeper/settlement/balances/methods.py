"""How a session is settled: fewest payments, pay each winner, one banker, or by household.

``engine.transfers.settle_up`` does the arithmetic; this module chooses by the session's terms.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.clubs.models import Player
from scorekeeper.engine.transfers.settle_up import Plan, by_purse, direct, settle_up, through
from scorekeeper.settlement.models import Terms, Way

Owed: TypeAlias = Mapping[tuple[Player, Player], int]
"""What the first of two owes the second, in minor units; negative: the other way round."""


def plan_of(terms: Terms, balances: Mapping[Player, int], owed: Callable[[], Owed]) -> Plan[Player]:
    """Returns the payments that bring ``balances`` (net gain per player, in seating order) to zero
    by these terms. ``owed`` is called only where needed; it must add up to the same balances."""
    if terms.way == Way.DIRECT:
        return direct(owed())
    if terms.way == Way.BANKER and terms.banker is not None:
        return through(balances, terms.banker)
    if terms.way == Way.PURSES:
        return by_purse(balances, purses_of(terms.purses, balances))
    return settle_up(balances)


@dataclass(frozen=True, slots=True)
class WayOffered:
    """A way and how many payments it needs now; None: it lacks a banker or purses."""

    way: Way
    payments: int | None
    is_chosen: bool


def choices(
    terms: Terms, plan: Plan[Player], balances: Mapping[Player, int], owed: Callable[[], Owed]
) -> list[WayOffered]:
    """Returns all ways. ``plan``: that of ``terms``; the rest as for ``plan_of``."""
    lacks = {
        Way.BANKER: terms.banker is None,
        Way.PURSES: not any(len(purse) > 1 for purse in purses_of(terms.purses, balances)),
    }
    offered = []
    for way in Way:
        is_chosen = way == terms.way
        if lacks.get(way):
            offered.append(WayOffered(way, None, is_chosen))
            continue
        like = Terms(way=way, banker=terms.banker, purses=terms.purses)
        needed = plan if is_chosen else plan_of(like, balances, owed)
        offered.append(WayOffered(way, len(needed.transfers), is_chosen))
    return offered


def purses_of(
    purses: Sequence[Sequence[int]], people: Mapping[Player, object]
) -> list[list[Player]]:
    """Returns the members of each purse who are in ``people``."""
    here = {player.pk: player for player in people}
    return [[here[pk] for pk in purse if pk in here] for purse in purses]
