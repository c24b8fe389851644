"""The result of every search: a hand laid out in groups, and the cards left over.

A game may add groups that are not melds (value cards, cards laid off), under its own kinds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Group:
    """Cards laid together, in laying order.

    ``stands[n]`` is the card that ``cards[n]`` stands for, None where it is itself.
    """

    kind: str
    """A ``MeldKind``, or a kind of the game's own for what it counts besides melds."""
    cards: tuple[str, ...]
    stands: tuple[str | None, ...]
    worth: int | None = None
    """Points its owner gets for it; None in games where groups are worth nothing."""

    @property
    def wilds(self) -> int:
        """The number of cards that stand for others."""
        return sum(card is not None for card in self.stands)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: the groups that save their cards, and the cards that count."""

    groups: tuple[Group, ...]
    left: tuple[tuple[str, int], ...]
    """Cards in no group with their points, highest first."""
    valued: tuple[Group, ...] = ()
    """Value cards with their worth, if they are also in groups or left over."""

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
    """Returns plain JSON, stored with the hand."""
    dumped: dict[str, Any] = {
        "groups": [_dump_group(group) for group in arrangement.groups],
        "left": [list(pair) for pair in arrangement.left],
    }
    if arrangement.valued:
        dumped["valued"] = [_dump_group(group) for group in arrangement.valued]
    return dumped


def _dump_group(group: Group) -> dict[str, Any]:
    dumped = {"kind": group.kind, "cards": list(group.cards), "stands": list(group.stands)}
    return dumped if group.worth is None else dumped | {"worth": group.worth}


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
