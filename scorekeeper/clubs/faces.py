"""By what a player is told apart at a glance: a colour and a card. Decoration, always beside the
name. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COLOURS: Final[dict[str, str | Promise]] = {
    "1": _("Green"),
    "2": _("Blue"),
    "3": _("Violet"),
    "4": _("Wine red"),
    "5": _("Brown"),
    "6": _("Black"),
}
"""``face.css`` says which exactly."""


@dataclass(frozen=True, slots=True)
class FaceSign:
    colour: str
    rank: str
    suit: str

    @property
    def text(self) -> str:
        """``Q♥``, the suit as text in every browser."""
        return f"{self.rank}{SUITS[self.suit]}\N{VARIATION SELECTOR-15}"


def sign_of(face: str) -> FaceSign | None:
    """What a player's face says; None for none, and for one that is not known any more."""
    colour, rank, suit = face[:1], face[1:-1], face[-1:]
    known = colour in COLOURS and rank in RANKS and suit in SUITS
    return FaceSign(colour, rank, suit) if known else None
