"""Marriage, rummy of Nepal with 21 cards: the value cards, the maal, matter more than winning.

A card drawn from the stock, the tiplu, makes some cards worth points: the other tiplus, the next
rank up (poplu) and down (jhiplu) in its suit, one of each together (a marriage), and three
identical cards exposed before play (a tunnela), more so of the tiplu's rank in another suit (an
ordinary joker) or of poplus or jhiplus. Each card counts once, and the owner takes the best sum.

After a hand

* every two players exchange the difference of their maal;
* every other player pays the winner, more without having seen the tiplu;
* on top of it, a winner who ended with eight dublees is paid for that.

So a winner may lose points. Maal of players who have not seen counts in full, or is void (murder),
or goes to the winner (kidnap); exposed tunnelas count for whoever exposed them, though some houses
require having seen. House rules add the alter (same rank and colour as the tiplu, other
suit), the man (printed jokers) and a fine for fouls: a foul's maal is void, the player pays the
winner neither for having seen nor for not having, but the fine, at once or to the winner of the
next hand that is played. That debt lapses if the same player wins it.

Sources: CatsAtCards (catsatcards.com), “Indian Marriage”; pagat.com/rummy/marriage.html;
bhoos.com/blog/learn-to-play-the-best-marriage-card-game;
github.com/sanjeebko/MarriageCalculator; github.com/timecapsulellc/clubroyale-.
"""

from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand
from scorekeeper.engine.seats.table_card import FROM_THE_LEFT, LEFT_BEGINS, TableCard, sentences
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import _
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
from scorekeeper.variants._indian.questions import hands_are_played
from scorekeeper.variants.marriage.cards import wild_cards
from scorekeeper.variants.marriage.checks import check
from scorekeeper.variants.marriage.maal import reckon
from scorekeeper.variants.marriage.options import Options
from scorekeeper.variants.marriage.questions import Deal, Declared, Line, Outcome, State, in_hand
from scorekeeper.variants.marriage.rules import facts, follow, notes, offers, pay, score
from scorekeeper.variants.marriage.show import SHOWN
from scorekeeper.variants.marriage.tapped import CardsAlone, card_results, copies, judge, lay, owes


def maal_feat(key: str, name: str, description: str, face: str, points: int) -> Feat:
    """Maal of so many points."""
    return Feat(
        key=key,
        name=name,
        description=description.format(points=points),
        face=face,
        is_earned=lambda hand: hand.value_of(Fact.VALUE_POINTS) >= points,
    )


def showed_a_tunnela(hand: PlayedHand) -> bool:
    line = hand.line
    return bool(line.exposed or line.tunnela or line.tunnela_joker or line.tunnela_value)


MAAL: Final = _("Hold maal of {points} points or more.")
FEATS: Final = (
    maal_feat("maal_10", _("Good maal"), MAAL, "7H", 10),
    maal_feat("maal_25", _("Great maal"), MAAL, "6H", 25),
    Feat(
        key="dublees",
        name=_("Eight pairs"),
        description=_("Win with dublees."),
        face="8D",
        is_earned=lambda hand: hand.has_won and hand.entry.deal.declared is Declared.DUBLEES,
    ),
    Feat(
        key="tunnela",
        name=_("Three of the same"),
        description=_("Expose a tunnela."),
        face="3H",
        is_earned=showed_a_tunnela,
    ),
)

WORDS: Final = sentences(
    _("Maal: the value cards of a player, and their points."),
    _("Tiplu: the card drawn from the stock; the other two like it are value cards."),
    _("Poplu: the next rank above the tiplu, in its suit."),
    _("Jhiplu: the next rank below the tiplu, in its suit."),
    _("Marriage: jhiplu, tiplu and poplu in a row."),
    _("Tunnela: three identical cards, without a joker."),
    _("Dublee: two identical cards."),
    _(
        "Seen: a player laid three pure sequences or tunnelas, or seven dublees, and may see "
        "the tiplu."
    ),
)


def table_card(options: Options, persons: int) -> TableCard:
    return TableCard(
        packs=3,
        jokers=3 if options.man else 0,
        hand_size=21,
        cut=sentences(_("The player at the dealer’s right cuts.")),
        dealt=(FROM_THE_LEFT,),
        turned=sentences(
            _("The top card starts the discards."),
            _(
                "The tiplu is drawn later, by the first player to lay three tunnelas or pure "
                "sequences."
            ),
        ),
        begins=(LEFT_BEGINS,),
        before=sentences(_("Tunnelas may be shown before play.")),
        differs=sentences(_("With the man three printed jokers are in the packs.")),
        words=WORDS,
    )


variant = built(
    Variant(
        key="marriage",
        name="Marriage",
        summary=_("Nepal's rummy with 21 cards: value cards are paid for by everybody."),
        seats=range(2, 6),
        family=Family.INDIAN,
        source="“Indian Marriage”, catsatcards.com",
        table_card=table_card,
        absences=Absences(),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(offers=offers, strict=True),
        presets=(
            Preset("usual", _("Default rules"), {}, _("All maal counts; nothing extra.")),
            Preset(
                "nepali-house",
                _("Nepali house"),
                {
                    "alter": True,
                    "man": True,
                    "tiplu_points": [3, 8],
                    "marriage_points": [10, 25],
                    "unseen_maal": "murder",
                    "tunnela_needs_seen": True,
                },
                _("With alter and man; who has not seen has no maal."),
            ),
            Preset(
                "double-marriage-30",
                _("Double marriage 30"),
                {"marriage_points": [10, 30]},
                _("Two marriages are worth three."),
            ),
            Preset("kidnap", _("Kidnap"), {"unseen_maal": "kidnap"}, _("The winner takes it.")),
            Preset(
                "fouls",
                _("With fouls"),
                {"foul": "next_hand"},
                _("A foul costs 15 to the winner of the next hand."),
            ),
        ),
        check=check,
        score=score,
        money=Money(pay=pay),
        follow=follow,
        is_over=hands_are_played,
        open_ended=lambda options: options.hands is None,
        board=Board(
            notes=notes,
            rests=lambda game, entry: {*entry.playing}.difference(in_hand(entry)),
            facts=facts,
            feats=FEATS,
            unplayed=lambda game, entry: entry.deal.outcome is Outcome.VOID,
        ),
        cards=Tapped(
            copies=copies,
            wild=lambda options, deal: wild_cards(deal.tiplu),
            lay=lay,
            reckon=reckon,
            owes=owes,
            card_question=CardQuestion(card_results, CardsAlone),
        ),
        shows=Shows(range(SHOWN, SHOWN + 1), judge),
    )
)
