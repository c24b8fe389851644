"""How canasta is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import AS_YOU_DO, DISCARDS_BEGUN, LEFT_BEGINS, TableCard, all_of
from scorekeeper.engine.words import _
from scorekeeper.variants.canasta.questions import Form, Options


def table_card(options: Options, persons: int) -> TableCard:
    classic = 15 if persons == 2 else 11
    return TableCard(
        packs=2,
        jokers=4,
        each=13 if options.form is Form.MODERN else classic,
        turned=(DISCARDS_BEGUN,),
        begins=(LEFT_BEGINS,),
        before=all_of(_("Partners sit opposite each other.")) if persons == 4 else (),
        differs=(AS_YOU_DO,),
    )
