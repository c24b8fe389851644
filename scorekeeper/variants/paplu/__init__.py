"""Paplu, Indian rummy with 13 cards as played at home: everybody pays the winner of the hand.

Dropping before the first turn costs little, dropping later more, a wrong show the most, and
the others pay the count of their cards. The count can have a least and a most; then

* the winner declared on the first turn: players who had no turn yet pay half;
* the winner declared the hand as dealt: one side of the table pays double, by default those who had
  no turn yet. Without turn, only cards outside any meld count;
* with "double score", everything is doubled when a printed joker was turned up.

Drops are paid to the winner too, even if everybody else drops. A hand that ends without a winner
is void and costs nothing. The score sheet adds up what winners receive, or the net of everybody;
the money is the same. The game ends when everybody has dealt the agreed number of times.

Where the rules are silent: the cap acts before halving and doubling, and half points become money
in the winner's favour.

Sources: CatsAtCards (catsatcards.com), “Indian rummy”; pagat.com, "Indian
Rummy (Paplu)"; silkrummy.com/points-rummy for the wrong show.
"""

from dataclasses import replace

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.questions.kinds import unless
from scorekeeper.engine.questions.reckoning import left_over
from scorekeeper.engine.seats.table_card import Sentences, TableCard
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants import _thirteen_old
from scorekeeper.variants._groups import (
    Absences,
    Asking,
    Board,
    Money,
    Shows,
    Tapped,
    Variant,
    built,
)
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.checks import check_decks
from scorekeeper.variants._indian.feats import EARLY, FEATS
from scorekeeper.variants._indian.questions import is_void
from scorekeeper.variants._indian.table import PRINTED, RANK_IS_WILD, STARTS, thirteen
from scorekeeper.variants.paplu.cards import card_results, copies, judge, lay, owes, wild
from scorekeeper.variants.paplu.checks import check, defaults, offers, refuse
from scorekeeper.variants.paplu.questions import (
    Deal,
    Declared,
    JokerTurned,
    Line,
    Options,
    WildMode,
)
from scorekeeper.variants.paplu.rules import facts, is_over, pay, score

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


AS_DEALT = Feat(
    key="as_dealt",
    name=_("As dealt"),
    description=_("Declare before drawing a card."),
    face="4H",
    is_earned=lambda hand: hand.has_won and hand.entry.deal.declared is Declared.HAND,
)

variant = built(
    Variant(
        key="paplu",
        name="Paplu",
        summary=_("Indian rummy with 13 cards: everybody pays the winner of the hand."),
        seats=range(2, 13),
        family=Family.INDIAN,
        source="“Indian rummy”, catsatcards.com",
        table_card=table_card,
        absences=Absences(),
        options=Options,
        deal=Deal,
        line=Line,
        asking=Asking(
            offers=offers,
            caps=costs.caps,
            late="no_turn",
            late_all=(unless("deal.declared", Declared.NORMAL),),
            strict=True,
            inspect=refuse,
        ),
        defaults=defaults,
        check_options=check_decks,
        presets=(
            Preset("house", _("Without a cap"), {}, _("Counts without a cap; winners add up.")),
            Preset(
                "cap-80", _("With full count 80"), {"cap": 80}, _("No hand counts more than 80.")
            ),
            Preset(
                "wins-and-losses",
                _("Wins and losses"),
                {"ledger": "zero_sum", "hand_doubles": "turn"},
                _("Losses are recorded; a hand as dealt doubles for those who had a turn."),
            ),
            Preset(
                "double-score",
                _("Double score on printed jokers"),
                {"printed_joker_turned": "double_score"},
                _("Everything doubles when a printed joker is turned up."),
            ),
            Preset(
                "ace-jokers",
                _("Ace jokers"),
                {"printed_joker_turned": "aces_wild"},
                _("Aces are wild when a printed joker is turned up."),
            ),
            Preset(
                "no-additional-jokers",
                _("No additional jokers"),
                {"wild_mode": "printed_only"},
                _("Only printed jokers are wild."),
            ),
            Preset("no-jokers", _("No jokers"), {"wild_mode": "none"}, _("Nothing is wild.")),
            Preset(
                "at-the-block",
                _("At the block"),
                {"block": "reshuffle"},
                _("The discards are reshuffled, so that no hand is void."),
            ),
        ),
        check=check,
        score=score,
        money=Money(pay=pay),
        is_over=is_over,
        open_ended=lambda options: options.rounds is None,
        board=Board(
            facts=facts,
            feats=(EARLY, *FEATS, AS_DEALT),
            unplayed=is_void,
        ),
        cards=Tapped(
            copies=copies,
            wild=wild,
            lay=lay,
            reckon=left_over(lay),
            owes=owes,
            card_question=CardQuestion(card_results),
        ),
        shows=Shows(_thirteen_old.SHOWS, judge),
    )
)
