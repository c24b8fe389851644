"""What is refused: rules that do not fit the table, and hands that cannot have ended so."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants.conquian.cards import CARDS_EACH, STOCK, check_forty
from scorekeeper.variants.conquian.questions import Entry, Game, Line, Options, Result, StockOut


def check_options(options: Options, seats: int) -> None:
    if options.stock_out is StockOut.FEWEST and seats == 2:
        raise EntryError(_("The fewest cards win only with three players."), field="stock_out")


# What can be reported ------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    lines = {person: entry.lines[person] for person in entry.playing}
    match entry.deal.result:
        case Result.OUT:
            check_out(game.options, lines, _western.check_one_winner(lines))
        case Result.DRAW:
            _western.check_nobody_won(lines)
            check_fewest(game.options, lines)


def check_out(options: Options, lines: Mapping[int, Line], winner: int) -> None:
    """By points, the losers say what they hold, and it may be nothing."""
    if options.for_stakes:
        return
    _western.check_no_leftovers(lines[winner], winner)
    for person, line in lines.items():
        check_forty(line.cards, "cards", person)
    _western.check_cards(lines, STOCK, CARDS_EACH)
    for person, line in lines.items():
        if person != winner:
            _western.check_leftovers(line, person, zero=True)


def check_fewest(options: Options, lines: Mapping[int, Line]) -> None:
    if not options.for_stakes or options.stock_out is StockOut.DRAW:
        return
    for person, line in lines.items():
        if line.cards_left is None:
            raise EntryError(_("How many cards are left?"), field="cards_left", seat=person)
