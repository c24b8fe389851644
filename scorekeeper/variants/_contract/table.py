"""How contract games are set up at the table. Changes no score."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.table_card import (
    AS_YOU_DO,
    DISCARDS_BEGUN,
    LEFT_BEGINS,
    ONE_AT_A_TIME,
    TableCard,
    all_of,
)
from scorekeeper.engine.words import _
from scorekeeper.variants._contract.options import Options

AGREE: Final = _("Agree how many: many tables deal 10 each at first, and 12 in later deals.")


def set_up(options: Options, each: int = 0) -> TableCard:
    """The card of a contract game; 0 cards ``each`` where books differ."""
    return TableCard(
        packs=options.packs,
        jokers=options.jokers,
        each=each,
        dealt=(ONE_AT_A_TIME,) if each else (ONE_AT_A_TIME, AGREE),
        turned=(DISCARDS_BEGUN,),
        begins=(LEFT_BEGINS,),
        before=all_of(_("The dealer names the contract of the deal.")),
        differs=(AS_YOU_DO,),
    )
