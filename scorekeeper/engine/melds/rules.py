"""What a meld is at one table: the parameters of the search, and the form of its answer.

No game is named here. A variant builds one ``MeldRules`` from its options and, deal by deal, puts
in the cards that are wild. Nothing in this module searches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank, suit

Aces: TypeAlias = Literal["low", "high", "both"]
Kind: TypeAlias = Literal[
    # what the search lays
    "pure",
    "tunnela",
    "impure",
    "set",
    "dublee",
    # wild cards together, where so many of them save a hand or are shown
    "jokers",
    # cards added to another player's group
    "laid_off",
    # value cards
    "marriage",
    "tiplu",
    "poplu",
    "jhiplu",
    "alter",
    "man",
    "cut",
    "up",
    "down",
]

PURE: Final = ("pure", "tunnela")
SEQUENCES: Final = ("pure", "tunnela", "impure")
KINDS: Final = ("pure", "tunnela", "impure", "set", "dublee")
"""The order in which groups are laid."""


def rank_values(ace: int, court: int = 10) -> tuple[int, ...]:
    """Points by rank: pips count themselves.

    >>> rank_values(ace=1)
    (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    """
    return (ace, *range(2, 11), court, court, court)


@dataclass(frozen=True, slots=True)
class Lives:
    """What must be laid before other melds save their cards (``indian_rummy.md`` §7).

    ``pure`` sequences at least, and ``sequences`` altogether. ``pure_saves``: short of that, pure
    sequences save their own cards all the same; otherwise every card counts.
    """

    pure: int = 0
    sequences: int = 0
    pure_saves: bool = True


@dataclass(frozen=True, slots=True)
class MeldRules:
    """Everything that decides which cards make a meld and what the others cost.

    A wild card is a printed joker or a card of ``wild``; it stands for any card, or for itself.
    """

    values: tuple[int, ...] = rank_values(ace=10)
    """Points of a card left over, from ace to king."""
    joker_value: int = 0
    """Points of a printed joker left over."""
    wild_value: int | None = 0
    """Points of any other wild card left over; None: as its rank."""
    wild: frozenset[str] = frozenset()
    """Cards that are wild in this deal besides printed jokers."""
    aces: Aces = "both"
    """Where the ace stands in a sequence; never in the middle, never at both ends at once."""
    min_run: int = 3
    max_run: int = 13
    min_set: int = 3
    max_set: int = 4
    """Cards in a sequence and in a set; ``max_set`` 0: there are no sets."""
    same_suits: bool = False
    """A set may hold several cards of one suit."""
    tunnelas: bool = False
    """Three identical natural cards are a pure sequence."""
    joker_tunnelas: bool = False
    """So are three printed jokers."""
    min_naturals: int = 1
    """Cards standing for themselves in every meld, at least (1 or more)."""
    max_wilds: int | None = None
    """Cards standing for others in one meld, at most."""
    lives: Lives = Lives()
    loose_wilds: bool = False
    """All cards can be shown although wild cards lie loose beside the melds."""

    def is_wild(self, card: str) -> bool:
        return card == JOKER or card in self.wild

    def value(self, card: str) -> int:
        """Points of this card left over."""
        if card == JOKER:
            return self.joker_value
        if self.wild_value is not None and card in self.wild:
            return self.wild_value
        return self.values[RANKS.index(rank(card))]


def position(card: str) -> int:
    """1 (ace) to 13 (king); 14 for the printed joker, which has none."""
    return 14 if card == JOKER else RANKS.index(rank(card)) + 1


def card_at(place: int, of_suit: str) -> str:
    """The card in a suit's order, where 1 and 14 are the ace."""
    return RANKS[(place - 1) % 13] + of_suit


def in_order(card: str) -> tuple[int, int, str]:
    """Sorts a hand: by suit, then from ace to king, jokers last."""
    of_suit = suit(card)
    return (SUITS.index(of_suit) if of_suit else len(SUITS), position(card), card)


@dataclass(frozen=True, slots=True)
class Group:
    """Cards laid together, in laying order.

    ``stands[n]`` is the card that ``cards[n]`` stands for, None where it is itself.
    """

    kind: Kind
    cards: tuple[str, ...]
    stands: tuple[str | None, ...]
    worth: int | None = None
    """Points its owner has for it; None in a game in which groups are worth nothing."""

    @property
    def wilds(self) -> int:
        """How many cards stand for others."""
        return sum(card is not None for card in self.stands)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: the groups that save their cards, and the cards that count."""

    groups: tuple[Group, ...]
    left: tuple[tuple[str, int], ...]
    """Cards in no group with their points, the dearest first."""
    valued: tuple[Group, ...] = ()
    """Value cards with what they bring, where they are cards of groups or left over besides."""

    @property
    def worth(self) -> int:
        """Points for the groups and for value cards."""
        return sum(group.worth or 0 for group in (*self.groups, *self.valued))

    @property
    def points(self) -> int:
        """Points of the cards that count."""
        return sum(points for _card, points in self.left)

    @property
    def cards_left(self) -> tuple[str, ...]:
        return tuple(card for card, _points in self.left)


def dump_arrangement(arrangement: Arrangement) -> dict[str, Any]:
    """Plain JSON, to be stored with the hand."""
    told: dict[str, Any] = {
        "groups": [_dump_group(group) for group in arrangement.groups],
        "left": [list(pair) for pair in arrangement.left],
    }
    if arrangement.valued:
        told["valued"] = [_dump_group(group) for group in arrangement.valued]
    return told


def _dump_group(group: Group) -> dict[str, Any]:
    told = {"kind": group.kind, "cards": list(group.cards), "stands": list(group.stands)}
    return told if group.worth is None else told | {"worth": group.worth}


def load_arrangement(stored: Mapping[str, Any]) -> Arrangement:
    """The inverse of ``dump_arrangement``."""
    return Arrangement(
        tuple(_load_group(group) for group in stored["groups"]),
        tuple((card, points) for card, points in stored["left"]),
        tuple(_load_group(group) for group in stored.get("valued", ())),
    )


def _load_group(stored: Mapping[str, Any]) -> Group:
    cards, stands = tuple(stored["cards"]), tuple(stored["stands"])
    return Group(stored["kind"], cards, stands, stored.get("worth"))
