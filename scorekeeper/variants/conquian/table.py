"""How Conquian is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import AS_YOU_DO, TableCard, all_of
from scorekeeper.engine.words import _
from scorekeeper.variants.conquian.questions import Options


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=1,
        jokers=0,
        each=10,
        deck=_("One pack without 8, 9, 10 and jokers: 40 cards."),
        begins=all_of(_("The non-dealer begins; of three, the dealer’s left.")),
        before=all_of(_("The first player with eleven cards on the table wins.")),
        differs=(
            *(all_of(_("Three may play with 9 cards each.")) if persons == 3 else ()),
            AS_YOU_DO,
        ),
    )
