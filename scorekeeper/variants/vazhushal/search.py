"""The search for the best position of one player's cards.

It takes one kind of card after another and lays it in every way that can matter, or leaves it in
hand. As in linear programming every card and every wild card has a price, so that no meld brings
more than the prices of its cards: what remains can bring no more than its prices, and a state that
cannot beat the best position found is given up, as is one in which the same cards were left before
with no less gained.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Final, NamedTuple

from scorekeeper.engine.cards import JOKER, position
from scorekeeper.variants.vazhushal.cards import VALUES, Cards, Holding, Meld

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
        self.kinds = sorted(holding.counts.keys() - {JOKER}, key=self._order)
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
        return card in self.holding.wild, position(card), card

    def best(self) -> list[Meld] | None:
        """The melds of the best position; None if there is none with all cards of the table."""
        counts, must = self.holding.counts, self.holding.must
        copies = (counts[card] << kind * WIDTH for kind, card in enumerate(self.kinds))
        start = State(self.guards + sum(copies), self.holding.wilds, must[JOKER], pure=False)
        self.most = -1
        self.best_melds: list[Meld] | None = None
        self.laid: list[Meld] = []
        self.gained_by_state: dict[State, int] = {}
        self._descend(start, 0, self.bound)
        return self.best_melds

    def _descend(self, state: State, gained: int, most: float) -> None:
        """``most``: what the prices allow to be gained from here on, with what was gained."""
        if most - self.most < LESS or self.gained_by_state.get(state, -1) >= gained:
            return
        self.gained_by_state[state] = gained
        if state.cards == self.guards:
            if state.pure and state.owed <= 0 and gained > self.most:
                self.most, self.best_melds = gained, self.laid.copy()
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
        count, must = self.holding.counts[card], self.holding.must[card]
        if card in self.holding.wild:
            owed = state.owed + max(0, must - (count - copies))
            return state._replace(cards=cards, owed=owed), 0
        left = state._replace(cards=cards) if copies <= count - must else None
        return left, copies * self.prices[kind]

    # Prices ---------------------------------------------------------------------------------

    def _price(self) -> None:
        """Those of a few offers by which the whole hand comes cheapest."""
        options = [option for starting in self.starting for option in starting]
        top = DEAREST + self.holding.wild_in_hand
        offers = [offer * top for offer in OFFERS if _covers(options, offer * top)]
        self.bound, wild_price, self.prices = min(
            self._priced_by(options, offer) for offer in offers
        )
        for option in options:
            prices = sum(self.prices[kind] for kind in option.kinds)
            option.loss = prices + wild_price * option.wilds - option.gain
        for starting in self.starting:
            starting.sort(key=lambda option: option.loss)

    def _priced_by(
        self, options: Iterable[Option], wild_price: float
    ) -> tuple[float, float, list[float]]:
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
        counts = self.holding.counts
        cards = sum(price * counts[card] for price, card in zip(prices, self.kinds, strict=True))
        return cards + wild_price * self.holding.wilds, wild_price, prices


def _covers(options: Iterable[Option], wild_price: float) -> bool:
    """It pays for melds of wild cards alone, which no other price does."""
    return all(option.gain <= wild_price * option.wilds for option in options if not option.kinds)
