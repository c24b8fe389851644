"""How canasta is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import AS_YOU_DO, DISCARDS_BEGUN, LEFT_BEGINS, TableCard, all_of
from scorekeeper.engine.words import _
from scorekeeper.variants.canasta.forms import way
from scorekeeper.variants.canasta.questions import Options


def table_card(options: Options, persons: int) -> TableCard:
    dealt = way(options)
    return TableCard(
        packs=2,
        jokers=4,
        each=dealt.each_of_two if persons == 2 else dealt.each,
        turned=(DISCARDS_BEGUN,),
        begins=(LEFT_BEGINS,),
        before=all_of(_("Partners sit opposite each other.")) if persons == 4 else (),
        differs=(AS_YOU_DO,),
    )
