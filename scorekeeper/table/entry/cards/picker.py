"""The panel for tapping cards: one key per face, by suit. Knows cards, no game."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext

from scorekeeper.engine.cards import JOKER, NUMBER_TILES, RANKS, SYMBOLS, Deck
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions.kinds import Melds, deck_of, questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.wording.cards import look

AS_TEXT = "\N{VARIATION SELECTOR-15}"
"""Behind a sign: shown as text, not as a picture."""
EXAMPLE_COUNT = 13
"""An example from which the page's script learns how to word any number of cards."""


def lays_melds(rules: AnyVariant) -> bool:
    return any(isinstance(q.kind, Melds) for q in questions(rules.line))


def stock(rules: AnyVariant, options: Any, deal: Any) -> str:
    """Returns how many of each card players may hold: the usual number, then exceptions.

    ``2 7S:1 JK:4``: two of each, but one seven of spades and four jokers.
    """
    deck = deck_of(rules.line)
    return _counts(rules.stock(options, deal), deck) if deck else ""


@lru_cache(maxsize=512)
def _counts(cards: Stock, deck: Deck) -> str:
    available = {face: cards.copies(face) for face in (*sorted(deck.faces), JOKER)}
    most_common, _often = Counter(available.values()).most_common(1)[0]
    return " ".join(
        [str(most_common), *(f"{f}:{n}" for f, n in available.items() if n != most_common)]
    )


def example(deck: Deck) -> str:
    """Returns an example of what can be typed."""
    return "5R 13B JK" if deck is NUMBER_TILES else "5H 10S JK"


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit or a colour of tiles. ``symbol``: of a suit; ``look``: its class."""

    letter: str
    name: str
    look: str
    symbol: str = ""
    ranks: tuple[str, ...] = RANKS


def suits() -> list[Suit]:
    names = {
        "S": gettext("spades"),
        "H": gettext("hearts"),
        "D": gettext("diamonds"),
        "C": gettext("clubs"),
    }
    return [
        Suit(letter, names[letter], look(letter), symbol + AS_TEXT)
        for letter, symbol in SYMBOLS.items()
    ]


def colours() -> list[Suit]:
    """Returns those of tiles."""
    numbers = tuple(map(str, range(1, 14)))
    return [
        Suit("R", gettext("red"), "tile--red", ranks=numbers),
        Suit("B", gettext("blue"), "tile--blue", ranks=numbers),
        Suit("K", gettext("black"), "tile--black", ranks=numbers),
        Suit("O", gettext("orange"), "tile--orange", ranks=numbers),
    ]
