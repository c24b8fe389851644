"""A game that is over: where everybody ended, and how the money came about. No rule runs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Sum

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import Payment
from scorekeeper.play.ahead import leading_seats, merit_by_seat
from scorekeeper.play.selectors import Table
from scorekeeper.telling.money import Paid

TOLD = 12
"""More payments than this are no story: each is told with its hand."""


@dataclass(frozen=True, slots=True)
class Ended:
    """Where a seat ended."""

    name: str
    total: float
    won: bool
    hands_won: int
    money: tuple[tuple[str, int], ...]
    """What each of its persons won or lost, minor units; nobody with nothing."""


def standings(at: Table, best: Collection[int] | None = None) -> list[Ended]:
    """The winner first. ``best``: the seats that are ahead, if somebody has asked already."""
    kept, merits = at.state, merit_by_seat(at)
    best = leading_seats(at) if best is None else best
    order = sorted(range(kept.seats), key=lambda seat: (seat not in best, -merits[seat]))
    return [_ended(at, seat, won=seat in best) for seat in order]


def _ended(at: Table, seat: int, *, won: bool) -> Ended:
    kept, persons = at.state, at.state.persons_of(seat)
    nets = ((at.names[p], kept.balances[p]) for p in persons)
    return Ended(
        at.seat_names[seat],
        kept.totals[seat],
        won,
        max(at.game.tally["wins"][p] for p in persons),
        tuple((name, net) for name, net in nets if net),
    )


def how_paid(at: Table) -> list[Paid[Player]]:
    """What was paid in the whole game, by who, to whom and for what, the same together; nothing
    where it is many things, hand by hand. One query."""
    rows = Payment.objects.filter(game=at.game, reverses=None, reversed_by=None).order_by()
    told = rows.values_list("payer", "payee", "reason").annotate(total=Sum("amount"))
    found = list(told[: TOLD + 1])
    if len(found) > TOLD:
        return []
    players: dict[int | None, Player | None] = {player.pk: player for player in at.players}
    lines = [Paid(players.get(a), players.get(b), total, why) for a, b, why, total in found]
    return sorted(lines, key=lambda line: (line.payer is None, -line.amount))
