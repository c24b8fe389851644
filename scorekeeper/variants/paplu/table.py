"""How paplu is set up at the table. Changes no score."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.table_card import Sentences, TableCard
from scorekeeper.engine.words import _
from scorekeeper.variants._indian.table import PRINTED, RANK_IS_WILD, STARTS, thirteen
from scorekeeper.variants.paplu.questions import JokerTurned, Options, WildMode

TURNED = {
    JokerTurned.PRINTED_ONLY: PRINTED,
    JokerTurned.DOUBLE_SCORE: _(
        "If it is a printed joker, no rank is wild and everything counts double."
    ),
    JokerTurned.ACES_WILD: _("If it is a printed joker, aces are wild."),
}


def table_card(options: Options, persons: int) -> TableCard:
    card = thirteen(options.decks, _turned(options))
    return replace(card, jokers=0) if options.wild_mode is WildMode.NONE else card


def _turned(options: Options) -> Sentences:
    if options.wild_mode is WildMode.TURNED_RANK:
        return STARTS, RANK_IS_WILD, TURNED[options.printed_joker_turned]
    return (STARTS,)
