"""Basic rummy: what a hand counts, with and without its complete melds (basic_rummy.md §2, §6)."""

from collections.abc import Sequence

from scorekeeper.engine.cards import JOKER
from tests.helpers.brute.melds import MeldRules, face_value
from tests.helpers.brute.packings import covers, picked


def points(
    hand: Sequence[str],
    *,
    ace_mode: str = "low",
    ace_value: int | None = None,
    joker_value: int = 15,
) -> int:
    """Everything in the hand, in points."""
    if ace_value is None:
        ace_value = 11 if ace_mode == "high_low" else 1
    return sum(joker_value if card == JOKER else face_value(card, ace_value) for card in hand)


def deadwood(
    hand: Sequence[str],
    *,
    ace_mode: str = "low",
    ace_value: int | None = None,
    joker_value: int = 15,
    set_duplicates: bool = False,
    meld_min_naturals: int = 1,
) -> int:
    """The least that is left when complete melds are taken out."""
    rules = MeldRules(
        wild=frozenset({JOKER}),
        ace_high=ace_mode == "high_low",
        naturals=meld_min_naturals,
        most_in_set=8 if set_duplicates else 4,
        repeats=set_duplicates,
    )
    everything = (1 << len(hand)) - 1
    return min(
        points(
            picked(hand, everything ^ subset),
            ace_mode=ace_mode,
            ace_value=ace_value,
            joker_value=joker_value,
        )
        for subset in covers(hand, rules)
    )
