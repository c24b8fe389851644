"""Playing cards as text: rank then suit (``10H``, also ``TH``), the printed joker ``JK``.

Rummikub tiles are a number then a colour (``13K``); their joker is ``JK`` too.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.words import Phrase, _

SUITS: Final = "SHDC"
SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER: Final = "JK"
PACK: Final = frozenset(rank + suit for rank in RANKS for suit in SUITS)


def parse_card(text: object) -> str:
    """Returns the card in its canonical spelling. Raises ValueError for anything else.

    >>> parse_card("TH"), parse_card("jk")
    ('10H', 'JK')
    """
    name = text.strip().upper() if isinstance(text, str) else ""
    if name.startswith("T"):
        name = "10" + name[1:]
    if name in PACK or name == JOKER:
        return name
    raise ValueError(f"{text!r} is not a card")


def rank(card: str) -> str:
    return card if card == JOKER else card[:-1]


def suit(card: str) -> str:
    """The suit letter; empty for the printed joker."""
    return "" if card == JOKER else card[-1]


def position(card: str) -> int:
    """1 (ace) to 13 (king); 14 for the printed joker, which has none."""
    return 14 if card == JOKER else RANKS.index(rank(card)) + 1


def card_at(place: int, of_suit: str) -> str:
    """Returns the card of a suit by place, where 1 and 14 are the ace."""
    return RANKS[(place - 1) % 13] + of_suit


def in_order(card: str) -> tuple[int, int, str]:
    """Sorts a hand: by suit, then from ace to king, jokers last."""
    of_suit = suit(card)
    return (SUITS.index(of_suit) if of_suit else len(SUITS), position(card), card)


def show(card: str) -> Phrase:
    """Returns the card as people read it: ``10♥``, ``Joker``."""
    return _("Joker") if card == JOKER else Phrase(rank(card) + SYMBOLS[suit(card)])


def show_all(cards: Iterable[str]) -> Phrase:
    values = {f"card{place}": show(card) for place, card in enumerate(cards)}
    return Phrase(" ".join(f"{{{name}}}" for name in values), values)


COLOURS: Final = "RBKO"
TILES: Final = frozenset(f"{number}{colour}" for number in range(1, 14) for colour in COLOURS)


COLOUR_NAMES: Final = {"R": _("red"), "B": _("blue"), "K": _("black"), "O": _("orange")}


def parse_tile(text: object) -> str:
    """Returns the tile: red, blue, black (K) or orange. Raises ValueError for anything else."""
    name = text.strip().upper() if isinstance(text, str) else ""
    if name in TILES or name == JOKER:
        return name
    raise ValueError(f"{text!r} is not a tile")


def show_tile(tile: str) -> Phrase:
    """
    >>> show_tile("13K"), show_tile("JK")
    ('13 black', 'Joker')
    """
    if tile == JOKER:
        return _("Joker")
    return _("{number} {colour}").format(number=tile[:-1], colour=COLOUR_NAMES[tile[-1]])


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards or tiles of a game: the faces without the joker, and how to read and show them."""

    faces: frozenset[str]
    parse: Callable[[object], str]
    show: Callable[[str], Phrase]


PLAYING_CARDS: Final = Deck(PACK, parse_card, show)
NUMBER_TILES: Final = Deck(TILES, parse_tile, show_tile)


def parse_cards(text: object, deck: Deck = PLAYING_CARDS) -> tuple[str, ...]:
    """Reads cards separated by spaces, in order. Raises ValueError."""
    if not isinstance(text, str):
        raise ValueError("cards are written as text")
    return tuple(deck.parse(name) for name in text.split())
