"""How Rummi is set up at the table. Changes no score."""

from __future__ import annotations

from typing import Final

from scorekeeper.engine.table_card import PACK, TableCard, all_of, say
from scorekeeper.engine.words import _
from scorekeeper.variants.rummi.options import Options

CUT: Final = all_of(
    _("The dealer cuts at random and looks at a card."),
    _("Its number, counted anticlockwise with the dealer as 1, names who cuts."),
    _("A joker is looked at again; ace is 1, jack 11, queen 12, king 13."),
)


def table_card(options: Options, persons: int) -> TableCard:
    packs, jokers, each = int(options.packs.value), options.jokers, options.cards_each
    rest = PACK * packs + jokers - each * persons
    return TableCard(
        packs=packs,
        jokers=jokers,
        each=each,
        cut=CUT,
        dealt=(
            *all_of(_("In batches of four, beginning at the dealer’s right.")),
            say(_("The other {cards} cards are out of play."), cards=max(rest, 0)),
        ),
        begins=all_of(
            _("The dealer’s right begins; play goes round anticlockwise."),
            _("The first play of each player is the passport: three in sequence of one suit."),
        ),
        before=all_of(_("Has anybody a Tien Hu? Has anybody no passport?")),
        differs=all_of(
            _("Three players are dealt 24 each; two and five are rare, five take a third pack."),
            _("Some shuffle eight jokers into two packs, others fewer."),
        ),
    )
