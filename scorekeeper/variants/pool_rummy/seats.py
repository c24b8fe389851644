"""Who is in the pool, who is out, and who may come back."""

from scorekeeper.variants.pool_rummy.questions import Entry, Game, Line


def still_in(game: Game) -> list[int]:
    return [s for s, total in enumerate(game.state.totals) if total < game.options.limit]


def out(game: Game) -> tuple[int, ...]:
    return tuple(s for s, total in enumerate(game.state.totals) if total >= game.options.limit)


def comeback(game: Game) -> int | None:
    """The total at which a seat that has just gone out would rejoin, if it may."""
    totals = [game.state.totals[seat] for seat in still_in(game)]
    if game.seats < 3 or len(totals) < 2 or max(totals) > game.options.rejoin_up_to:
        return None
    return max(totals) + 1


def may_rejoin(game: Game, seat: int) -> bool:
    return seat in game.state.just_out and comeback(game) is not None


def rejoining(entry: Entry) -> list[int]:
    return [seat for seat, line in enumerate(entry.lines) if line.rejoin]


def in_hand(game: Game, entry: Entry) -> list[int]:
    return sorted({*still_in(game), *rejoining(entry)})


def drops_left(game: Game, seat: int) -> int:
    return (game.options.limit - 1 - game.state.totals[seat]) // game.options.first_drop


def asks(game: Game, person: int) -> frozenset[str] | None:
    if game.state.totals[person] < game.options.limit:
        return frozenset({"finish", "points", "cards"})
    return None if may_rejoin(game, person) else frozenset()


def lines_of(game: Game, entry: Entry) -> dict[int, Line]:
    """The lines of those in the hand."""
    return {seat: entry.lines[seat] for seat in in_hand(game, entry)}
