"""Cards tapped on the capture screen: how they are laid, and whether a show stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scorekeeper.capture import picker
from scorekeeper.capture.fields import Field
from scorekeeper.capture.forms import HandForm, sentence
from scorekeeper.engine.cards import Deck
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds_rules import Arrangement, Group
from scorekeeper.engine.questions import Melds


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn: what it is, and what it stands for."""

    shown: str
    is_red: bool
    stands: str = ""
    points: int | None = None
    """Where it counts by itself."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand laid out for a page."""

    groups: list[list[Face]]
    left: list[Face]
    points: int


@dataclass(frozen=True, slots=True)
class Counted:
    """What is known of the cards in one field."""

    laid: Laid | None
    said: str
    """Why they cannot be counted."""
    stock: str
    wild: str


def counted(form: HandForm, name: str) -> Counted | None:
    """Of the cards in the field of this name; None if the page has no such field."""
    found = form.fields.get(name)
    if not isinstance(found, Field) or found.person is None:
        return None
    rules, game = form.rules, form.fold
    deal = rules.deal_of(game, form.entry, found.person)
    stock = picker.stock(rules, game.options, deal)
    wild = " ".join(sorted(rules.wild(game.options, deal)))
    if found.refused:
        return Counted(None, sentence(found.refused), stock, wild)
    try:
        arrangement = rules.lay(game, form.entry, found.person)
    except EntryError as error:
        return Counted(None, sentence(error), stock, wild)
    deck = picker.deck_of(rules)
    drawn = laid(arrangement, deck) if arrangement and deck else None
    return Counted(drawn, "", stock, wild)


def laid(arrangement: Arrangement, deck: Deck) -> Laid:
    return Laid(
        [list(_group(group, deck)) for group in arrangement.groups],
        [_face(card, deck, points=points) for card, points in arrangement.left],
        arrangement.points,
    )


def _group(group: Group, deck: Deck) -> Iterator[Face]:
    for card, stands in zip_longest(group.cards, group.stands):
        yield _face(card, deck, stands=stands)


def _face(card: str, deck: Deck, *, stands: str | None = None, points: int | None = None) -> Face:
    is_red = card[-1:] in ("H", "D")
    return Face(deck.show(card), is_red, deck.show(stands) if stands else "", points)


def melds_asked(form: HandForm) -> bool:
    return any(isinstance(field.question.kind, Melds) for field in _fields(form))


def _fields(form: HandForm) -> Sequence[Field]:
    return [field for seat in form.seats for field in seat]
