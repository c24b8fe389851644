"""How basic rummy is set up at the table. Changes no score."""

from __future__ import annotations

from scorekeeper.engine.table_card import AS_YOU_DO, DISCARDS_BEGUN, TableCard, all_of
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants.basic_rummy.questions import Options


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=int(options.packs.value),
        jokers=options.jokers,
        each=options.cards_each,
        turned=(DISCARDS_BEGUN,),
        begins=all_of(_("Agree who begins: usually the dealer’s left, and play goes clockwise.")),
        later=all_of(
            _("If the stock runs out, the discards are turned over and a new one is turned up.")
        ),
        differs=(*_dealt_elsewhere(persons), AS_YOU_DO),
    )


def _dealt_elsewhere(persons: int) -> tuple[Phrase, ...]:
    """What other tables of this size deal."""
    jokers = _("Two or more jokers a pack, if you want some.")
    match persons:
        case 3:
            return all_of(_("Three players take 7 or 10 cards each."), jokers)
        case 4 | 5:
            return all_of(_("Four or five take 7 each from one pack, 10 from two."), jokers)
        case _:
            return all_of(jokers)
