"""Who stands where in an evening, and the fewest transfers that settle it.

Read from what each game kept of itself with its last hand, and from the cash: as dear after ten
thousand hands as after one. That what is kept is what the payments say, ``checkledger`` proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.settle_up import Plan, settle_up
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.selectors import Net, cash
from scorekeeper.play.selectors import Table
from scorekeeper.telling.night import tables


@dataclass(frozen=True, slots=True)
class Standing:
    """Who stands where in one evening, minor units; all but the pots sums to zero."""

    balances: Net
    """Net per player in the order they first sat down, cash handed over counted as settled, games
    with an open pot left out."""
    open_pots: int
    """What lies in pots not yet won."""
    plan: Plan[Player]
    """The fewest transfers that settle ``balances``."""
    cash: list[Payment]
    """Money handed over and not taken back, the newest first."""
    open_games: bool
    """One of its games is still being played."""

    @property
    def ranked(self) -> list[tuple[Player, int]]:
        """Whoever gets most first; nobody who gets and owes nothing."""
        found = ((player, amount) for player, amount in self.balances.items() if amount)
        return sorted(found, key=lambda each: -each[1])

    @property
    def moves_money(self) -> bool:
        return bool(any(self.balances.values()) or self.cash or self.open_pots)


def standing(session: Session) -> Standing:
    """Three queries. Of one moment where the night is held, or read in one view."""
    return standing_of(tables(session), cash(session))


def standing_of(games: Sequence[Table], handed: list[Payment]) -> Standing:
    """The same of games that were read, with the cash."""
    net = _balances(games, handed)
    return Standing(
        net,
        sum(at.kept.pot for at in games),
        settle_up(net),
        handed,
        any(at.game.closed_at is None for at in games),
    )


def _balances(games: Iterable[Table], handed: Iterable[Payment]) -> Net:
    net: Net = {}
    for at in games:
        counts = not at.kept.pot
        for player, amount in zip(at.players, at.kept.balances, strict=True):
            net[player] = net.get(player, 0) + counts * amount
    for payment in handed:
        for end, amount in ((payment.payer, payment.amount), (payment.payee, -payment.amount)):
            assert end is not None  # only a game has a pot
            net[end] = net.get(end, 0) + amount
    return net
