"""The end of a game: bonus, boxes and shutout on top of the columns, who pays the difference."""

from dataclasses import replace
from typing import Any, Final

from scorekeeper.engine.money import Payment, Payments, capped, collect
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.options import Options, Shutout
from scorekeeper.variants.gin_rummy.questions import Column, Game
from scorekeeper.variants.gin_rummy.rules import first


def final(options: Options, column: Column, winner: int, loser: int) -> tuple[int, int]:
    """The totals of the winner and of one loser, with bonus, boxes and shutout."""
    shut_out = options.shutout if column.points[loser] == 0 else None
    points, bonus = column.points[winner], options.game_bonus
    if shut_out is Shutout.DOUBLE_HANDS:
        points *= 2
    if shut_out is Shutout.DOUBLE_BONUS:
        bonus *= 2
    total = points + bonus + options.box * column.boxes[winner]
    if shut_out is Shutout.DOUBLE_TOTAL:
        total *= 2
    return total, column.points[loser] + options.box * column.boxes[loser]


def difference(options: Options, column: Column, payee: int, payer: int) -> int:
    """Points that ``payer`` owes ``payee`` for one column; negative when it is the other way."""
    if first(column, options.target) == payer:
        return -difference(options, column, payer, payee)
    total, others = final(options, column, payee, payer)
    return max(total - others, 0) if options.floor_zero else total - others


def owed(game: Game, payee: int, payer: int) -> int:
    """Points of all columns together."""
    differences = [difference(game.options, c, payee, payer) for c in game.state.columns]
    if game.options.last_column_double and len(differences) == 3:
        differences[2] *= 2
    return sum(differences)


def close(game: Game) -> Payments:
    """The winner settles with each opponent, partners across their own table."""
    options = game.options
    winner = first(game.state.columns[0], options.target)
    assert winner is not None
    payments = collect(
        Payment(
            loser + table * game.seats,
            winner + table * game.seats,
            owed(game, winner, loser) * options.point_value,
            _("game"),
        )
        for table in range(game.side)
        for loser in range(game.seats)
        if loser != winner
    )
    return tuple(replace(p, amount=capped(p.amount, options.cap)) for p in payments)


CALLED: Final = {
    "boxes": _("Boxes"),
    "totals": _("Totals"),
    "hands": _("Hands"),
    "game_bonus": _("Game bonus"),
    "shutout": _("Shutout"),
    "total": _("Total"),
    "difference": _("Difference"),
    "columns.points": _("Columns {number}: points"),
    "columns.boxes": _("Columns {number}: boxes"),
    "columns.totals": _("Columns {number}: totals"),
    "columns.hands": _("Columns {number}: hands"),
    "columns.game_bonus": _("Columns {number}: game bonus"),
    "columns.shutout": _("Columns {number}: shutout"),
    "columns.total": _("Columns {number}: total"),
    "columns.difference": _("Columns {number}: difference"),
}


def report(game: Game) -> NamedValues:
    """``boxes`` and, at the end, ``totals``; in Hollywood three ``columns`` of them."""
    sheets = [sheet(game, column) for column in game.state.columns]
    if game.options.hollywood:
        return {"columns": sheets}
    return {name: value for name, value in sheets[0].items() if name != "points"}


def sheet(game: Game, column: Column) -> dict[str, Any]:
    results: dict[str, Any] = {"points": column.points, "boxes": column.boxes}
    winner = first(column, game.options.target)
    if winner is not None and game.seats == 2:
        results["totals"] = totals_of_two(game.options, column, winner)
    return results


def totals_of_two(options: Options, column: Column, winner: int) -> tuple[int, int]:
    total, others = final(options, column, winner, 1 - winner)
    return (total, others) if winner == 0 else (others, total)


def sums(game: Game) -> NamedValues:
    """How the totals came about; in Hollywood by ``columns``."""
    sheets = [parts(game.options, column) for column in game.state.columns]
    return {"columns": sheets} if game.options.hollywood else sheets[0]


def parts(options: Options, column: Column) -> dict[str, tuple[int, ...]]:
    """Returns the parts of the totals of two; of three or more what they come to, for only the
    shut-out loser owes what a shutout adds."""
    winner = first(column, options.target)
    if winner is None:
        return {}
    seats = range(len(column.points))

    def of_winner(points: int) -> tuple[int, ...]:
        return tuple(points if seat == winner else 0 for seat in seats)

    bonus, boxes = options.game_bonus, tuple(options.box * count for count in column.boxes)
    added = {"hands": column.points, "game_bonus": of_winner(bonus), "boxes": boxes}
    if len(seats) == 2:
        totals = totals_of_two(options, column, winner)
        doubled = totals[winner] - column.points[winner] - bonus - boxes[winner]
        added |= {"shutout": of_winner(doubled), "total": totals}
    else:
        owes = [difference(options, column, winner, seat) for seat in seats if seat != winner]
        owes.insert(winner, -sum(owes))
        added["difference"] = tuple(-points for points in owes)
    return {name: values for name, values in added.items() if any(values)}
