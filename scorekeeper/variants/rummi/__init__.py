"""Rummi, the Chinese-Malaysian game without drawing: last to hold cards pays most.

Everybody plays from the cards dealt. A player's first play is the passport, a sequence of three;
without one they sit out. The deal ends with one of

* points: one player is left who can play. All are ranked by the points of the cards left, fewest
  first, and everybody pays the first by place, one, two, three units at a table of four;
* Hu: somebody has played their last card. Everybody pays them the same, or twice the tiers;
* Tien Hu: a complete hand was dealt. Everybody pays double, and two of them do not pay each other;
* void: nothing moves, but for false claims.

On top of it jokers and aces are paid for, each pair of players by itself: the one with less pays
the difference. Two identical aces count double. A false claim ("foul") voids the deal and is paid
to everybody. Ties, players without passport and much else vary from table to table; see Options.

Where the rules are silent: ``cap`` limits payments by place, Hu, Tien Hu and flat payments without
passport, after they were split, and neither jokers and aces nor fouls; the winner deals next.

Sources: “Card Game: Rummi” (kaxenji.livejournal.com/97165.html),
with choices between house rules from github.com/dannyphang/m3p-mahjong, github.com/ginsan95/lami-fe
and the pages on Penang rummy at en.wikipedia.org/wiki/Penang_rummy and on CatsAtCards
(catsatcards.com).
"""

from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand, caught_together
from scorekeeper.engine.seats.table_card import PACK, TableCard, sentences
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._groups import Absences, Asking, Board, Money, Tapped, Variant, built
from scorekeeper.variants._western import check_tiers, deals_are_played
from scorekeeper.variants.rummi.cards import (
    answer_max,
    card_results,
    fills,
    lay,
    notes,
    reckon,
    table_max,
)
from scorekeeper.variants.rummi.checks import check
from scorekeeper.variants.rummi.options import Options, defaults
from scorekeeper.variants.rummi.places import fouls, is_void
from scorekeeper.variants.rummi.questions import CardsAlone, Deal, Line, Result, State
from scorekeeper.variants.rummi.rules import begin, counted, facts, follow, pay, score, won


def aces(hand: PlayedHand) -> int:
    return sum(hand.line.aces) or hand.line.ace_count or 0


FEATS: Final = (
    Feat(
        key="hu",
        name=_("Hu!"),
        description=_("Play the last card."),
        face="KD",
        is_earned=lambda hand: hand.has_won and hand.entry.deal.result is Result.HU,
    ),
    Feat(
        key="tien_hu",
        name=_("Tien Hu"),
        description=_("Win with a complete hand, as it was dealt."),
        face="AD",
        is_earned=lambda hand: hand.value_of(Fact.FIRST_TURN) > 0,
    ),
    Feat(
        key="four_aces",
        name=_("Four aces"),
        description=_("Be paid for four aces or more."),
        face="4D",
        is_earned=lambda hand: aces(hand) >= 4,
    ),
    Feat(
        key="three_jokers",
        name=_("Three jokers"),
        description=_("Be paid for three jokers or more."),
        face="3D",
        is_earned=lambda hand: hand.line.jokers >= 3,
    ),
    caught_together("rummi_harvest", 100, "10D"),
)


CUT: Final = sentences(
    _("The dealer cuts at random and looks at a card."),
    _("Its number, counted anticlockwise with the dealer as 1, names who cuts."),
    _("A joker is looked at again; ace is 1, jack 11, queen 12, king 13."),
)

WORDS: Final = sentences(
    _("Passport: a player’s first play, three cards of one suit in a row."),
    _("Hu: a player puts down their last card, and the hand ends."),
    _("Tien Hu: a complete hand as it was dealt, declared before play."),
)


def table_card(options: Options, persons: int) -> TableCard:
    packs, jokers, hand_size = int(options.packs.value), options.jokers, options.cards_each
    rest = PACK * packs + jokers - hand_size * persons
    return TableCard(
        packs=packs,
        jokers=jokers,
        hand_size=hand_size,
        cut=CUT,
        dealt=(
            *sentences(_("In batches of four, beginning at the dealer’s right.")),
            _("The other {cards} cards are out of play.").format(cards=max(rest, 0)),
        ),
        begins=sentences(
            _("The dealer’s right begins; play goes round anticlockwise."),
            _("The first play of each player is the passport: three in sequence of one suit."),
        ),
        before=sentences(_("Has anybody a Tien Hu? Has anybody no passport?")),
        differs=sentences(
            _("Three players are dealt 24 each; two and five are rare, five take a third pack."),
            _("Some shuffle eight jokers into two packs, others fewer."),
        ),
        words=WORDS,
    )


variant = built(
    Variant(
        key="rummi",
        name="Rummi",
        summary=_("Everybody pays the first by place; jokers and aces are paid for on top."),
        also="Penang rummy, Lami",
        seats=range(2, 6),
        family=Family.RUMMI,
        source="“Card Game: Rummi”, kaxenji.livejournal.com/97165.html",
        table_card=table_card,
        absences=Absences(),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(
            table_max=table_max, answer_max=answer_max, void=lambda deal: deal.result is Result.VOID
        ),
        defaults=defaults,
        check_options=check_tiers,
        presets=(
            Preset("1-2-3", _("1-2-3 game"), {}, _("The usual game.")),
            Preset("2-4-6", _("2-4-6 game"), {"stake": 200}, _("The same for twice the stake.")),
            Preset(
                "double-hu",
                _("Doubles on Hu"),
                {"hu_mode": "double_tiers"},
                _("Losers of a Hu are ranked and pay twice their tier."),
            ),
        ),
        check=check,
        score=score,
        money=Money(pay=pay),
        begin=begin,
        follow=follow,
        is_over=deals_are_played,
        open_ended=lambda options: not options.deals,
        board=Board(
            dealer=lambda game: game.state.dealer,
            keeps_score=lambda game: not game.options.stake,
            won=won,
            unplayed=lambda game, entry: is_void(counted(game, entry)) and not fouls(entry),
            facts=facts,
            feats=FEATS,
        ),
        cards=Tapped(
            copies=lambda options, deal, face: options.stock.copies(face),
            lay=lay,
            reckon=reckon,
            notes=notes,
            fills=fills,
            card_question=CardQuestion(card_results, CardsAlone),
        ),
    )
)
