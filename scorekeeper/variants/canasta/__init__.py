"""Canasta: canastas of seven, red threes and wild cards, hand by hand to 5000, paid at the end.

Two sides of two, or two players of whom each is a side. A side reports together what lies before
it: its canastas, natural (500) or mixed (300), its red threes (100 each, all four 800), the points
of all cards it has melded, those in canastas too, and the points left in its partners' hands.

* Cards: joker 50, two and ace 20, king to eight 10, seven to four and black three 5.
* Going out takes a canasta, two when two play, and brings 100; concealed, all at once, 200.
* Red threes count against a side without any meld; at some tables, without a canasta.

Modern American: two canastas to go out and 8500 to win. Canastas of sevens or aces bring 2500, of
wild cards 2000, with all four jokers 2500, of twos alone 3000. Red and black threes count by
colour 100, 300, 500 or 1000: for a side with two canastas, not at all with one, against it with
none, and then what it melded counts against it too. Pure sevens, aces or wild cards left
unfinished, and three or more sevens or aces in one hand, cost extra. A special hand scores what it
is worth and nothing else; one worth 8500 wins the game at once.

The game ends when one side alone is ahead at the target. Each loser then pays a winner the
difference of the totals: partners across, first with first and second with second. A side that
ended the game with a special hand and is still behind collects nothing.

Sources: pagat.com/rummy/canasta.html, bicyclecards.com/how-to-play/canasta, and for the modern
game canastaleague.org/rules.
"""

from dataclasses import replace
from typing import Final

from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.feats import Feat, at_once
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import CardQuestion, Preset
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants._groups import Asking, Board, Money, Partners, Tapped, Variant, built
from scorekeeper.variants._high_total import Deal, Result, best_of_hand
from scorekeeper.variants.canasta import rules
from scorekeeper.variants.canasta.cards import canastas
from scorekeeper.variants.canasta.checks import check
from scorekeeper.variants.canasta.forms import defaults, way
from scorekeeper.variants.canasta.questions import CardsAlone, Line, Options, State

FEATS: Final = (
    at_once(
        "concealed",
        _("Out of the sleeve"),
        _("Go out concealed, with all cards at once."),
        "AC",
    ),
    Feat(
        key="natural_canasta",
        name=_("A natural canasta"),
        description=_("Finish a canasta without a wild card."),
        face="7C",
        is_earned=lambda hand: hand.line.natural + hand.line.sevens_aces > 0,
    ),
    Feat(
        key="four_canastas",
        name=_("Four canastas"),
        description=_("Finish four canastas in one hand."),
        face="4C",
        is_earned=lambda hand: canastas(hand.line) >= 4,
    ),
    Feat(
        key="four_red_threes",
        name=_("All the red threes"),
        description=_("Lay down all four red threes."),
        face="3D",
        is_earned=lambda hand: hand.line.red_threes == 4,
    ),
)


WORDS: Final = sentences(
    _("Canasta: seven cards or more of one rank."),
    _("Natural: a canasta without a wild card. Mixed: one with wild cards."),
    _("Wild cards: jokers and twos."),
    _("Concealed: a player goes out who had melded nothing before."),
    _("Red threes: bonus cards that are laid down at once."),
    _("Melded: the points of all cards on the table. In hand: of those that were not laid."),
)


def table_card(options: Options, persons: int) -> TableCard:
    form = way(options)
    card = _western.table_card(2, 4, form.hand_size_of_two if persons == 2 else form.hand_size)
    opposite = _("Partners sit opposite each other.")
    before = (opposite,) if persons == 4 else ()
    return replace(card, dealt=(), before=before, words=WORDS)


variant = built(
    Variant(
        key="canasta",
        name="Canasta",
        summary=_("Canastas, red threes and cards to 5000; the difference is paid at the end."),
        seats=range(2, 3),
        family=Family.BASIC,
        table_card=table_card,
        partners=Partners(sides=(1, 2), one_table=True, side_lines=True),
        options=Options,
        deal=Deal,
        line=Line,
        state=State,
        asking=Asking(void=lambda deal: deal.result is Result.VOID),
        defaults=defaults,
        presets=(
            Preset("classic", _("Classic"), {}, _("To 5000.")),
            Preset("modern", _("Modern American"), {"form": "modern"}, _("To 8500.")),
            Preset(
                "viennese",
                _("Viennese threes"),
                {"red3_needs_canasta": True},
                _("Red threes need a canasta."),
            ),
        ),
        check=check,
        score=rules.score,
        money=Money(close=rules.close),
        follow=rules.follow,
        is_over=rules.is_over,
        board=Board(
            notes=rules.notes,
            won=best_of_hand,
            facts=rules.facts,
            feats=FEATS,
            report=rules.report,
            called={"first_meld": _("First meld")},
        ),
        cards=Tapped(card_question=CardQuestion(rules.card_results, CardsAlone)),
    )
)
