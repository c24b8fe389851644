"""Which cards of a hand can lie in melds at the same time: two plain methods, both exact.

``covers`` looks at every subset of the hand, 2 to the number of cards; good for hands up to 14.
``most_melded`` is for 20 and more cards: it takes the first kind of card that is left, leaves it
out or puts it in every meld that fits, and remembers what came of each multiset of cards left.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from scorekeeper.engine.cards import JOKER, RANKS, rank, suit
from tests.helpers.brute.melds import Kind, MeldRules, handfuls, kinds, melds

Lives: TypeAlias = tuple[int, int]  # pure sequences, sequences (pure ones among them)


def covers(hand: Sequence[str], rules: MeldRules) -> dict[int, frozenset[Lives]]:
    """Every subset that disjoint melds cover exactly, and the lives it can be covered with.

    A subset is a bit for each card. A run of six is one meld as well as two.
    """
    covered: dict[int, frozenset[Lives]] = {0: frozenset({(0, 0)})}
    all_melds = melds(hand, rules)
    for first in reversed(range(len(hand))):
        more: dict[int, frozenset[Lives]] = {}
        for meld, what in all_melds.items():
            if meld & -meld != 1 << first:
                continue
            for rest, lives in covered.items():  # none of these holds a card before the next
                if not rest & meld:
                    more[rest | meld] = more.get(rest | meld, frozenset()) | {
                        (pure + kind.pure, sequences + kind.sequence)
                        for pure, sequences in lives
                        for kind in what
                    }
        covered |= more
    return covered


def pure_covers(hand: Sequence[str], rules: MeldRules) -> set[int]:
    """Every subset that disjoint pure sequences cover exactly."""
    covered = {0}
    for meld, what in melds(hand, rules).items():
        if any(kind.pure for kind in what):
            covered |= {subset | meld for subset in covered if not subset & meld}
    return covered


def picked(hand: Sequence[str], subset: int) -> list[str]:
    return [card for index, card in enumerate(hand) if subset >> index & 1]


def _order(card: str, rules: MeldRules) -> tuple[bool, int, str]:
    place = len(RANKS) if card == JOKER else RANKS.index(rank(card))
    return card in rules.wild, place, suit(card)


class _Meld(NamedTuple):
    needs: tuple[tuple[int, int], ...]  # a kind of card, by its place in the order, and how many
    value: int
    what: frozenset[Kind]


def _melds_by_first(
    hand: Sequence[str], order: Sequence[str], rules: MeldRules, values: Mapping[str, int]
) -> list[list[_Meld]]:
    """For each kind of card, the melds in which it comes first.

    Melds of three to five cards are enough here: a longer one is two shorter ones, or one and
    jokers that lie loose.
    """
    places = {card: index for index, card in enumerate(order)}
    handed = sorted(hand, key=places.__getitem__)
    by_first: list[list[_Meld]] = [[] for _ in order]
    for cards in {tuple(handed[index] for index in some) for some in handfuls(handed, rules, 5)}:
        what = kinds(cards, rules)
        if what:
            needs = tuple((places[card], count) for card, count in Counter(cards).items())
            value = sum(values[card] for card in cards)
            by_first[places[cards[0]]].append(_Meld(needs, value, what))
    return by_first


def _without(left: tuple[int, ...], meld: _Meld) -> tuple[int, ...] | None:
    """The cards left when a meld is laid; None when they do not hold it."""
    rest = list(left)
    for index, count in meld.needs:
        if rest[index] < count:
            return None
        rest[index] -= count
    return tuple(rest)


def most_melded(
    hand: Sequence[str],
    rules: MeldRules,
    values: Mapping[str, int],
    *,
    pure: int = 0,
    sequences: int = 0,
    only_pure: bool = False,
    everything: bool = False,
) -> int | None:
    """The greatest value that melds can hold with so many pure sequences and sequences.

    ``values`` tells what a card is worth; with ``everything`` only cards worth nothing may be
    left out of the melds. None when that cannot be, or there are not enough sequences.
    """
    order = sorted(set(hand), key=lambda card: _order(card, rules))
    starting = _melds_by_first(hand, order, rules, values)
    copies = Counter(hand)

    @cache
    def best(left: tuple[int, ...], pure: int, sequences: int) -> int | None:
        first = next((index for index, count in enumerate(left) if count), None)
        if first is None:
            return None if pure or sequences else 0
        best_value = None
        if not (everything and values[order[first]]):
            best_value = best((*left[:first], 0, *left[first + 1 :]), pure, sequences)
        for meld in starting[first]:
            rest = _without(left, meld)
            if rest is None:
                continue
            for kind in meld.what:
                if only_pure and not kind.pure:
                    continue
                more = best(rest, max(0, pure - kind.pure), max(0, sequences - kind.sequence))
                if more is not None and (best_value is None or meld.value + more > best_value):
                    best_value = meld.value + more
        return best_value

    return best(tuple(copies[card] for card in order), pure, sequences)
