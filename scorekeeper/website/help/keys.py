"""Lists what the keys of a keyboard do, besides what every browser does with them."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.words import Phrase, _


@dataclass(frozen=True, slots=True)
class KeyUse:
    names: tuple[str, ...]
    """As the events of a browser name them; ``Arrow`` is all four."""
    act: Phrase
    script: str
    """The script in ``static/js`` that listens."""

    @property
    def faces(self) -> tuple[str, ...]:
        return tuple(FACES.get(name, name) for name in self.names)


FACES: Final = {"Arrow": "← → ↑ ↓", "Escape": "Esc", "-": "−"}

PLACES: Final = (
    (
        _("A number on the number pad"),
        (
            KeyUse(("Enter",), _("Goes to the next number."), "pad.js"),
            KeyUse(("Escape",), _("Hides the number pad."), "pad.js"),
        ),
    ),
    (
        _("Jokers, aces and other keys that count"),
        (
            KeyUse(("+",), _("Counts one more."), "tally.js"),
            KeyUse(("-", "Backspace", "Delete"), _("Counts one less."), "tally.js"),
        ),
    ),
    (
        _("Cards to tap"),
        (
            KeyUse(("Arrow",), _("Go from card to card."), "cards.js"),
            KeyUse(("Backspace", "Delete"), _("Take one of this card away."), "cards.js"),
            KeyUse(("Enter",), _("In the line of text: hides the cards."), "cards.js"),
            KeyUse(("Escape",), _("Hides the cards."), "cards.js"),
        ),
    ),
    (
        _("Names of the players"),
        (KeyUse(("Enter",), _("Goes to the next name."), "name_rows.js"),),
    ),
)
