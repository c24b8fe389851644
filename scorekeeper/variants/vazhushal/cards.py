"""Vazhushal with tapped cards: the best position of one player when the stock has run out.

All cards on the table stay melded, any cards in hand may be, however they are arranged. Melds are
sequences and sets as elsewhere, each with a card standing for itself; one at least is a pure
sequence, and no two stand for the same cards. A melded card counts what it stands for, so that a
wild card is worth most where a high card is missing.

The search takes one kind of card after another and lays it in every way that can matter, or leaves
it in hand. As in linear programming every card and every wild card has a price, so that no meld
brings more than the prices of its cards: what remains can bring no more than its prices, and a
state that cannot beat the best position found is given up, as is one in which the same cards were
left before with no less gained.

At first two melds may stand for the same cards; then a sequence that is two shorter ones need not
be tried, and of melds with the same cards only the dearest. Where two melds of the best position
are the same, that one is guarded: it may lie once, and whatever could lie instead is tried too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, card_at, in_order, rank, suit
from scorekeeper.engine.cards import position as place_of
from scorekeeper.engine.melds import Arrangement, Group, MeldKind, MeldRules, left_over

Cards: TypeAlias = tuple[str, ...]

VALUES: Final = MeldRules()
"""A, K, Q, J and 10 count ten."""
SHORTEST: Final = 3
LONGEST: Final = 13
OTHER_COLOUR: Final = {"S": "HD", "C": "HD", "H": "SC", "D": "SC"}


def wild_cards(negative: str | None) -> frozenset[str]:
    """What is wild besides printed jokers: the rank of the negative joker in the other colour.

    >>> sorted(wild_cards("8S"))
    ['8D', '8H']
    """
    if negative is None:
        return frozenset()
    return frozenset(rank(negative) + letter for letter in OTHER_COLOUR[suit(negative)])


# What can be laid ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """Cards that a meld may stand for, in laying order."""

    faces: Cards
    is_run: bool
    points: int


def _shapes() -> Iterator[Shape]:
    for faces in (*_runs(), *_sets()):
        yield Shape(faces, faces[0][-1] == faces[1][-1], sum(map(VALUES.value, faces)))


def _runs() -> Iterator[Cards]:
    for letter in SUITS:
        for length in range(SHORTEST, LONGEST + 1):
            for low in range(1, len(RANKS) + 3 - length):
                yield tuple(card_at(low + step, letter) for step in range(length))


def _sets() -> Iterator[Cards]:
    for name in RANKS:
        for size in (3, 4):
            for letters in combinations(SUITS, size):
                yield tuple(name + letter for letter in letters)


SHAPES: Final = {shape.faces: shape for shape in _shapes()}


class Meld(NamedTuple):
    """A shape, the cards in it that stand for themselves, and wild cards for the others."""

    shape: Shape
    naturals: frozenset[str]

    @property
    def fill(self) -> int:
        return len(self.shape.faces) - len(self.naturals)

    @property
    def is_pure(self) -> bool:
        return self.shape.is_run and not self.fill

    def divides(self, guarded: Set[Cards]) -> bool:
        """Two shorter sequences take the same cards, neither of them guarded."""
        faces, cuts = self.shape.faces, range(SHORTEST, len(self.shape.faces) - SHORTEST + 1)
        return self.shape.is_run and any(
            guarded.isdisjoint(pieces) and not any(map(self.naturals.isdisjoint, pieces))
            for pieces in ((faces[:cut], faces[cut:]) for cut in cuts)
        )


@dataclass(frozen=True)
class Holding:
    """The cards of one player, and what is wild besides printed jokers."""

    table: Cards
    hand: Cards
    wild: frozenset[str]
    wild_in_hand: int
    """Points that a wild card costs there."""

    @cached_property
    def rules(self) -> MeldRules:
        """What cards cost in hand."""
        cost = self.wild_in_hand
        return MeldRules(wild=self.wild, joker_value=cost, wild_value=cost)

    @cached_property
    def held(self) -> Counter[str]:
        return Counter(self.table + self.hand)

    @cached_property
    def must(self) -> Counter[str]:
        """Cards that stay melded."""
        return Counter(self.table)

    @cached_property
    def wilds(self) -> int:
        return sum(times for card, times in self.held.items() if self.rules.is_wild(card))

    def melds(self) -> Iterator[Meld]:
        """Every meld there can be."""
        for shape in SHAPES.values():
            there = [face for face in shape.faces if face in self.held]
            for size in range(max(1, len(shape.faces) - self.wilds), len(there) + 1):
                for naturals in combinations(there, size):
                    meld = Meld(shape, frozenset(naturals))
                    if meld.fill + len(self.wild & meld.naturals) <= self.wilds:
                        yield meld

    def melds_that_matter(self, guarded: Set[Cards]) -> Iterator[Meld]:
        """Guarded melds, and those that are best as long as others may lie twice."""
        best: dict[tuple[frozenset[str], int], Meld] = {}
        for meld in self.melds():
            if meld.shape.faces in guarded:
                yield meld
            elif not meld.divides(guarded):
                other = best.setdefault((meld.naturals, meld.fill), meld)
                if meld.shape.points > other.shape.points:
                    best[meld.naturals, meld.fill] = meld
        yield from best.values()


# The search ----------------------------------------------------------------------------------

WIDTH: Final = 3
"""Bits for the copies of one card, up to two, and a guard above them."""
DEAREST: Final = 10
"""The most that a wild card can stand for."""
OFFERS: Final = (0.5, 0.65, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2)
"""Prices of a wild card that are tried, as parts of the most it can bring by itself."""
LESS: Final = 0.999
"""Less than the least gain that counts; the rest of a point is for rounding."""


class Option:
    """A meld as the search sees it."""

    __slots__ = ("code", "fill", "gain", "is_pure", "kinds", "loss", "meld", "once", "wilds")

    def __init__(
        self, meld: Meld, holding: Holding, places: Mapping[str, int], guarded: Set[Cards]
    ) -> None:
        self.meld, self.fill, self.is_pure = meld, meld.fill, meld.is_pure
        self.code = sum(1 << places[card] * WIDTH for card in meld.naturals)
        self.kinds = tuple(places[card] for card in meld.naturals - holding.wild)
        self.wilds = len(meld.shape.faces) - len(self.kinds)
        """Wild cards it takes, also as themselves."""
        naturals = sum(VALUES.value(card) for card in meld.naturals - holding.wild)
        self.gain = meld.shape.points + naturals + self.wilds * holding.wild_in_hand
        """Points that it brings over its cards in hand."""
        self.once = frozenset({meld.shape.faces}) & guarded
        """What it stands for, if that is guarded."""
        self.loss = 0.0
        """By how much the prices of its cards are more than it brings."""


class State(NamedTuple):
    """What is still to be laid or left."""

    cards: int
    """Copies of each kind, in fields with a guard bit above each."""
    wilds: int
    """Wild cards of any kind not laid yet."""
    owed: int
    """Wild cards from the table that have still to stand for others, so far."""
    pure: bool
    """There is a pure sequence."""
    lying: frozenset[Cards] = frozenset()
    """Guarded shapes that were laid."""


class Search:
    """One player's cards. ``guarded``: shapes of which only one may lie."""

    def __init__(self, holding: Holding, guarded: Set[Cards]) -> None:
        self.holding = holding
        self.kinds = sorted(holding.held.keys() - {JOKER}, key=self._order)
        """Cards that are wild last."""
        places = {card: place for place, card in enumerate(self.kinds)}
        self.guards = sum(1 << place * WIDTH + WIDTH - 1 for place in places.values())
        self.starting: list[list[Option]] = [[] for _kind in self.kinds]
        for meld in holding.melds_that_matter(guarded):
            option = Option(meld, holding, places, guarded)
            self.starting[min(places[card] for card in meld.naturals)].append(option)
        self.later = sum(times for card, times in holding.must.items() if card in holding.wild)
        self._price()

    def _order(self, card: str) -> tuple[bool, int, str]:
        """By rank, for then few of the cards still there are near those already laid."""
        return card in self.holding.wild, place_of(card), card

    def best(self) -> list[Meld] | None:
        """The melds of the best position; None if there is none with all cards of the table."""
        held, must = self.holding.held, self.holding.must
        copies = (held[card] << kind * WIDTH for kind, card in enumerate(self.kinds))
        start = State(self.guards + sum(copies), self.holding.wilds, must[JOKER], pure=False)
        self.most = -1
        self.found: list[Meld] | None = None
        self.laid: list[Meld] = []
        self.seen: dict[State, int] = {}
        self._descend(start, 0, self.bound)
        return self.found

    def _descend(self, state: State, gained: int, most: float) -> None:
        """``most``: what the prices allow to be gained from here on, with what was gained."""
        if most - self.most < LESS or self.seen.get(state, -1) >= gained:
            return
        self.seen[state] = gained
        if state.cards == self.guards:
            if state.pure and state.owed <= 0 and gained > self.most:
                self.most, self.found = gained, self.laid.copy()
            return
        leave, loss = self._left(state)
        for option in self._fitting(state):
            if leave and loss < option.loss:
                self._descend(leave, gained, most - loss)
                leave = None
            self.laid.append(option.meld)
            self._descend(self._laid(state, option), gained + option.gain, most - option.loss)
            self.laid.pop()
        if leave:
            self._descend(leave, gained, most - loss)

    def _first(self, state: State) -> int:
        """The kind of card to decide on."""
        rest = state.cards - self.guards
        return ((rest & -rest).bit_length() - 1) // WIDTH

    def _fitting(self, state: State) -> Iterator[Option]:
        """The melds of the first kind, in the order of their losses."""
        cards, wilds, guards = state.cards, state.wilds, self.guards
        for option in self.starting[self._first(state)]:
            fits = option.wilds <= wilds and (cards - option.code) & guards == guards
            if fits and not option.once & state.lying:
                yield option

    def _laid(self, state: State, option: Option) -> State:
        return State(
            state.cards - option.code,
            state.wilds - option.wilds,
            max(state.owed - option.fill, -self.later),
            state.pure or option.is_pure,
            state.lying | option.once,
        )

    def _left(self, state: State) -> tuple[State | None, float]:
        """Without the first kind, and the prices of its cards; None if they must be laid.

        Wild cards may still stand for others.
        """
        kind = self._first(state)
        card, copies = self.kinds[kind], state.cards >> kind * WIDTH & 3
        cards = state.cards - (copies << kind * WIDTH)
        held, must = self.holding.held[card], self.holding.must[card]
        if card in self.holding.wild:
            owed = state.owed + max(0, must - (held - copies))
            return state._replace(cards=cards, owed=owed), 0
        left = state._replace(cards=cards) if copies <= held - must else None
        return left, copies * self.prices[kind]

    # Prices ---------------------------------------------------------------------------------

    def _price(self) -> None:
        """Those of a few offers by which the whole hand comes cheapest."""
        options = [option for starting in self.starting for option in starting]
        top = DEAREST + self.holding.wild_in_hand
        offers = [offer * top for offer in OFFERS if _covers(options, offer * top)]
        self.bound, wild_price, self.prices = min(self._at(options, offer) for offer in offers)
        for option in options:
            prices = sum(self.prices[kind] for kind in option.kinds)
            option.loss = prices + wild_price * option.wilds - option.gain
        for starting in self.starting:
            starting.sort(key=lambda option: option.loss)

    def _at(self, options: Iterable[Option], wild_price: float) -> tuple[float, float, list[float]]:
        """The price of everything, where a wild card has this one; that of each kind.

        What a meld brings beyond its wild cards is shared by the other cards as they cost.
        """
        costs = [VALUES.value(card) for card in self.kinds]
        prices = [0.0] * len(costs)
        for option in options:
            rest = option.gain - wild_price * option.wilds
            if rest > 0:
                share = rest / sum(costs[kind] for kind in option.kinds)
                for kind in option.kinds:
                    prices[kind] = max(prices[kind], share * costs[kind])
        held = self.holding.held
        cards = sum(price * held[card] for price, card in zip(prices, self.kinds, strict=True))
        return cards + wild_price * self.holding.wilds, wild_price, prices


def _covers(options: Iterable[Option], wild_price: float) -> bool:
    """It pays for melds of wild cards alone, which no other price does."""
    return all(option.gain <= wild_price * option.wilds for option in options if not option.kinds)


# The position --------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def position(table: Cards, hand: Cards, wild: frozenset[str], in_hand: int) -> Arrangement | None:
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
    rest = holding.held.copy()
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
    for card in sorted(filter(holding.rules.is_wild, holding.held), key=in_order):
        must = max(0, holding.must[card] - (holding.held[card] - rest[card]))
        pool += [(copy >= must, card) for copy in range(rest[card])]
    return [card for _may_stay, card in sorted(pool, key=lambda pair: pair[0])]


def _group(meld: Meld, pool: list[str]) -> Group:
    """Takes the wild cards it needs from the front of ``pool``."""
    cards = tuple(face if face in meld.naturals else pool.pop(0) for face in meld.shape.faces)
    stands = tuple(None if face in meld.naturals else face for face in meld.shape.faces)
    kind: MeldKind = "pure" if meld.is_pure else "impure" if meld.shape.is_run else "set"
    return Group(kind, cards, stands, meld.shape.points)
