"""Cards tapped on the capture screen: how they are laid, and what they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from django.utils.translation import gettext, ngettext

from scorekeeper.capture import picker
from scorekeeper.capture.fields import Field
from scorekeeper.capture.forms import HandForm, sentence
from scorekeeper.engine.cards import NUMBER_TILES, Deck
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds_rules import Arrangement, Group
from scorekeeper.engine.questions import Melds
from scorekeeper.engine.words import _

# A hand laid out -----------------------------------------------------------------------------

SEEN: Final = {"pure": _("Pure sequence"), "impure": _("Sequence"), "set": _("Set")}
"""Groups whose cards say what they are; the others are called after their kind."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn."""

    shown: str
    is_red: bool
    stands: str = ""
    """The card it stands for."""
    points: int | None = None
    """Where it counts by itself."""


@dataclass(frozen=True, slots=True)
class LaidGroup:
    """Cards lying together."""

    faces: list[Face]
    name: str
    worth: int | None
    """Points its owner has for it; None in a game in which groups are worth nothing."""
    is_plain: bool
    """Its cards say what it is."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand laid out for a page."""

    groups: list[LaidGroup]
    left: list[Face]
    points: int
    """Of the cards left over."""
    worth: int | None
    """Points for the groups; None in a game in which they are worth nothing."""
    valued: list[LaidGroup]
    """Value cards among all these, and what they bring."""


def laid(arrangement: Arrangement, deck: Deck) -> Laid:
    is_worth = any(group.worth is not None for group in arrangement.groups)
    return Laid(
        [_group(group, deck) for group in arrangement.groups],
        [_face(card, deck, points=points) for card, points in arrangement.left],
        arrangement.points,
        arrangement.worth if is_worth else None,
        [_group(group, deck) for group in arrangement.valued],
    )


def _group(group: Group, deck: Deck) -> LaidGroup:
    pairs = zip_longest(group.cards, group.stands)
    faces = [_face(card, deck, stands=stands) for card, stands in pairs]
    name = gettext(SEEN.get(group.kind) or group.kind.replace("_", " ").capitalize())
    return LaidGroup(faces, name, group.worth, group.kind in SEEN)


def _face(card: str, deck: Deck, *, stands: str | None = None, points: int | None = None) -> Face:
    is_red = card[-1:] in (("R",) if deck is NUMBER_TILES else ("H", "D"))
    return Face(deck.show(card), is_red, deck.show(stands) if stands else "", points)


def of_cards(arrangement: Arrangement, cards: Iterable[str]) -> Arrangement:
    """The part of a player's cards that stands in one field: those melded, or those in hand."""
    there = Counter(cards)
    groups = tuple(group for group in arrangement.groups if _taken(there, group.cards))
    left = tuple(pair for pair in arrangement.left if _taken(there, pair[:1]))
    return replace(arrangement, groups=groups, left=left)


def _taken(there: Counter[str], cards: Iterable[str]) -> bool:
    """Whether these are all there; if so, they are not there again."""
    wanted = Counter(cards)
    if not wanted <= there:
        return False
    there.subtract(wanted)
    return True


# One field -----------------------------------------------------------------------------------


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
    if not isinstance(found, Field) or found.person is None or not found.stock:
        return None
    cards = list(_cards(found))
    if found.refused:
        return told(form, name, found.person, cards, said=sentence(found.refused))
    try:
        arrangement = form.rules.lay(form.fold, form.entry, found.person)
    except EntryError as error:
        return told(form, name, found.person, cards, said=sentence(error))
    own = of_cards(arrangement, cards) if arrangement and cards else None
    in_groups = isinstance(found.question.kind, Melds)
    return told(form, name, found.person, cards, own, in_groups=in_groups)


def _cards(field: Field) -> Iterator[str]:
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
    deal, deck = rules.deal_of(form.fold, form.entry, person), picker.deck_of(rules)
    drawn = laid(arrangement, deck) if arrangement and deck else None
    return Counted(
        name,
        how_many(len(cards), deck),
        drawn,
        _points(drawn, in_groups) if drawn else "",
        said,
        picker.stock(rules, options, deal),
        " ".join(sorted(rules.wild(options, deal))),
    )


def how_many(cards: int, deck: Deck | None) -> str:
    if deck is NUMBER_TILES:
        return ngettext("%(n)d tile", "%(n)d tiles", cards) % {"n": cards}
    return ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}


def _points(drawn: Laid, in_groups: bool) -> str:
    if drawn.worth is not None and not drawn.points:
        return f"+{drawn.worth}"
    return "" if in_groups and drawn.groups else str(drawn.points)
