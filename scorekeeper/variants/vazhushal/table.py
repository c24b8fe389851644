"""How Vazhushal is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import FROM_THE_LEFT, LEFT_BEGINS, Sentences, TableCard, all_of
from scorekeeper.engine.words import _
from scorekeeper.variants.vazhushal.questions import Options


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=options.decks,
        jokers=2 * options.decks,
        each=13,
        cut=_cut(options),
        dealt=(FROM_THE_LEFT,),
        turned=_turned(options, persons),
        begins=(LEFT_BEGINS,),
        differs=all_of(_("Some pages give three players two packs.")),
    )


def _cut(options: Options) -> Sentences:
    if not options.negative_joker:
        return all_of(_("The player at the dealer’s right cuts."))
    return all_of(
        _("The player at the dealer’s right cuts twice."),
        _("The second cut leaves one unseen card across under the stock."),
    )


def _turned(options: Options, persons: int) -> Sentences:
    discards = all_of(_("Then the discards are begun."))
    thrown = all_of(
        _("Has a hand three pairs of a rank? All is thrown in and the same dealer deals again.")
    )
    shown = all_of(_("The card under the stock is shown: it is the negative joker."))
    return (
        *(thrown if persons >= 3 else ()),
        *(shown if options.negative_joker else ()),
        *discards,
    )
