"""Cards as they were laid and counted, ready to be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from django.utils.translation import gettext

from scorekeeper.engine.cards import NUMBER_TILES, Deck
from scorekeeper.engine.melds import Arrangement, Group
from scorekeeper.engine.words import _
from scorekeeper.wording.words import words

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
    card: str = ""
    """As it is written: ``10H``, ``JK``, ``13K`` for a tile."""


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


def faces(cards: Iterable[str], deck: Deck) -> list[Face]:
    """Cards as they lay there, not counted."""
    return [_face(card, deck) for card in cards]


def _group(group: Group, deck: Deck) -> LaidGroup:
    pairs = zip_longest(group.cards, group.stands)
    faces = [_face(card, deck, stands=stands) for card, stands in pairs]
    name = gettext(SEEN.get(group.kind) or group.kind.replace("_", " ").capitalize())
    return LaidGroup(faces, name, group.worth, group.kind in SEEN)


def _face(card: str, deck: Deck, *, stands: str | None = None, points: int | None = None) -> Face:
    is_red = card[-1:] in (("R",) if deck is NUMBER_TILES else ("H", "D"))
    shown, meant = words(deck.show(card)), words(deck.show(stands)) if stands else ""
    return Face(shown, is_red, meant, points, card)


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
