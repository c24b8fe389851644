"""The best position of one player when the stock has run out.

All cards on the table stay melded, any cards in hand may be, however they are arranged. One meld
at least is a pure sequence, and no two stand for the same cards.

At first two melds may stand for the same cards; then a sequence that is two shorter ones need not
be tried, and of melds with the same cards only the dearest. Where two melds of the best position
are the same, that one is guarded: it may lie once, and whatever could lie instead is tried too.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations

from scorekeeper.engine.cards import in_order
from scorekeeper.engine.melds import Arrangement, Group, MeldKind, left_over
from scorekeeper.variants.vazhushal.cards import SHAPES, Cards, Holding, Meld
from scorekeeper.variants.vazhushal.search import Search


@lru_cache(maxsize=512)
def best_position(
    table: Cards, hand: Cards, wild: frozenset[str], in_hand: int
) -> Arrangement | None:
    """The best legal position: melds with their points, and the cards left with what they cost.

    ``in_hand``: points that a wild card costs there. None if no position holds all of the table.
    """
    holding = Holding(table, hand, wild, in_hand)
    guarded: set[Cards] = set()
    melds = Search(holding, guarded).best()
    while melds and (twice := lie_twice(melds)):
        guarded |= twice
        melds = Search(holding, guarded).best()
    if melds is None:
        return None if table else Arrangement((), left_over(hand, holding.rules))
    return arranged(holding, joined(melds))


def lie_twice(melds: Iterable[Meld]) -> set[Cards]:
    """What more than one of these stands for."""
    lying = Counter(meld.shape.faces for meld in melds)
    return {faces for faces, times in lying.items() if times > 1}


def joined(melds: list[Meld]) -> list[Meld]:
    """Sequences that touch as one, as long as that keeps a pure one and all melds different."""
    for low, high in permutations(melds, 2):
        faces = low.shape.faces + high.shape.faces
        shape = SHAPES.get(faces) if low.shape.is_run and high.shape.is_run else None
        if shape:
            others = [meld for meld in melds if meld is not low and meld is not high]
            longer = [*others, Meld(shape, low.naturals | high.naturals)]
            if any(meld.is_pure for meld in longer) and not lie_twice(longer):
                return joined(longer)
    return melds


def arranged(holding: Holding, melds: Iterable[Meld]) -> Arrangement:
    """The melds with the cards that make them up, those on the table first."""
    melds = sorted(melds, key=_laying_order)
    rest = holding.counts.copy()
    for meld in melds:
        rest.subtract(meld.naturals)
    pool = _wilds_first_from_table(holding, rest)
    groups = tuple(_group(meld, pool) for meld in melds)
    left = [card for card in rest.elements() if not holding.rules.is_wild(card)]
    return Arrangement(groups, left_over([*left, *pool], holding.rules))


def _laying_order(meld: Meld) -> tuple[bool, bool, list[tuple[int, int, str]]]:
    return not meld.is_pure, not meld.shape.is_run, [in_order(face) for face in meld.shape.faces]


def _wilds_first_from_table(holding: Holding, rest: Counter[str]) -> list[str]:
    """Wild cards that do not stand for themselves: those that have to be laid before others."""
    pool = []
    for card in sorted(filter(holding.rules.is_wild, holding.counts), key=in_order):
        must = max(0, holding.must[card] - (holding.counts[card] - rest[card]))
        pool += [(copy >= must, card) for copy in range(rest[card])]
    return [card for _may_stay, card in sorted(pool, key=lambda pair: pair[0])]


def _group(meld: Meld, pool: list[str]) -> Group:
    """Takes the wild cards it needs from the front of ``pool``."""
    cards = tuple(face if face in meld.naturals else pool.pop(0) for face in meld.shape.faces)
    stands = tuple(None if face in meld.naturals else face for face in meld.shape.faces)
    kind: MeldKind = "pure" if meld.is_pure else "impure" if meld.shape.is_run else "set"
    return Group(kind, cards, stands, meld.shape.points)
