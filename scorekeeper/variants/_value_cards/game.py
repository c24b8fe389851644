"""Builds a game with value cards from its own house rules, questions, presets and hand size."""

from dataclasses import replace
from typing import Final

from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.seats.table_card import sentences
from scorekeeper.engine.variant import CardQuestion, Nothing, Preset
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._groups import Absences, Asking, Board, Money, Shows, Tapped, Variant
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.checks import refuse_finishes
from scorekeeper.variants._indian.feats import EARLY
from scorekeeper.variants._indian.feats import FEATS as INDIAN
from scorekeeper.variants._indian.questions import hands_are_played, is_void
from scorekeeper.variants._indian.table import WORDS, thirteen
from scorekeeper.variants._value_cards import cards, checks, debts, questions, rules
from scorekeeper.variants._value_cards.questions import PACKS, Deal, L, O


def worth(key: str, name: str, points: int, face: str) -> Feat:
    return Feat(
        key=key,
        name=name,
        description=_("Hold value cards for {points} points or more.").format(points=points),
        face=face,
        is_earned=lambda hand: hand.value_of(Fact.VALUE_POINTS) >= points,
    )


FEATS: Final = (
    EARLY,
    *INDIAN,
    worth("values_100", _("A hundred in value"), 100, "JH"),
    worth("values_300", _("Three hundred in value"), 300, "9H"),
    Feat(
        key="values_all",
        name=_("Won, and the value too"),
        description=_("Win a hand in which nobody else has any value card that counts."),
        face="8H",
        is_earned=lambda hand: (
            hand.has_won
            and hand.value_of(Fact.VALUE_POINTS) > 0
            and not hand.sum_of_others(Fact.VALUE_POINTS)
        ),
    ),
)


HALF_VALUES: Final = Preset(
    "half-values",
    _("Half values without a turn"),
    {"half_scope": "penalty_and_value"},
    _("A player who had no turn pays half of the winner's value points too."),
)


VALUE_WORDS: Final = sentences(
    _("Tunnela: three identical cards, without a joker."),
    _("Dublee: two identical cards."),
    _("Cut joker: the card that is the same as the turned-up one, in its suit too."),
    _("Up joker: the next rank above it, in its suit. Down joker: the next rank below."),
    _("Value points: what all others pay for a player’s cut, up and down jokers."),
)

SIDEWAYS: Final = _("A card is laid sideways under the stock.")
BEGUN: Final = _("Then the discards are begun.")


def value_game(
    own: Variant[O, Deal, L, Nothing], hand_size: int, values: Phrase
) -> Variant[O, Deal, L, Nothing]:
    """Returns this game with all that these games share; ``values``: the sentence on which cards
    the turned-up card makes jokers."""
    card = replace(
        thirteen(PACKS),
        hand_size=hand_size,
        turned=sentences(SIDEWAYS, values, BEGUN),
        before=sentences(_("A discarded joker may not be taken, but for the very first card.")),
        words=(*WORDS, *VALUE_WORDS),
        differs=sentences(_("Some tables play it clockwise, or make the whole rank wild.")),
    )
    return replace(
        own,
        table_card=lambda options, persons: card,
        absences=Absences(),
        asking=Asking(
            offers=questions.offers,
            caps=costs.caps,
            table_max=questions.table_max,
            late="no_turn",
            strict=True,
            inspect=refuse_finishes,
        ),
        check=checks.check,
        money=Money(pay=rules.pay),
        is_over=hands_are_played,
        open_ended=lambda options: options.hands is None,
        board=Board(facts=rules.facts, feats=FEATS, unplayed=is_void),
        cards=Tapped(
            copies=cards.copies,
            wild=cards.wild,
            lay=cards.lay,
            reckon=cards.reckon,
            owes=debts.owes,
            card_question=CardQuestion(cards.card_results),
        ),
        shows=Shows(range(hand_size, hand_size + 1), cards.judge),
    )
