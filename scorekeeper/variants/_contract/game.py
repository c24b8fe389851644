"""A contract game from what is its own: house rules, questions, points, presets, contracts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.engine.variant import Asking, Board, Money, Tapped, Variant
from scorekeeper.engine.words import Phrase
from scorekeeper.variants._contract import cards, money, rules
from scorekeeper.variants._contract.feats import FEATS
from scorekeeper.variants._contract.options import check_options, defaults
from scorekeeper.variants._contract.questions import D, L, O, Result, State


def contract_game(
    own: Variant[O, D, L, State], contracts: Sequence[Phrase]
) -> Variant[O, D, L, State]:
    """This game with all that contract games share; a contract for each of its deals. Its own board
    says nothing but what its hands tell."""
    return replace(
        own,
        begin=rules.begin,
        follow=rules.follow,
        is_over=rules.is_over,
        defaults=defaults,
        check_options=check_options,
        money=Money(open=money.antes, close=money.settle),
        asking=Asking(void=lambda deal: deal.result is Result.VOID),
        board=Board(
            notes=lambda game, person: rules.told_by_dealer(game, person, contracts),
            dealer=rules.dealer,
            low_wins=lambda options: True,
            facts=own.board.facts or rules.facts,
            feats=(*FEATS, *own.board.feats),
        ),
        cards=Tapped(
            copies=cards.copies,
            wild=cards.wild,
            lay=cards.lay,
            reckon=cards.reckon,
        ),
    )
