"""Cards tapped on the page of a hand: how they are laid out, and what they count."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from scorekeeper.core.localization.words import words
from scorekeeper.engine.cards import NUMBER_TILES, Deck
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import Cards, Melds, deck_of, question
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import number
from scorekeeper.play.terms import in_terms
from scorekeeper.play.wording.cards import LaidHand, arrangement_of_cards, lay_out
from scorekeeper.questions.encoding import to_texts
from scorekeeper.table.entry.cards import picker
from scorekeeper.table.entry.fields import HandField
from scorekeeper.table.entry.forms import HandForm


@dataclass(frozen=True, slots=True)
class CardCount:
    """The count of the cards in one field."""

    field: str
    cards: str
    """Their number, in words."""
    laid: LaidHand | None
    points: str
    """Their points: ``36``, or ``+45`` for cards worth points; empty when unknown."""
    error: str
    """Why they cannot be counted."""
    stock: str
    wild: str
    notes: tuple[str, ...] = ()
    """What the cards are besides, such as a complete hand."""
    fills: str = ""
    """The texts that they fill in elsewhere at least, as a JSON object of lists by input."""


def count_field(form: HandForm, name: str) -> CardCount | None:
    """Counts the cards in the field of this name; None if the page has no such field."""
    field = form.fields.get(name)
    if not isinstance(field, HandField) or field.person is None or not field.stock:
        return None
    cards = list(_cards(field))
    if field.refused:
        return card_count(form, name, field.person, cards, error=_fault(form, field.refused))
    try:
        tapped = form.rules.tapped(form.fold, form.entry, field.person)
    except EntryError as error:
        return card_count(form, name, field.person, cards, error=_fault(form, error))
    own = None
    if tapped is not None and tapped.arrangement is not None and cards:
        own = arrangement_of_cards(tapped.arrangement, cards)
    count = card_count(
        form, name, field.person, cards, own, in_groups=isinstance(field.question.kind, Melds)
    )
    if tapped is None or own is None:
        return count
    return replace(
        _charged(field, count, tapped.owes),
        notes=tuple(words(note) for note in tapped.notes),
        fills=_fills(form, field.person, tapped.fills),
    )


def _fault(form: HandForm, fault: EntryError | RefusedError) -> str:
    return words(in_terms(form.rules.terms, fault.phrase))


def _fills(form: HandForm, person: int, values: NamedValues) -> str:
    return json.dumps(
        {
            form.row_of(person)[name].name: to_texts(question(form.rules.line, name).kind, value)
            for name, value in values.items()
            if name in form.row_of(person).fields
        }
    )


def _charged(field: HandField, count: CardCount, points: float | None) -> CardCount:
    """Replaces the points by those that the result will show, if they differ."""
    kind = field.question.kind
    if points is None or not (isinstance(kind, Cards) and kind.instead):
        return count
    laid = count.laid
    if laid and not laid.points:  # a hand saved whole still counts the least there is
        laid = replace(laid, points=int(points))
    return replace(count, points=number(points), laid=laid)


def _cards(field: HandField) -> Iterator[str]:
    for item in field.value() or ():
        if isinstance(item, str):
            yield item
        else:
            yield from item


def card_count(
    form: HandForm,
    name: str,
    person: int,
    cards: list[str],
    arrangement: Arrangement | None = None,
    *,
    error: str = "",
    in_groups: bool = False,
) -> CardCount:
    """Returns the count of a person's cards, and of those that may be tapped."""
    rules, options = form.rules, form.fold.options
    deal, deck = form.fold.deal_of(form.entry, person), deck_of(rules.line)
    laid = lay_out(arrangement, deck) if arrangement and deck else None
    return CardCount(
        name,
        how_many(len(cards), deck),
        laid,
        _points(laid, in_groups) if laid else "",
        error,
        picker.stock(rules, options, deal),
        " ".join(sorted(rules.stock(options, deal).wild)),
    )


def how_many(cards: int, deck: Deck | None) -> str:
    if deck is NUMBER_TILES:
        return ngettext("%(n)d tile", "%(n)d tiles", cards) % {"n": cards}
    return ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}


def _points(laid: LaidHand, in_groups: bool) -> str:
    if laid.worth is not None and not laid.points:
        return f"+{laid.worth}"
    return "" if in_groups and laid.groups else str(laid.points)
