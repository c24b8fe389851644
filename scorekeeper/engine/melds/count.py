"""Finds the least that a hand can cost, and whether all of it can be shown.

Uses the fast path (``plain``) where possible, the search everywhere else.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorekeeper.engine.cards import in_order
from scorekeeper.engine.melds.arrangement import Arrangement, Group
from scorekeeper.engine.melds.find import Holding, Meld, find_melds
from scorekeeper.engine.melds.lay import arrange
from scorekeeper.engine.melds.plain import arrangement, as_bits, layouts, least_left
from scorekeeper.engine.melds.rules import PURE, MeldKind, MeldRules
from scorekeeper.engine.melds.search import Search


def least(cards: Sequence[str], rules: MeldRules) -> Arrangement:
    """Returns the arrangement that leaves the fewest points, under the rule of lives.

    Ties: the fewest wild cards, then always the same arrangement, whatever the order of the cards.
    """
    plain = as_bits(cards, rules)
    if plain is None:
        return search_least(cards, rules)
    sets, runs = layouts(plain, rules)[0]
    return arrangement(plain, sets, runs, rules)


def points(cards: Sequence[str], rules: MeldRules) -> int:
    """Returns the points of ``least``, faster."""
    plain = as_bits(cards, rules)
    if plain is None:
        return search_least(cards, rules).points
    return least_left(plain, rules.values)


def search_least(cards: Iterable[str], rules: MeldRules) -> Arrangement:
    """Computes ``least`` by the search that works for all rules."""
    hand = Holding(cards, rules)
    worth = any(hand.values[hand.first_wild :])
    melds = find_melds(hand, rules, roomy=worth)
    lives = rules.lives
    best: list[Meld] = []
    if lives.pure_saves and (lives.pure or lives.sequences):
        best = Search(hand, [meld for meld in melds if meld.kind in PURE]).best() or []
    saved = sum(hand.values[kind] for meld in best for kind in meld.naturals)
    search = Search(hand, melds, pure=lives.pure, sequences=lives.sequences)
    best = search.best(saved if best else -1) or best
    return arrange(hand, best, rules, attach=worth)


def declare(cards: Iterable[str], rules: MeldRules) -> Arrangement | None:
    """Lays all cards in melds, with the lives; None if impossible.

    Wild cards may be left over only if the rules let them lie loose.
    """
    counted = replace(rules, values=(1,) * len(rules.values), joker_value=0, wild_value=0)
    hand = Holding(cards, counted)
    lay_wilds = not rules.loose_wilds
    melds = find_melds(hand, counted, roomy=lay_wilds)
    lives = rules.lives
    search = Search(hand, melds, pure=lives.pure, sequences=lives.sequences, lay_wilds=lay_wilds)
    laid = search.best(sum(hand.counts) - hand.wilds - 1)
    return None if laid is None else arrange(hand, laid, rules, attach=True)


def alike(cards: Iterable[str], size: int) -> tuple[Group, ...]:
    """Returns all groups of two (dublees) or three (tunnelas) identical cards.

    >>> [group.cards for group in alike("KC JK KC 2H KC KC JK".split(), 2)]
    [('KC', 'KC'), ('KC', 'KC'), ('JK', 'JK')]
    """
    held = Counter(cards)
    kind: MeldKind = "dublee" if size == 2 else "tunnela"
    return tuple(
        Group(kind, (card,) * size, (None,) * size)
        for card in sorted(held, key=in_order)
        for _group in range(held[card] // size)
    )
