"""A player's face: a colour and a card, drawn beside the name and never instead of it. Pure."""

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
"""``face.css`` defines the exact colours."""


@dataclass(frozen=True, slots=True)
class FaceSign:
    colour: str
    rank: str
    suit: str

    @property
    def text(self) -> str:
        """``Q♥``; the selector keeps browsers from drawing an emoji."""
        return f"{self.rank}{SUITS[self.suit]}\N{VARIATION SELECTOR-15}"


def parse_face(face: str) -> FaceSign | None:
    """Parses a stored face such as ``3QH``; None when it is empty or unknown."""
    colour, rank, suit = face[:1], face[1:-1], face[-1:]
    is_known = colour in COLOURS and rank in RANKS and suit in SUITS
    return FaceSign(colour, rank, suit) if is_known else None
