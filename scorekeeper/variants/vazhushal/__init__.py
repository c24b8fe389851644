"""Vazhushal (Wipe), a game with 13 cards that is won by going out, or by the best score.

The negative joker is a card laid open: all cards of its rank in the opposite colour are wild, and
so are printed jokers. The first meld must be a pure sequence. Whoever goes out wins the game point;
what the others hold does not matter. If the stock runs out first, everybody melds what they can,
and the best score wins the point: melded cards less cards in hand, where A, K, Q, J and 10 are ten,
a wild card melded is what it stands for, and one left in hand 20 points (or nothing). Where three
or more play, a hand in which somebody was dealt three pairs is dealt again.

Tied players each get the point, or nobody does, or the hand is played again. Money, if there is
any: everybody who did not win pays the stake, and with "margin money" also what their score falls
short of the best when the stock ran out; tied winners share all of it equally, left-over units in
order of seat.

Sources: CatsAtCards (catsatcards.com), “Vazhushal”;
pagat.com/rummy/wipe.html for what counts as a meld and for playing to five wins.
"""

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.seats.table_card import (
    FROM_THE_LEFT,
    LEFT_BEGINS,
    Sentences,
    TableCard,
    sentences,
)
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._groups import Absences, Asking, Board, Money, Tapped, Variant, built
from scorekeeper.variants.vazhushal.checks import check, check_options, copies, defaults, offers
from scorekeeper.variants.vazhushal.questions import Deal, Line, Options, Outcome
from scorekeeper.variants.vazhushal.rules import facts, is_over, pay, score
from scorekeeper.variants.vazhushal.tapped import card_results, lay, reckon, wild


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=options.decks,
        jokers=2 * options.decks,
        hand_size=13,
        cut=_cut(options),
        dealt=(FROM_THE_LEFT,),
        turned=_turned(options, persons),
        begins=(LEFT_BEGINS,),
        differs=sentences(_("Some pages give three players two packs.")),
    )


def _cut(options: Options) -> Sentences:
    if not options.negative_joker:
        return sentences(_("The player at the dealer’s right cuts."))
    return sentences(
        _("The player at the dealer’s right cuts twice."),
        _("The second cut leaves one unseen card across under the stock."),
    )


def _turned(options: Options, persons: int) -> Sentences:
    discards = sentences(_("Then the discards are begun."))
    redealt = sentences(
        _("Has a hand three pairs of a rank? All is thrown in and the same dealer deals again.")
    )
    joker_shown = sentences(_("The card under the stock is shown: it is the negative joker."))
    return (
        *(redealt if persons >= 3 else ()),
        *(joker_shown if options.negative_joker else ()),
        *discards,
    )


BEST_AT_THE_END = Feat(
    key="stock_out",
    name=_("Best when the stock ran out"),
    description=_("Win a hand that nobody went out of."),
    face="5H",
    is_earned=lambda hand: hand.has_won and hand.entry.deal.outcome is Outcome.STOCK_OUT,
)

variant = built(
    Variant(
        key="vazhushal",
        name="Vazhushal",
        summary=_("Go out for a game point; if the stock runs out, the best score takes it."),
        also="Vazhishal, Wipe",
        seats=range(2, 7),
        family=Family.INDIAN,
        source="“Vazhushal”, catsatcards.com",
        table_card=table_card,
        absences=Absences(),
        options=Options,
        deal=Deal,
        line=Line,
        asking=Asking(offers=offers, strict=True),
        defaults=defaults,
        check_options=check_options,
        presets=(
            Preset(
                "usual", _("Default rules"), {}, _("For game points, without an end of its own.")
            ),
            Preset("five-wins", _("Five wins"), {"target_wins": 5}, _("The first with five wins.")),
            Preset(
                "stakes",
                _("For a stake and the margin"),
                {"stake": 1000, "margin_money": True},
                _("Losers pay a stake, and by how much they lost."),
            ),
            Preset(
                "no-negative-joker",
                _("No negative joker"),
                {"negative_joker": False},
                _("Only printed jokers are wild."),
            ),
        ),
        check=check,
        score=score,
        money=Money(pay=pay),
        is_over=is_over,
        open_ended=lambda options: options.target_wins is None,
        board=Board(
            game_points=lambda options: True,
            facts=facts,
            feats=(BEST_AT_THE_END,),
            unplayed=lambda game, entry: entry.deal.outcome is Outcome.REDEAL,
            same_dealer=lambda deal: deal.outcome is Outcome.REDEAL,
            won=lambda game, entry, points: [seat for seat, won in enumerate(points) if won],
        ),
        cards=Tapped(
            copies=copies,
            wild=wild,
            lay=lay,
            reckon=reckon,
            card_question=CardQuestion(card_results),
        ),
    )
)
