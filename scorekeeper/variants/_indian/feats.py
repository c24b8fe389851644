"""Feats of the Indian games, from the facts that all of them record."""

from typing import Final

from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand, caught_together
from scorekeeper.engine.words import _

EARLY: Final = Feat(
    key="indian_early",
    name=_("Before anybody moved"),
    description=_("Win before everybody has had a turn."),
    face="AH",
    is_earned=lambda hand: hand.value_of(Fact.FIRST_TURN) > 0,
)


def drops(hand: PlayedHand) -> float:
    return hand.sum_of_others(Fact.FIRST_DROP) + hand.sum_of_others(Fact.MIDDLE_DROP)


def all_dropped(hand: PlayedHand) -> bool:
    return hand.has_won and 2 <= len(hand.other_facts) == drops(hand)


FEATS: Final = (
    Feat(
        key="indian_all_dropped",
        name=_("The table is yours"),
        description=_("Win a hand in which all the others, two or more, dropped."),
        face="KH",
        is_earned=all_dropped,
    ),
    Feat(
        key="indian_all_caught",
        name=_("Nobody got away"),
        description=_("Win a hand that catches three players or more, all of them."),
        face="QH",
        is_earned=lambda hand: (
            hand.has_won and 3 <= len(hand.other_facts) == hand.sum_of_others(Fact.CAUGHT)
        ),
    ),
    Feat(
        key="indian_two_full",
        name=_("Two full counts"),
        description=_("Win a hand that costs two others a full count."),
        face="2H",
        is_earned=lambda hand: hand.has_won and hand.sum_of_others(Fact.FULL) >= 2,
    ),
    caught_together("indian_harvest", 200, "10H"),
)
