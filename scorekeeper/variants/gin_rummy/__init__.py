"""Gin rummy: knock with little deadwood, or go gin; hand by hand to 100 points, paid at the end.

A player may knock when their cards outside melds count no more than the knock limit. They score the
difference to the opponent's deadwood after lay-offs; an opponent with as little or less undercuts
them and scores a bonus on top. With no deadwood at all it is gin: a bonus, no lay-offs, no
undercut. Who scores a hand also gets a box, counted at the end only.

The first to reach the target ends the game. They add the game bonus, both add their boxes, and a
loser without a point is shut out: something doubles. The loser pays the difference.

Oklahoma: the upcard sets the knock limit, and spades double the hand. Hollywood: three games at
once, a player's first win counting in the first, the second in two, all later ones in three.

Three players: one rests, the loser of a hand rests next; the winner settles with each opponent by
itself. Partners: as many tables as partners, the side ahead scores the net of the round and one
box, and each partner pays or collects across their own table.

Where the rules are silent: after a void hand, or one without score, the same player rests and
deals again; otherwise who scored deals. A hand that would only go to closed Hollywood columns
goes to the first open one. Columns are paid together, in one payment that ``cap`` limits.

Sources: Encyclopaedia Britannica, "rummy" (David Parlett); bicyclecards.com and
pagat.com/rummy for the classic bonuses and partners, ginrummy.com/partnership.html for three
players, and Scarne for Hollywood.
"""

from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand, at_once, caught_together
from scorekeeper.engine.seats.table_card import Sentences, TableCard, sentences
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._groups import (
    Asking,
    Board,
    Money,
    Partners,
    Shows,
    Tapped,
    Variant,
    built,
)
from scorekeeper.variants.gin_rummy import checks, rules
from scorekeeper.variants.gin_rummy.ending import CALLED, close, report, sums
from scorekeeper.variants.gin_rummy.options import Options
from scorekeeper.variants.gin_rummy.questions import Deal, Line, Result, State
from scorekeeper.variants.gin_rummy.tables import answer_max, rests
from scorekeeper.variants.gin_rummy.tapped import (
    CardsAlone,
    card_results,
    copies,
    judge,
    lay,
    reckon,
)


def went_big(hand: PlayedHand) -> bool:
    result = hand.game_before.deal_of(hand.entry, hand.person).result
    return hand.value_of(Fact.AT_ONCE) > 0 and result is Result.BIG_GIN


def knock(hand: PlayedHand) -> bool:
    """Whether a knock ended this person's hand, and they won it."""
    result = hand.game_before.deal_of(hand.entry, hand.person).result
    return hand.has_won and result is Result.KNOCK


FEATS: Final = (
    at_once("gin", _("Gin!"), _("Win with no deadwood at all."), "AC"),
    Feat(
        key="big_gin",
        name=_("Big gin"),
        description=_("Win with all eleven cards in melds."),
        face="JC",
        is_earned=went_big,
    ),
    Feat(
        key="undercut",
        name=_("Turned on the knocker"),
        description=_("Undercut whoever knocked."),
        face="KC",
        is_earned=lambda hand: knock(hand) and not hand.line.knocked,
    ),
    Feat(
        key="low_knock",
        name=_("A light knock"),
        description=_("Knock with two points or fewer, and win."),
        face="2C",
        is_earned=lambda hand: knock(hand) and hand.line.knocked and (hand.line.deadwood or 0) <= 2,
    ),
    caught_together("gin_harvest", 50, "10C"),
)

WORDS: Final = sentences(
    _("Deadwood: the cards that are in no meld, and their points."),
    _("Knock: a player ends the hand with little deadwood; without any it is gin."),
    _("Undercut: the opponent of the knocker has no more deadwood than they have."),
    _("Big gin: eleven cards, all of them in melds."),
    _("Box: whoever scores a hand gets one, and it counts at the end of the game."),
)


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=1,
        jokers=0,
        hand_size=10,
        dealt=sentences(_("One at a time, the non-dealer first.")),
        turned=sentences(_("The next card is turned up.")),
        begins=sentences(
            _("The non-dealer may take it, then the dealer; else the non-dealer draws.")
        ),
        before=_more(persons),
        differs=sentences(_("Who deals: some cut for it, at others the loser of a hand deals.")),
        words=WORDS,
    )


def _more(persons: int) -> Sentences:
    if persons == 3:
        return sentences(_("Two play at a time, the third rests."))
    if persons > 3:
        return sentences(_("Each pair of opponents has a pack and a deal of its own."))
    return ()


variant = built(
    Variant(
        key="gin_rummy",
        name="Gin Rummy",
        summary=_("Hand by hand to 100 points; bonuses and boxes at the end."),
        seats=range(2, 4),
        family=Family.TWO,
        source="Encyclopaedia Britannica, “rummy” (David Parlett)",
        table_card=table_card,
        partners=Partners(sides=(1, 2, 3)),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(
            asks=checks.asks,
            offers=checks.offers,
            suggests=lambda game, person: {"sat_out": True} if person == game.state.resting else {},
            answer_max=answer_max,
            void=lambda deal: deal.result is Result.VOID,
            inspect=checks.inspect,
        ),
        defaults=checks.defaults,
        check_options=checks.check_options,
        presets=(
            Preset("seed", _("Gin"), {}, _("25 for gin, an undercut and each box.")),
            Preset("classic", _("Classic"), {"preset": "classic"}, _("20, 10 and 20.")),
            Preset("modern", _("Modern"), {"preset": "modern"}, _("With big gin.")),
            Preset("oklahoma", _("Oklahoma"), {"oklahoma": True}, _("The upcard sets the limit.")),
            Preset("hollywood", _("Hollywood"), {"hollywood": True}, _("Three games at once.")),
            Preset("straight", _("Straight gin"), {"knock_limit": 0}, _("Gin only, no knocking.")),
        ),
        check=checks.check,
        score=rules.score,
        money=Money(close=close),
        begin=rules.begin,
        follow=rules.follow,
        is_over=rules.is_over,
        board=Board(
            notes=rules.notes,
            rests=rests,
            dealer=rules.dealer,
            won=rules.won,
            facts=rules.facts,
            feats=FEATS,
            report=report,
            sums=sums,
            called=CALLED,
        ),
        cards=Tapped(
            copies=copies,
            lay=lay,
            reckon=reckon,
            card_question=CardQuestion(card_results, CardsAlone),
        ),
        shows=Shows(range(10, 12), judge, _("Who knocked?"), _("Tap who knocked.")),
    )
)
