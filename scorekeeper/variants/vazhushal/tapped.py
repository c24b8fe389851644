"""Tapped cards as the best position they allow, with its points."""

from typing import Final

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants.vazhushal.cards import wild_cards
from scorekeeper.variants.vazhushal.checks import check_copies, check_negative
from scorekeeper.variants.vazhushal.position import best_position
from scorekeeper.variants.vazhushal.questions import Deal, Entry, Game, Line, Options, Outcome

MOST: Final = 36
"""Cards of one player that are counted; the search takes long for more."""


def position_of(
    options: Options, negative: str | None, line: Line, person: int | None = None
) -> Arrangement:
    """The best position of tapped cards. Raises EntryError if those on the table cannot be."""
    table = tuple(card for group in line.table or () for card in group)
    hand = line.cards or ()
    if len(table) + len(hand) > MOST:
        raise EntryError(
            _("That many cards can’t be counted. Enter the points."), field="cards", seat=person
        )
    position = best_position(table, hand, wild_cards(negative), options.wild_in_hand.value)
    if position is None:
        raise EntryError(
            _("These cards cannot all lie in melds, one of them a pure sequence."),
            field="table",
            seat=person,
        )
    return position


def wild(options: Options, deal: Deal) -> frozenset[str]:
    return wild_cards(deal.negative)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    """The best position: melds with their points, and what is left in hand."""
    line = entry.lines[person]
    if entry.deal.outcome is not Outcome.STOCK_OUT or not line.tapped:
        return None
    check_negative(game.options, entry.deal.negative)
    check_copies(game.options, [(person, line)])
    return position_of(game.options, entry.deal.negative, line, person)


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    """Points on the table and in hand."""
    line = entry.lines[person]
    if entry.deal.outcome is not Outcome.STOCK_OUT or not line.tapped:
        return {}
    position = position_of(game.options, entry.deal.negative, line, person)
    return {"melded": position.worth, "in_hand": position.points}


def card_results(options: Options, deal: Deal, line: Line) -> NamedValues:
    """The best score these cards can make. Raises EntryError."""
    check_negative(options, deal.negative)
    check_copies(options, [(None, line)])
    position = position_of(options, deal.negative, line)
    return {"score": position.worth - position.points}
