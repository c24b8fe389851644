"""Money of a contract game: the pool, and the payment of the lowest total."""

from typing import Any

from scorekeeper.engine.game import Game
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.words import _
from scorekeeper.variants._contract.options import Settlement, T


def antes(game: Game[T, Any]) -> Payments:
    """Pays into the pool before the first deal, where there is one."""
    if game.options.settlement is not Settlement.POOL:
        return ()
    stake = game.options.stake
    return collect(Payment(seat, POT, stake, _("ante")) for seat in range(game.seats))


def settle(game: Game[T, Any]) -> Payments:
    """Pays the lowest total after the last deal."""
    options = game.options
    totals = {seat: int(total) for seat, total in enumerate(game.totals)}
    match options.settlement:
        case Settlement.POOL:
            lowest = payouts.by_points(totals)[0]
            reason = _("pot won") if len(lowest) == 1 else _("share of the pot")
            return collect(payouts.shared(POT, lowest, game.pot, reason))
        case Settlement.TIERS:
            amounts = [units * options.stake for units in options.tiers]
            return payouts.by_place(payouts.by_points(totals), amounts, cap=options.cap)
        case _:
            reason = _("points above the lowest")
            return payouts.low_total(totals, options.point_value, reason, options.cap)
