"""The table card: how a game is set up before its first hand, as sentences to translate.

Packs, cards per player, who cuts, what is turned up, who begins and the direction of play. Rules
must not read it: it changes no score.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from scorekeeper.engine.words import Phrase, _

PACK: Final = 52


Sentences: TypeAlias = tuple[Phrase, ...]


def sentences(*messages: Phrase) -> Sentences:
    return messages


class FirstDealer(Enum):
    """The rules for who deals first after the draw for seats."""

    HIGHEST = _("The player with the highest card deals first.")
    BEFORE_HIGHEST = _("The player left of the highest card deals first.")


ONE_AT_A_TIME: Final = _("One at a time.")
FROM_THE_LEFT: Final = _("One at a time, from the dealer’s left, clockwise.")
LEFT_BEGINS: Final = _("The dealer’s left begins; play goes round clockwise.")
RIGHT_BEGINS: Final = _("The dealer’s right begins; play goes round counter-clockwise.")
DISCARDS_BEGUN: Final = _("The rest lies face down; the next card is turned up next to it.")
CARDS: Final = _("Cards")
AS_YOU_DO: Final = _("Which way round, who cuts and in what batches is as your table does it.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard:
    """``packs`` of 52, printed ``jokers`` in all, ``hand_size`` cards each; 0: the table
    decides."""

    packs: int
    jokers: int
    hand_size: int
    deck: Phrase | None = None
    """The packs in words, where they are not whole packs of 52."""
    pieces: Phrase = CARDS
    """The word for the things that are dealt."""
    dealt: Sentences = ()
    cut: Sentences = ()
    turned: Sentences = ()
    begins: Sentences = ()
    before: Sentences = ()
    later: Sentences = ()
    differs: Sentences = ()
    first_dealer: FirstDealer = FirstDealer.HIGHEST

    @property
    def stock(self) -> Phrase | None:
        """The packs as one sentence."""
        return self.deck or (deck(self.packs, self.jokers) if self.packs else None)

    @property
    def rows(self) -> list[tuple[str, Sentences]]:
        """Pairs of label and sentences, without empty parts."""
        stock = (self.stock,) if self.stock else ()
        hand_size = (_("{cards} each.").format(cards=self.hand_size),) if self.hand_size else ()
        parts: Sequence[tuple[str, Sentences]] = (
            (_("Packs"), stock),
            (self.pieces, (*hand_size, *self.dealt)),
            (_("Who cuts"), self.cut),
            (_("Turned up"), self.turned),
            (_("Who begins"), self.begins),
            (_("Before play"), self.before),
            (_("Later"), self.later),
            (_("A house may differ"), self.differs),
        )
        return [(label, lines) for label, lines in parts if lines]


def deck(packs: int, jokers: int) -> Phrase:
    """
    >>> deck(2, 8)
    '2 packs and 8 printed jokers: 112 cards.'
    """
    values = {"packs": packs, "jokers": jokers, "cards": PACK * packs + jokers}
    if packs == 1:
        singular = {
            0: _("One pack without jokers: {cards} cards."),
            1: _("One pack and one printed joker: {cards} cards."),
        }
        phrase = singular.get(jokers, _("One pack and {jokers} printed jokers: {cards} cards."))
        return phrase.format(**values)
    plural = {
        0: _("{packs} packs without jokers: {cards} cards."),
        1: _("{packs} packs and one printed joker: {cards} cards."),
    }
    phrase = plural.get(jokers, _("{packs} packs and {jokers} printed jokers: {cards} cards."))
    return phrase.format(**values)
