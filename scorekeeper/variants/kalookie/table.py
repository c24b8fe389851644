"""How kalookie is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import (
    AS_YOU_DO,
    DISCARDS_BEGUN,
    LEFT_BEGINS,
    ONE_AT_A_TIME,
    TableCard,
    all_of,
)
from scorekeeper.engine.words import _
from scorekeeper.variants.kalookie.options import Options


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=2,
        jokers=int(options.jokers.value),
        each=13,
        dealt=(ONE_AT_A_TIME,),
        turned=(DISCARDS_BEGUN,),
        begins=(LEFT_BEGINS,),
        differs=(*all_of(_("Two jokers or four in both packs together.")), AS_YOU_DO),
    )
