"""The table card of Indian rummy with 13 cards. Changes no score."""

from typing import Final

from scorekeeper.engine.seats.table_card import (
    ONE_AT_A_TIME,
    RIGHT_BEGINS,
    FirstDealer,
    Sentences,
    TableCard,
    sentences,
)
from scorekeeper.engine.words import _

LEFT_CUTS: Final = _("The player left of the dealer cuts.")
STARTS: Final = _("The top card starts the discards.")
RANK_IS_WILD: Final = _("The next is laid sideways under the stock: its rank is wild.")
PRINTED: Final = _("If it is a printed joker, only printed jokers are wild.")
DIFFERS: Final = sentences(
    _("Other sources take two packs from two players on."),
    _("Online, play goes round clockwise."),
)

WORDS: Final = sentences(
    _("Pure sequence: cards of one suit in a row, without a joker."),
    _("First drop: leaving the hand before your first turn."),
    _("Middle drop: leaving the hand later."),
    _("Full count: the most that a hand can count."),
    _("Wrong show: a hand was declared that is not valid."),
)


def thirteen(decks: int, turned: Sentences = (STARTS, RANK_IS_WILD, PRINTED)) -> TableCard:
    """Returns the card of a game with ``decks`` packs, each with a printed joker."""
    return TableCard(
        packs=decks,
        jokers=decks,
        hand_size=13,
        cut=(LEFT_CUTS,),
        dealt=(ONE_AT_A_TIME,),
        turned=turned,
        begins=(RIGHT_BEGINS,),
        differs=DIFFERS,
        words=WORDS,
        first_dealer=FirstDealer.BEFORE_HIGHEST,
    )
