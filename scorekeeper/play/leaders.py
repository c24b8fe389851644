"""The leaders and winners of a game, read from stored rows without applying rules."""

from collections.abc import Collection, Sequence

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import Payment
from scorekeeper.play.selectors import Table


def merit_by_seat(table: Table) -> list[float]:
    """Returns a number per seat, higher is better: points if the game keeps them, else money, else
    hands won."""
    state = table.state
    if state.keeps_score:
        return [-total if state.lowest_leads else total for total in state.totals]
    seats = [state.persons_of(seat) for seat in range(state.seats)]
    if state.moves_money:
        return [sum(state.balances[p] for p in persons) for persons in seats]
    return [max(table.game.tally["wins"][p] for p in persons) for persons in seats]


def leading_seats(
    table: Table, excluded: Collection[int] = (), pot_payees: Collection[int] | None = None
) -> frozenset[int]:
    """Returns the seats that lead, or that won the game if it is over; none before the first hand
    or while all are equal.

    ``excluded``: seats that play no part. ``pot_payees``: ids of the players whom the last hand
    paid from the pot; None reads them from the ledger.
    """
    merits, state = merit_by_seat(table), table.state
    remaining = [seat for seat in range(state.seats) if seat not in (*state.out, *excluded)]
    if not table.game.hand_count or not remaining:
        return frozenset()
    played_out = table.game.closed_at and not table.game.stopped
    if played_out and len(remaining) > 1 and (shared := _shared(table, remaining, pot_payees)):
        return shared
    equal = len(set(merits)) == 1 and len(remaining) > 1
    return frozenset() if equal else _best(merits, remaining)


def _best(merits: Sequence[float], remaining: Sequence[int]) -> frozenset[int]:
    best = max(merits[seat] for seat in remaining)
    return frozenset(seat for seat in remaining if merits[seat] == best)


def _shared(
    table: Table, remaining: Sequence[int], pot_payees: Collection[int] | None
) -> frozenset[int]:
    """Returns the seats still in the game that shared the pot of the last hand."""
    paid, ids = _paid_out(table) if pot_payees is None else pot_payees, table.player_ids
    return frozenset(s for s in remaining if any(ids[p] in paid for p in table.state.persons_of(s)))


def _paid_out(table: Table) -> Collection[int]:
    last = Payment.objects.filter(
        game=table.game,
        hand__number=table.game.last_number,
        hand__voided_at=None,
        payer=None,
        reverses=None,
        reversed_by=None,
    )
    return {player for player in last.values_list("payee", flat=True) if player is not None}


def winners(table: Table, pot_payees: Collection[int] | None = None) -> list[Player]:
    """Returns the players who won, or who led when the game ended early. ``pot_payees``: see
    ``leading_seats``."""
    return players_in_seats(table, leading_seats(table, pot_payees=pot_payees))


def players_in_seats(table: Table, seats: Collection[int]) -> list[Player]:
    return [
        table.players[person] for seat in sorted(seats) for person in table.state.persons_of(seat)
    ]
