"""Cards tapped on the capture screen: how they are laid, and what they count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from scorekeeper.capture import picker
from scorekeeper.capture.fields import HandField
from scorekeeper.capture.forms import HandForm
from scorekeeper.engine.cards import NUMBER_TILES, Deck
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions import Cards, Melds, deck_of
from scorekeeper.engine.words import number
from scorekeeper.telling.laid import Laid, laid, of_cards
from scorekeeper.wording.words import words


@dataclass(frozen=True, slots=True)
class Counted:
    """What is known of the cards in one field."""

    field: str
    cards: str
    """How many there are, in words."""
    laid: Laid | None
    points: str
    """What they come to: ``36``, or ``+45`` for what is worth points; empty when unknown."""
    said: str
    """Why they cannot be counted."""
    stock: str
    wild: str


def counted(form: HandForm, name: str) -> Counted | None:
    """Of the cards in the field of this name; None if the page has no such field."""
    found = form.fields.get(name)
    if not isinstance(found, HandField) or found.person is None or not found.stock:
        return None
    cards = list(_cards(found))
    if found.refused:
        return told(form, name, found.person, cards, said=words(found.refused))
    try:
        arrangement = form.rules.cards.lay(form.fold, form.entry, found.person)
    except EntryError as error:
        return told(form, name, found.person, cards, said=words(error))
    own = of_cards(arrangement, cards) if arrangement and cards else None
    counts = told(
        form, name, found.person, cards, own, in_groups=isinstance(found.question.kind, Melds)
    )
    return _charged(form, found, counts) if own else counts


def _charged(form: HandForm, field: HandField, counts: Counted) -> Counted:
    """With what the slip will say of these cards, where that is not what they count."""
    kind = field.question.kind
    assert field.person is not None
    owed = form.rules.cards.owes(form.fold, form.entry, field.person)
    if owed is None or not (isinstance(kind, Cards) and kind.instead):
        return counts
    return replace(counts, points=number(owed))


def _cards(field: HandField) -> Iterator[str]:
    for one in field.value() or ():
        if isinstance(one, str):
            yield one
        else:
            yield from one


def told(
    form: HandForm,
    name: str,
    person: int,
    cards: list[str],
    arrangement: Arrangement | None = None,
    *,
    said: str = "",
    in_groups: bool = False,
) -> Counted:
    """What a page is told of these cards of a person's, and of those that may be tapped."""
    rules, options = form.rules, form.fold.options
    deal, deck = form.fold.deal_of(form.entry, person), deck_of(rules.line)
    drawn = laid(arrangement, deck) if arrangement and deck else None
    return Counted(
        name,
        how_many(len(cards), deck),
        drawn,
        _points(drawn, in_groups) if drawn else "",
        said,
        picker.stock(rules, options, deal),
        " ".join(sorted(rules.cards.wild(options, deal))),
    )


def how_many(cards: int, deck: Deck | None) -> str:
    if deck is NUMBER_TILES:
        return ngettext("%(n)d tile", "%(n)d tiles", cards) % {"n": cards}
    return ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}


def _points(drawn: Laid, in_groups: bool) -> str:
    if drawn.worth is not None and not drawn.points:
        return f"+{drawn.worth}"
    return "" if in_groups and drawn.groups else str(drawn.points)
