"""How the games with value cards are set up at the table. Changes no score."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.table_card import TableCard, all_of
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._indian.table import thirteen

PACKS = 3


def many_cards(each: int, values: Phrase) -> TableCard:
    """The card of a game with so many cards each; ``values``: what the turned-up card makes."""
    return replace(
        thirteen(PACKS),
        each=each,
        turned=all_of(
            _("A card is laid sideways under the stock."), values, _("Then the discards are begun.")
        ),
        before=all_of(
            _("A discarded joker may not be taken, but for the very first card."),
        ),
        differs=all_of(_("Some tables play it clockwise, or make the whole rank wild.")),
    )
