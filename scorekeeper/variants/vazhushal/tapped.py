"""Tapped cards as the best position they allow, with its points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Final

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions import Card, Cards, Melds
from scorekeeper.engine.variant import Told
from scorekeeper.engine.words import _
from scorekeeper.variants.vazhushal.cards import wild_cards
from scorekeeper.variants.vazhushal.checks import check_copies, check_negative, pieces, take
from scorekeeper.variants.vazhushal.position import best_position
from scorekeeper.variants.vazhushal.questions import Deal, Entry, Game, Line, Options, Outcome

MOST: Final = 36
"""Cards of one player that are counted; the search takes long for more."""


@dataclass(frozen=True, slots=True)
class Held:
    """A question about one player's cards when the stock has run out."""

    negative: Annotated[str | None, Card(label=_("Negative joker"), joker=False)] = None
    table: Annotated[tuple[tuple[str, ...], ...] | None, Melds(label=_("On the table"))] = None
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Cards in hand"))] = None


def position_of(
    options: Options, negative: str | None, line: Line | Held, person: int | None = None
) -> Arrangement:
    """The best position of tapped cards. Raises EntryError if those on the table cannot be."""
    table = tuple(card for group in line.table or () for card in group)
    hand, field = (line.hand, "hand") if isinstance(line, Held) else (line.cards, "cards")
    if len(table) + len(hand or ()) > MOST:
        raise EntryError(
            _("So many cards cannot be counted: type the points."), field=field, seat=person
        )
    found = best_position(table, hand or (), wild_cards(negative), options.wild_in_hand.value)
    if found is None:
        raise EntryError(
            _("These cards cannot all lie in melds, one of them a pure sequence."),
            field="table",
            seat=person,
        )
    return found


def wild(options: Options, deal: Deal) -> frozenset[str]:
    return wild_cards(deal.negative)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    """The best position: melds with their points, and what is left in hand."""
    line = entry.lines[person]
    if entry.deal.outcome is not Outcome.STOCK_OUT or not line.tapped:
        return None
    check_negative(game.options, entry.deal.negative)
    check_copies(game.options, {person: line})
    return position_of(game.options, entry.deal.negative, line, person)


def count(options: Options, held: Held) -> Told:
    """The best score these cards can make. Raises EntryError."""
    check_negative(options, held.negative)
    seen: Counter[str] = Counter()
    for field, card in pieces(held.table, held.hand, "hand"):
        take(options, seen, card, field)
    found = position_of(options, held.negative, held)
    return {"score": found.worth - found.points}
