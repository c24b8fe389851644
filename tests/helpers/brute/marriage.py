"""Marriage: the maal of a hand and the declaration of 21 cards (marriage.md §4, §7)."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from scorekeeper.engine.cards import JOKER, PACK, RANKS, rank, suit
from tests.helpers.brute.melds import MeldRules, kinds

OTHER_OF_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def beside(card: str, step: int) -> str:
    return RANKS[(RANKS.index(rank(card)) + step) % 13] + suit(card)


def wild_cards(tiplu: str, *, man: bool = False) -> frozenset[str]:
    wild = {card for card in PACK if rank(card) == rank(tiplu)}
    wild |= {beside(tiplu, 1), beside(tiplu, -1)}
    return frozenset(wild | {JOKER} if man else wild)


def maal(
    tiplu: str,
    hand: Sequence[str] = (),
    exposed: Sequence[str] = (),
    *,
    seen: bool = True,
    alter: bool = False,
    man: bool = False,
    tiplu_points: Sequence[int] = (3, 7),
    poplu_points: Sequence[int] = (2, 5, 10),
    jhiplu_points: Sequence[int] = (2, 5, 10),
    marriage_points: Sequence[int] = (10, 20),
    tunnela_points: Sequence[int] = (5, 10, 20),
    tunnela_scale: str = "each",
    tunnela_needs_seen: bool = False,
    alter_points: Sequence[int] = (5, 15, 30),
    man_points: Sequence[int] = (5, 15, 30),
) -> int:
    """Points from each opponent. ``exposed`` has one card for each exposed tunnela.

    Every choice of cards for marriages is tried.
    """
    names = [tiplu, beside(tiplu, 1), beside(tiplu, -1)]
    tables = [(0, *tiplu_points), (0, *poplu_points), (0, *jhiplu_points)]
    marriages = (0, *marriage_points)
    held = [hand.count(name) for name in names]
    best = max(
        marriages[married[0]]
        + sum(table[have - gone] for table, have, gone in zip(tables, held, married, strict=True))
        for married in product(*(range(have + 1) for have in held))
        if len(set(married)) == 1
    )
    if alter:
        best += (0, *alter_points)[hand.count(rank(tiplu) + OTHER_OF_COLOUR[suit(tiplu)])]
    if man:
        best += (0, *man_points)[hand.count(JOKER)]
    if seen or not tunnela_needs_seen:
        best += exposed_points(tiplu, exposed, tunnela_points, tunnela_scale)
    return best


def exposed_points(tiplu: str, exposed: Sequence[str], points: Sequence[int], scale: str) -> int:
    regular, of_joker, of_value = points
    valued = sum(card in (beside(tiplu, 1), beside(tiplu, -1)) for card in exposed)
    ordinary = sum(rank(card) == rank(tiplu) for card in exposed)
    others = len(exposed) - valued - ordinary
    rising = (0, 5, 15, 30, 45)[min(4, others)]
    return (
        valued * of_value
        + ordinary * of_joker
        + (rising if scale == "rising" else others * regular)
    )


def is_valid(declare: Sequence[str], tiplu: str, *, man: bool = False) -> bool:
    """Seven melds of three, three of them pure sequences or tunnelas; or eight dublees."""
    if sum(copies // 2 for copies in Counter(declare).values()) >= 8:
        return True
    rules = MeldRules(wild=wild_cards(tiplu, man=man), tunnela=PACK)
    starting: list[list[tuple[int, int]]] = [[] for _ in declare]
    for trio in combinations(range(len(declare)), 3):
        what = kinds([declare[index] for index in trio], rules)
        if what:
            pure = int(any(kind.pure for kind in what))
            starting[trio[0]].append((sum(1 << index for index in trio), pure))

    @cache
    def most_pure(left: int) -> int | None:
        if not left:
            return 0
        best = None
        for trio, pure in starting[(left & -left).bit_length() - 1]:
            if trio & left == trio:
                more = most_pure(left ^ trio)
                if more is not None and (best is None or pure + more > best):
                    best = pure + more
        return best

    most = most_pure((1 << len(declare)) - 1)
    return most is not None and most >= 3
