"""Counting 21 and 27 cards: rummy_21 (reach 1) and rummy_27 (reach 2).

``reach`` is the number of ranks above and below the turned card that are value cards; everything
else is the same in both games but for the options (rummy_21.md §4 to §6, rummy_27.md).

The least count is found by two methods: ``least_count`` fits hands of any size,
``least_count_by_subsets`` hands of up to 14 cards, to check the first against the second.
"""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.engine.cards import JOKER, PACK, RANKS, rank, suit
from tests.helpers.brute.melds import MeldRules, face_value, total
from tests.helpers.brute.packings import covers, most_melded, picked, pure_covers


def value_cards(turned: str, reach: int) -> list[str]:
    """The cut card, then those above and below it; the ranks go round. Turned ``JK``: of AS."""
    cut = "AS" if turned == JOKER else turned
    rank_index = RANKS.index(rank(cut))
    steps = [0, *range(1, reach + 1), *range(-1, -reach - 1, -1)]
    return [RANKS[(rank_index + step) % 13] + suit(cut) for step in steps]


def meld_rules(turned: str, reach: int, *, same_rank_wild: bool = False) -> MeldRules:
    wild = {JOKER, *value_cards(turned, reach)}
    if turned == JOKER:
        wild |= {card for card in PACK if rank(card) == "A"}
    elif same_rank_wild:
        wild |= {card for card in PACK if rank(card) == rank(turned)}
    return MeldRules(wild=frozenset(wild), tunnela=PACK | {JOKER})


def alike(hand: Sequence[str], count: int) -> int:
    """Groups of so many identical cards."""
    return sum(copies // count for copies in Counter(hand).values())


def jokers(hand: Sequence[str], rules: MeldRules) -> int:
    return sum(card in rules.wild for card in hand)


def least_count(hand: Sequence[str], rules: MeldRules, show_pure: int = 3) -> int:
    """All cards; or without some pure sequences; or, with enough of those, without all melds."""
    values = {card: 0 if card in rules.wild else face_value(card, 10) for card in hand}
    saved = (
        most_melded(hand, rules, values, only_pure=True),
        most_melded(hand, rules, values, pure=show_pure),
    )
    return total(hand, rules.wild) - max(value or 0 for value in saved)


def least_count_by_subsets(hand: Sequence[str], rules: MeldRules, show_pure: int = 3) -> int:
    """The same, looking at every subset of the hand."""
    saved = [total(picked(hand, subset), rules.wild) for subset in pure_covers(hand, rules)]
    for subset, lives in covers(hand, rules).items():
        if any(pure >= show_pure for pure, _ in lives):
            saved.append(total(picked(hand, subset), rules.wild))
    return total(hand, rules.wild) - max(saved)


def penalty(
    hand: Sequence[str],
    turned: str,
    reach: int,
    *,
    cap: int = 120,
    safe_points: int = 2,
    dublees_safe: int = 6,
    jokers_safe: int = 7,
    show_pure: int = 3,
    same_rank_wild: bool = False,
) -> int:
    """The least legal count of a loser, in points, never under ``safe_points`` nor over ``cap``."""
    rules = meld_rules(turned, reach, same_rank_wild=same_rank_wild)
    if alike(hand, 2) >= dublees_safe or jokers(hand, rules) >= jokers_safe:
        return min(cap, safe_points)
    return min(cap, max(safe_points, least_count(hand, rules, show_pure)))


def value(
    hand: Sequence[str],
    turned: str,
    reach: int,
    *,
    value_points: Sequence[int] = (10, 30, 50),
    marriage_points: Sequence[int] = (100, 300, 500),
    printed_joker_values: str = "ace_only",
) -> int:
    """Points for value cards from each other player; every card counts in one item."""
    counts = [hand.count(card) for card in value_cards(turned, reach)]
    if turned == JOKER and printed_joker_values == "ace_only":
        counts = [counts[0]] + [0] * (len(counts) - 1)
    singles, marriages = (0, *value_points), (0, *marriage_points)
    return max(
        marriages[married] + sum(singles[count - married] for count in counts)
        for married in range(min(counts) + 1)
    )


def is_valid(
    declare: Sequence[str],
    turned: str,
    reach: int,
    *,
    show_pure: int = 3,
    show_tunnelas: int = 3,
    show_dublees: int = 8,
    show_jokers: int = 8,
    same_rank_wild: bool = False,
    two_marriages_show: bool = False,
    printed_joker_values: str = "ace_only",
) -> bool:
    """Whether the cards can be shown in one of the game's ways; loose jokers are allowed."""
    rules = meld_rules(turned, reach, same_rank_wild=same_rank_wild)
    valued = value_cards(turned, reach)
    if turned == JOKER and printed_joker_values == "ace_only":
        two_marriages_show = False
    if (
        alike(declare, 3) >= show_tunnelas
        or alike(declare, 2) >= show_dublees
        or jokers(declare, rules) >= show_jokers
        or (two_marriages_show and min(declare.count(card) for card in valued) >= 2)
    ):
        return True
    to_meld = {card: int(card not in rules.wild) for card in declare}
    return most_melded(declare, rules, to_meld, pure=show_pure, everything=True) is not None
