"""Builds a contract game from its own house rules, questions, points, presets and contracts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.engine.outcomes.feats import Feat, caught_together
from scorekeeper.engine.seats.table_card import TableCard
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._contract import rules
from scorekeeper.variants._contract.options import Options, defaults
from scorekeeper.variants._contract.questions import D, L, O, Result, State
from scorekeeper.variants._groups import Asking, Board, Money, Variant
from scorekeeper.variants._western import check_tiers, table_card, tapped

FEATS: Final = (
    caught_together("contract_harvest", 150, "10C"),
    Feat(
        key="contract_hardest",
        name=_("The hardest contract"),
        description=_("Go out of the last deal of the game."),
        face="KC",
        is_earned=lambda hand: hand.has_won and hand.is_last,
    ),
)


def contract_game(
    own: Variant[O, D, L, State], contracts: Sequence[Phrase]
) -> Variant[O, D, L, State]:
    """Returns this game with all that contract games share; ``contracts``: one per deal. Of its own
    board only facts and feats are kept."""
    return replace(
        own,
        follow=rules.follow,
        is_over=rules.is_over,
        defaults=defaults,
        check_options=check_tiers,
        money=Money(open=rules.antes, close=rules.settle),
        asking=Asking(void=lambda deal: deal.result is Result.VOID),
        board=Board(
            notes=lambda game, person: rules.dealer_notes(game, person, contracts),
            notes_for_all=lambda options: True,
            dealer=rules.dealer,
            low_wins=lambda options: True,
            facts=own.board.facts or rules.facts,
            feats=(*FEATS, *own.board.feats),
        ),
        cards=replace(tapped(rules.stock, rules.value), wild=rules.wild),
    )


AGREE: Final = _("Agree how many: many tables deal 10 each at first, and 12 in later deals.")


def set_up(options: Options, hand_size: int = 0) -> TableCard:
    """Returns the table card; ``hand_size`` 0 where books differ."""
    card = table_card(options.packs, options.jokers, hand_size)
    named = _("The dealer names the contract of the deal.")
    dealt = card.dealt if hand_size else (*card.dealt, AGREE)
    return replace(card, dealt=dealt, before=(named,))
