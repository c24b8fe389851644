"""Vazhushal when the stock runs out: the best final position of one player (vazhushal.md §6)."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from scorekeeper.engine.cards import JOKER, PACK, SUITS, rank, suit
from tests.helpers.brute.melds import MeldRules, card_at, face_value, handfuls, runs, sets

OTHER_COLOUR = {"S": "HD", "C": "HD", "H": "SC", "D": "SC"}


class Laid(NamedTuple):
    """One way to lay a handful: the cards it stands for, and whether it is a pure sequence."""

    stands_for: frozenset[str]
    pure: bool
    value: int


def wild_cards(negative: str | None) -> frozenset[str]:
    if negative is None:
        return frozenset({JOKER})
    same_rank = {card for card in PACK if rank(card) == rank(negative)}
    return frozenset(
        {JOKER} | {card for card in same_rank if suit(card) in OTHER_COLOUR[suit(negative)]}
    )


def ways(cards: Sequence[str], rules: MeldRules) -> set[Laid]:
    """Every way to lay these cards as one meld."""
    laid = set()
    for of_suit, first, natural in runs(cards, rules):
        stands_for = frozenset(card_at(first + step, of_suit) for step in range(len(cards)))
        laid.add(Laid(stands_for, natural == len(cards), worth(stands_for)))
    for of_rank, _ in sets(cards, rules):
        for suits in combinations(SUITS, len(cards)):
            stands_for = frozenset(of_rank + letter for letter in suits)
            if stands_for >= {card for card in cards if card not in rules.wild} and any(
                card in stands_for for card in cards
            ):
                laid.add(Laid(stands_for, False, worth(stands_for)))
    return laid


def worth(cards: frozenset[str]) -> int:
    return sum(face_value(card, 10) for card in cards)


def score(
    negative: str | None,
    table: Sequence[str] = (),
    hand: Sequence[str] = (),
    *,
    wild_in_hand: int = 20,
) -> int | None:
    """Melded less in hand. ``table`` is the cards of all melds on the table.

    ``negative`` is None when that joker is not played. None as an answer: there are cards on the
    table that no legal position holds.
    """
    rules = MeldRules(wild=wild_cards(negative))
    cards = [*table, *hand]
    cost = [wild_in_hand if card in rules.wild else face_value(card, 10) for card in hand]
    starting: list[list[tuple[int, Laid]]] = [[] for _ in cards]
    taken_by: dict[frozenset[str], list[int]] = {}
    for handful in handfuls(cards, rules):
        for laid in ways([cards[index] for index in handful], rules):
            mask = sum(1 << index for index in handful)
            starting[handful[0]].append((mask, laid))
            taken_by.setdefault(laid.stands_for, []).append(mask)
    twice = {
        stands_for
        for stands_for, masks in taken_by.items()
        if any(not mask & other for mask, other in combinations(masks, 2))
    }

    @cache
    def best(left: int, lying: frozenset[frozenset[str]], pure: bool) -> int | None:
        """Best score from the cards left; ``lying`` are melds that may not be laid again."""
        if not left:
            return 0 if pure else None
        first = (left & -left).bit_length() - 1
        best_value = None
        if first >= len(table):
            rest = best(left & (left - 1), lying, pure)
            best_value = None if rest is None else rest - cost[first - len(table)]
        for mask, laid in starting[first]:
            if mask & left != mask or laid.stands_for in lying:
                continue
            more = best(left ^ mask, lying | ({laid.stands_for} & twice), pure or laid.pure)
            if more is not None and (best_value is None or laid.value + more > best_value):
                best_value = laid.value + more
        return best_value

    most = best((1 << len(cards)) - 1, frozenset(), False)
    if most is None and not table:
        return -sum(cost)
    return most
