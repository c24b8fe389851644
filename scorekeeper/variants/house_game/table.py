"""How a game that the table made is set up: as the table says. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import TableCard, all_of
from scorekeeper.engine.words import _
from scorekeeper.variants.house_game.questions import Options


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=0,
        jokers=0,
        each=0,
        before=all_of(
            _("Your game, your set-up: agree on packs, cards each, who cuts and who begins.")
        ),
    )
