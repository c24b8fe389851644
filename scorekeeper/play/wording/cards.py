"""Cards as they were laid out and counted, ready to be drawn."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from django.utils.translation import gettext

from scorekeeper.core.localization.words import words
from scorekeeper.engine.cards import NUMBER_TILES, Deck
from scorekeeper.engine.melds import Arrangement, Group
from scorekeeper.engine.words import _

KIND_NAMES: Final = {"pure": _("Pure sequence"), "impure": _("Sequence"), "set": _("Set")}
"""Groups whose cards show what they are; others are named after their kind."""
LOOKS: Final = {"H": "red", "D": "red diamond", "C": "club", "R": "red"}
"""Classes by the letter of a suit, or of a tile's colour."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it is drawn."""

    text: str
    is_red: bool
    stands_for: str = ""
    """The card that it stands for."""
    points: int | None = None
    """Its points, if it counts by itself."""
    card: str = ""
    """Its notation: ``10H``, ``JK``, ``13K`` for a tile."""

    @property
    def look(self) -> str:
        return look(self.card)


@dataclass(frozen=True, slots=True)
class LaidGroup:
    """Cards that lie together."""

    faces: list[Face]
    name: str
    worth: int | None
    """Points its owner gets for it; None if groups are worth nothing in this game."""
    is_plain: bool
    """Its cards show what it is."""


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand laid out for a page."""

    groups: list[LaidGroup]
    left: list[Face]
    points: int
    """The points of the cards left over."""
    worth: int | None
    """Points for the groups; None if they are worth nothing in this game."""
    valued: list[LaidGroup]
    """Value cards among all these, and their points."""


def lay_out(arrangement: Arrangement, deck: Deck) -> LaidHand:
    is_worth = any(group.worth is not None for group in arrangement.groups)
    return LaidHand(
        [_group(group, deck) for group in arrangement.groups],
        [_face(card, deck, points=points) for card, points in arrangement.left],
        arrangement.points,
        arrangement.worth if is_worth else None,
        [_group(group, deck) for group in arrangement.valued],
    )


def look(card: str) -> str:
    """Returns the classes of a card or suit letter on a page: "red", and those for readers with
    four colours."""
    return LOOKS.get(card[-1:], "")


def card_faces(cards: Iterable[str], deck: Deck) -> list[Face]:
    """Returns cards as they lay, not counted."""
    return [_face(card, deck) for card in cards]


def _group(group: Group, deck: Deck) -> LaidGroup:
    pairs = zip_longest(group.cards, group.stands)
    faces = [_face(card, deck, stands=stands) for card, stands in pairs]
    name = gettext(KIND_NAMES.get(group.kind) or group.kind.replace("_", " ").capitalize())
    return LaidGroup(faces, name, group.worth, group.kind in KIND_NAMES)


def _face(card: str, deck: Deck, *, stands: str | None = None, points: int | None = None) -> Face:
    is_red = card[-1:] in (("R",) if deck is NUMBER_TILES else ("H", "D"))
    text, stood_for = words(deck.show(card)), words(deck.show(stands)) if stands else ""
    return Face(text, is_red, stood_for, points, card)


def arrangement_of_cards(arrangement: Arrangement, cards: Iterable[str]) -> Arrangement:
    """Returns the part of a player's cards in one field: melded, or in hand."""
    available = Counter(cards)
    groups = tuple(group for group in arrangement.groups if _take(available, group.cards))
    left = tuple(pair for pair in arrangement.left if _take(available, pair[:1]))
    return replace(arrangement, groups=groups, left=left)


def _take(available: Counter[str], cards: Iterable[str]) -> bool:
    """Takes these cards if all of them are available; returns whether they were."""
    cards_wanted = Counter(cards)
    if not cards_wanted <= available:
        return False
    available.subtract(cards_wanted)
    return True
