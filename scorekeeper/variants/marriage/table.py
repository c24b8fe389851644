"""How Marriage is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import FROM_THE_LEFT, LEFT_BEGINS, TableCard, all_of
from scorekeeper.engine.words import _
from scorekeeper.variants.marriage.options import Options


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=3,
        jokers=3 if options.man else 0,
        each=21,
        cut=all_of(_("The player at the dealer’s right cuts.")),
        dealt=(FROM_THE_LEFT,),
        turned=all_of(
            _("The top card starts the discards."),
            _("The tiplu is drawn later, by the first who lays three tunnelas or pure sequences."),
        ),
        begins=(LEFT_BEGINS,),
        before=all_of(_("Tunnelas may be shown before play.")),
        differs=all_of(_("With the man three printed jokers are in the packs.")),
    )
