"""The fees into the pot, and who gets it: the last one in, or those who share it."""

from collections.abc import Iterator

from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.words import _, ngettext
from scorekeeper.variants.pool_rummy.questions import Entry, Game
from scorekeeper.variants.pool_rummy.seats import drops_left, rejoining, still_in


def pay(game: Game, entry: Entry) -> Payments:
    """The fees: of everybody with the first hand, and of those who rejoin."""
    fee = game.options.fee
    entering = range(game.seats) if game.number == 0 else ()
    return collect(
        (
            *(Payment(seat, POT, fee, _("entry fee")) for seat in entering),
            *(Payment(seat, POT, fee, _("rejoin fee")) for seat in rejoining(entry)),
        )
    )


def close(game: Game) -> Payments:
    seats_in = still_in(game)
    if len(seats_in) == 1:
        return collect([Payment(POT, seats_in[0], game.pot, _("pot won"))])
    return collect(shares(game))


def shares(game: Game) -> Iterator[Payment]:
    """A fee for each drop more than the fewest, and equal parts of the rest of the pot."""
    ahead = drops_ahead(game)
    for seat, drops in ahead.items():
        words = ngettext("{count} drop ahead", "{count} drops ahead", drops)
        yield Payment(POT, seat, drops * game.options.fee, words)
    lowest_first = sorted(ahead, key=lambda seat: game.state.totals[seat])
    yield from payouts.shared(POT, lowest_first, rest(game), _("share of the pot"))


def drops_ahead(game: Game) -> dict[int, int]:
    """How many drops more than the fewest each seat still in has left."""
    drops_by_seat = {seat: drops_left(game, seat) for seat in still_in(game)}
    fewest = min(drops_by_seat.values())
    return {seat: drops - fewest for seat, drops in drops_by_seat.items()}


def rest(game: Game) -> int:
    """The pot without what the drop differences take, minor units."""
    return game.pot - sum(drops_ahead(game).values()) * game.options.fee


def can_split(game: Game) -> bool:
    """Whether those still in may share the pot, by agreement or by auto split: two or three of
    more than three, or two of three, with a fee left for equal parts."""
    seats_in = len(still_in(game))
    few = seats_in in (2, 3) if game.seats > 3 else (seats_in, game.seats) == (2, 3)
    return few and rest(game) >= game.options.fee
