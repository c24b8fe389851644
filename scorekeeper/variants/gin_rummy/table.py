"""How gin rummy is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import Sentences, TableCard, all_of
from scorekeeper.engine.words import _
from scorekeeper.variants.gin_rummy.options import Options


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=1,
        jokers=0,
        each=10,
        dealt=all_of(_("One at a time, the non-dealer first.")),
        turned=all_of(_("The next card is turned up.")),
        begins=all_of(_("The non-dealer may take it, then the dealer; else the non-dealer draws.")),
        before=_more(persons),
        differs=all_of(_("Who deals: some cut for it, at others the loser of a hand deals.")),
    )


def _more(persons: int) -> Sentences:
    if persons == 3:
        return all_of(_("Two play at a time, the third rests."))
    if persons > 3:
        return all_of(_("Each pair of opponents has a pack and a deal of its own."))
    return ()
