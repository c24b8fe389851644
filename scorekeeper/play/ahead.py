"""Who is ahead in a game, and who won it. Read from what was kept; no rule runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import Payment
from scorekeeper.play.selectors import Table


def merit_by_seat(at: Table) -> list[float]:
    """By seat; more is better: points where they are kept, else money, else hands won."""
    kept = at.state
    if kept.keeps_score:
        return [-total if kept.lowest_leads else total for total in kept.totals]
    seats = [kept.persons_of(seat) for seat in range(kept.seats)]
    if kept.moves_money:
        return [sum(kept.balances[p] for p in persons) for persons in seats]
    return [max(at.game.tally["wins"][p] for p in persons) for persons in seats]


def leading_seats(
    at: Table, gone: Collection[int] = (), got: Collection[int] | None = None
) -> frozenset[int]:
    """The seats that are ahead, or that won the game if it is over; ``gone``: seats that play no
    part; ``got``: whom (players, by id) the last hand paid out of the pot, None: as the ledger has
    it. Nobody before the first hand, or while all are equal."""
    found, kept = merit_by_seat(at), at.state
    still = [seat for seat in range(kept.seats) if seat not in (*kept.out, *gone)]
    if not at.game.hand_count or not still:
        return frozenset()
    played_out = at.game.closed_at and not at.game.stopped
    if played_out and len(still) > 1 and (shared := _shared(at, still, got)):
        return shared
    equal = len(set(found)) == 1 and len(still) > 1
    return frozenset() if equal else _best(found, still)


def _best(found: Sequence[float], still: Sequence[int]) -> frozenset[int]:
    best = max(found[seat] for seat in still)
    return frozenset(seat for seat in still if found[seat] == best)


def _shared(at: Table, still: Sequence[int], got: Collection[int] | None) -> frozenset[int]:
    """Those still in who divided the pot with the last hand."""
    paid, ids = _paid_out(at) if got is None else got, at.player_ids
    return frozenset(s for s in still if any(ids[p] in paid for p in at.state.persons_of(s)))


def _paid_out(at: Table) -> Collection[int]:
    last = Payment.objects.filter(
        game=at.game,
        hand__number=at.game.last_number,
        hand__voided_at=None,
        payer=None,
        reverses=None,
        reversed_by=None,
    )
    return {player for player in last.values_list("payee", flat=True) if player is not None}


def winners(at: Table, got: Collection[int] | None = None) -> list[Player]:
    """Who won the game; if it was stopped, who was ahead. ``got``: see ``leading_seats``."""
    return players_in_seats(at, leading_seats(at, got=got))


def players_in_seats(at: Table, seats: Collection[int]) -> list[Player]:
    return [at.players[person] for seat in sorted(seats) for person in at.state.persons_of(seat)]
