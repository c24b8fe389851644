"""A finished game: final results, and what was paid. Applies no rules."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Sum

from scorekeeper.clubs.models import Player
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import Payment
from scorekeeper.play.leaders import leading_seats, merit_by_seat
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.money import PaymentLine

MAX_PAYMENTS = 12
"""With more payments than this none are listed; each is shown with its hand."""


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The final result of a seat."""

    name: str
    total: float
    won: bool
    hands_won: int
    money: tuple[tuple[str, int], ...]
    """What each of its persons won or lost, in minor units, without zeros; nothing where no money
    is shown."""


def final_standings(table: Table, best: Collection[int] | None = None) -> list[FinalResult]:
    """Returns the results, winner first. ``best``: the leading seats, if known."""
    state, merits = table.state, merit_by_seat(table)
    best = leading_seats(table) if best is None else best
    order = sorted(range(state.seats), key=lambda seat: (seat not in best, -merits[seat]))
    return [_final_result(table, seat, won=seat in best) for seat in order]


def _final_result(table: Table, seat: int, *, won: bool) -> FinalResult:
    state, persons = table.state, table.state.persons_of(seat)
    nets = ((table.names[p], state.balances[p]) for p in persons)
    return FinalResult(
        table.seat_names[seat],
        state.totals[seat],
        won,
        max(table.game.tally["wins"][p] for p in persons),
        tuple((name, net) for name, net in nets if net and currencies.are_shown()),
    )


def payments_by_reason(table: Table) -> list[PaymentLine[Player]]:
    """Returns all payments of the game, summed by payer, payee and reason; nothing if there are
    more than ``MAX_PAYMENTS``, or no money is shown. One query."""
    if not currencies.are_shown():
        return []
    rows = Payment.objects.filter(game=table.game, reverses=None, reversed_by=None).order_by()
    sums = rows.values_list("payer", "payee", "reason").annotate(total=Sum("amount"))
    listed = list(sums[: MAX_PAYMENTS + 1])
    if len(listed) > MAX_PAYMENTS:
        return []
    players: dict[int | None, Player | None] = {player.pk: player for player in table.players}
    lines = [PaymentLine(players.get(a), players.get(b), total, why) for a, b, why, total in listed]
    return sorted(lines, key=lambda line: (line.payer is None, -line.amount))
