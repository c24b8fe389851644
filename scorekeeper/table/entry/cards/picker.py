"""The panel for tapping cards: one key per face, by suit. Knows cards, no game."""

from collections import Counter
from functools import lru_cache
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from scorekeeper.engine.cards import JOKER, NUMBER_TILES, RANKS, SYMBOLS, Deck
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions.kinds import Melds, deck_of, questions
from scorekeeper.engine.variant import AnyVariant, Terms
from scorekeeper.play.terms import game_text

EXAMPLE_COUNT = 13
"""An example from which the page's script learns how to word any number of cards."""
COLOURS = {"R": "red", "B": "blue", "K": "black", "O": "orange"}


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


def tap(terms: Terms) -> str:
    """Returns the label of the key that opens the panel."""
    return game_text(terms, "Tap cards")


def keys(deck: Deck, terms: Terms) -> SafeString:
    """Returns all keys of a deck, in the reader's language."""
    return _keys(deck is NUMBER_TILES, terms, get_language())


@lru_cache(maxsize=64)
def _keys(tiles: bool, terms: Terms, _language: str | None) -> SafeString:
    """Thirteen of each suit on two rows of seven. The remaining places have the joker and the
    controls: one less, undo, and done at the lower end, under the thumb."""
    suits, joker = _tiles() if tiles else _cards(), gettext("Joker")
    controls = [
        _key(JOKER, f"★<small>{escape(joker)}</small>", joker, "picker__face--joker"),
        _control(
            "back",
            game_text(terms, "−1 card"),
            game_text(terms, "−1 card: tap it next"),
            ' aria-pressed="false"',
        ),
        _control("undo", gettext("Undo")),
        _control("done", gettext("Done")),
    ]
    return mark_safe("".join(suit + key for suit, key in zip(suits, controls, strict=True)))


def _control(action: str, text: str, name: str = "", attributes: str = "") -> str:
    label = f' aria-label="{escape(name)}"' if name else ""
    return (
        f'<button type="button" class="picker__key picker__{action}" data-picker="{action}"'
        f"{label}{attributes}>{escape(text)}</button>"
    )


def _cards() -> list[str]:
    names = {
        "S": gettext("spades"),
        "H": gettext("hearts"),
        "D": gettext("diamonds"),
        "C": gettext("clubs"),
    }
    return [
        "".join(
            _key(
                rank + suit,
                f"{rank}{symbol}&#xFE0E;",
                f"{rank} {names[suit]}",
                "red" if suit in "HD" else "",
            )
            for rank in RANKS
        )
        for suit, symbol in SYMBOLS.items()
    ]


def _tiles() -> list[str]:
    names = {
        "R": gettext("red"),
        "B": gettext("blue"),
        "K": gettext("black"),
        "O": gettext("orange"),
    }
    return [
        "".join(
            _key(
                f"{n}{letter}",
                f"{n}<small>{letter}</small>",
                f"{n} {names[letter]}",
                f"tile--{colour}",
            )
            for n in range(1, 14)
        )
        for letter, colour in COLOURS.items()
    ]


def _key(face: str, label: str, name: str, extra: str) -> str:
    return (
        f'<button type="button" class="picker__face {extra}" data-face="{face}" '
        f'aria-label="{escape(name)}" aria-pressed="false">{label}<i></i></button>'
    )
