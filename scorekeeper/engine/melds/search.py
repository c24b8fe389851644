"""The search: finds a way to lay a hand in disjoint melds that gains the most points.

A meld gains what its cards are worth, less what the caller says is lost in it. The lives come
first: pure sequences, then other sequences, each choice of them once. Then a card is taken at a
time, and either one of the melds it is in is laid or the card is left over. Nothing is skipped that
could be better. Every state is first priced, as in linear programming: wild cards have one price,
and a card costs its points less the wild cards that its share of the cheapest meld takes. No meld
gains more than the prices of its cards and wild cards, so the prices of all that remains are the
most that can still be gained; and a meld that gains less than its own prices by more than the best
arrangement leaves to gain is out. A state is also given up when the same cards were left before
with no less gained: states come in the order of their lives, so whatever an earlier one was not
allowed to lay for its order belongs to an arrangement that was tried before.

Of arrangements with the same points, one that spends the fewest wild cards is found; among those
always the same, for the order of the cards has no part in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.engine.melds.find import Holding, Meld
from scorekeeper.engine.melds.meld import Cards
from scorekeeper.engine.melds.rules import PURE, SEQUENCES

POINT: Final = 64
"""A point in the search's units; a wild card that is laid costs one unit."""
LOWEST: Final = -(10**9)
LESS: Final = 0.999
"""Less than the least gain that counts; the rest of a unit is for rounding."""
UNSHARED: Final = 99.0
"""More than any share of wild cards."""


class Candidate:
    """A meld with the numbers the search needs."""

    __slots__ = ("code", "gain", "is_pure", "is_run", "kinds", "meld", "room", "share", "wilds")

    def __init__(self, meld: Meld, hand: Holding, width: int, lost: int) -> None:
        self.meld = meld
        self.code = sum(1 << kind * width for kind in meld.naturals)
        """The count of each kind of card it takes, in fields of ``width`` bits."""
        self.kinds = tuple(kind for kind in meld.naturals if kind < hand.first_wild)
        self.wilds = meld.fill + len(meld.naturals) - len(self.kinds)
        """Wild cards it takes, including those as themselves."""
        self.share = self.wilds / (len(self.kinds) or 1)
        """Wild cards per natural card."""
        self.gain = sum(hand.values[kind] for kind in self.kinds) * POINT - self.wilds - lost
        """Units, without what its wild cards are worth."""
        self.is_pure, self.is_run = meld.kind in PURE, meld.kind in SEQUENCES
        self.room = meld.room


Losses: TypeAlias = list[tuple[float, Candidate]]
"""Melds with the units by which they gain less than the prices of their cards."""


class State(NamedTuple):
    """The cards still in hand, and the arrangement so far."""

    cards: int
    """The count of each kind of card, in fields with a guard bit above each."""
    wilds: int
    pure: int
    sequences: int
    """Lives still missing."""
    room: int
    """Wild cards that can be added to what is laid."""
    lying: frozenset[Cards]
    """The faces laid of those that may lie once."""
    gained: int


class Search:
    """One hand, its melds, and what must be laid.

    ``pure`` and ``sequences``: the lives. ``must``: cards that may not be left over. ``once``:
    faces that one meld at most may stand for. ``lost``: the units that a meld gains less than its
    cards are worth, which is what they cost when left over.
    """

    def __init__(
        self,
        hand: Holding,
        melds: Iterable[Meld],
        *,
        pure: int = 0,
        sequences: int = 0,
        must: Mapping[str, int] = MappingProxyType({}),
        once: Set[Cards] = frozenset(),
        lost: Callable[[Meld], int] = lambda meld: 0,
    ) -> None:
        self.hand, self.pure, self.sequences, self.once = hand, pure, sequences, once
        self.must = {hand.kinds[card]: count for card, count in must.items()}
        self.must_naturals = [kind for kind in self.must if kind < hand.first_wild]
        self.wild_worth = hand.wild_value * POINT
        self.uses_room = self.wild_worth > 0 or len(self.must) > len(self.must_naturals)
        self.width = max(hand.counts, default=1).bit_length() + 1
        self.mask = (1 << self.width - 1) - 1
        self.guards = sum(1 << (kind + 1) * self.width - 1 for kind in range(len(hand.cards)))
        candidates = [Candidate(meld, hand, self.width, lost(meld)) for meld in melds]
        self.candidates = sorted(candidates, key=lambda o: (-o.gain, o.wilds, o.meld))

    def best(self, above: int = -1) -> list[Meld] | None:
        """Returns the melds of a best arrangement; None if none gains more than ``above``
        points."""
        counts = enumerate(self.hand.counts)
        cards = self.guards + sum(count << kind * self.width for kind, count in counts)
        self.most = above * POINT
        self.best_melds: list[Meld] | None = None
        self.laid: list[Meld] = []
        self.gained_by_state: dict[tuple[object, ...], int] = {}
        start = State(cards, self.hand.wilds, self.pure, self.sequences, 0, frozenset(), 0)
        self._descend(start, self.candidates)
        return self.best_melds

    def _descend(self, state: State, candidates: list[Candidate]) -> None:
        """``candidates``: the melds that can still be laid, but for those tried before."""
        self._keep(state)
        if not candidates or self._was_seen(state):
            return
        prices, wild_price, most = self._priced(state, candidates)
        most += state.gained + self.wild_worth * self.hand.wilds
        if most - self.most < LESS:
            return
        worthwhile = _worthwhile(candidates, prices, wild_price, most - self.most - LESS)
        if state.pure > 0:
            self._try(state, worthwhile, [pair for pair in worthwhile if pair[1].is_pure], most)
        elif state.sequences > 0:
            self._try(state, worthwhile, [pair for pair in worthwhile if pair[1].is_run], most)
        elif (kind := self._branch_card(state, worthwhile, prices, most)) is not None:
            chosen = [pair for pair in worthwhile if kind in pair[1].kinds]
            self._try(state, worthwhile, chosen, most)
            if most - prices[kind] - self.most >= LESS and not self._owed(state, kind):
                self._leave(state, worthwhile, kind)
        elif self.uses_room:
            self._try(state, worthwhile, worthwhile, most)

    def _keep(self, state: State) -> None:
        """Remembers this arrangement if it is the best so far."""
        if state.pure > 0 or state.sequences > 0 or (self.must and not self._holds_all(state)):
            return
        loose = max(0, state.wilds - state.room) if self.wild_worth else 0
        total = state.gained + self.wild_worth * (self.hand.wilds - loose)
        if total > self.most:
            self.most, self.best_melds = total, self.laid.copy()

    def _was_seen(self, state: State) -> bool:
        """Whether these cards were left before, with no less gained."""
        key = state[:-1]
        if self.gained_by_state.get(key, LOWEST) >= state.gained:
            return True
        self.gained_by_state[key] = state.gained
        return False

    # Cards that must be laid ----------------------------------------------------------------

    def _owed(self, state: State, kind: int) -> int:
        """Returns the cards of this kind that must be laid and are not yet laid as themselves."""
        left = state.cards >> kind * self.width & self.mask
        return max(0, left - self.hand.counts[kind] + self.must.get(kind, 0))

    def _holds_all(self, state: State) -> bool:
        """Whether all is laid that must be; wild cards may stand for others, or find room."""
        wilds = range(self.hand.first_wild, len(self.hand.cards))
        owed = sum(self._owed(state, kind) for kind in wilds)
        filling = sum(state.cards >> kind * self.width & self.mask for kind in wilds) - state.wilds
        naturals = any(self._owed(state, kind) for kind in self.must_naturals)
        return owed <= filling + state.room and not naturals

    # Branches -------------------------------------------------------------------------------

    def _branch_card(
        self, state: State, candidates: Losses, prices: Sequence[float], most: float
    ) -> int | None:
        """Returns the kind of card to branch on; None if no card is in any meld.

        A card that must be laid comes first, then the highest price; ties: in the fewest melds.
        """
        slack = most - self.most - LESS
        melds = [0] * len(prices)
        for _loss, candidate in candidates:
            for kind in candidate.kinds:
                melds[kind] += 1
        must = [(count, kind) for kind, count in enumerate(melds) if count and prices[kind] > slack]
        must += [(melds[kind], kind) for kind in self.must_naturals if self._owed(state, kind)]
        if must:
            return min(must)[1]
        meldable = [kind for kind, count in enumerate(melds) if count]
        return min(meldable, key=lambda kind: (-prices[kind], melds[kind]), default=None)

    def _try(self, state: State, candidates: Losses, chosen: Losses, most: float) -> None:
        """Tries each of ``chosen`` in turn; later ones may not use those tried before."""
        rest = [candidate for _loss, candidate in candidates]
        for loss, candidate in chosen:
            if most - loss - self.most >= LESS:
                self._lay(state, candidate, rest)
            rest.remove(candidate)

    def _lay(self, state: State, candidate: Candidate, candidates: list[Candidate]) -> None:
        cards, wilds = state.cards - candidate.code, state.wilds - candidate.wilds
        guards = self.guards
        fitting = [
            other
            for other in candidates
            if other.wilds <= wilds and (cards - other.code) & guards == guards
        ]
        lying, faces = state.lying, candidate.meld.faces
        if faces in self.once:
            lying |= {faces}
            fitting = [other for other in fitting if other.meld.faces != faces]
        self.laid.append(candidate.meld)
        self._descend(
            State(
                cards,
                wilds,
                max(0, state.pure - candidate.is_pure),
                max(0, state.sequences - candidate.is_run),
                min(state.room + candidate.room, self.hand.wilds) if self.uses_room else 0,
                lying,
                state.gained + candidate.gain,
            ),
            fitting,
        )
        self.laid.pop()

    def _leave(self, state: State, candidates: Losses, kind: int) -> None:
        """Continues without laying any card of this kind."""
        field = self.mask << kind * self.width
        others = [candidate for _loss, candidate in candidates if kind not in candidate.kinds]
        self._descend(state._replace(cards=state.cards & ~field), others)

    # Prices ---------------------------------------------------------------------------------

    def _priced(
        self, state: State, candidates: Sequence[Candidate]
    ) -> tuple[list[float], float, float]:
        """Returns the price of each kind of card, of a wild card, and of all remaining (in
        units)."""
        shares = _shares(candidates, self.hand.first_wild)
        values, cards, width, mask = self.hand.values, state.cards, self.width, self.mask
        prices = [0.0] * len(shares)
        scarce = []
        most = 0.0
        for kind, share in enumerate(shares):
            if share == UNSHARED:
                continue
            gain = prices[kind] = max(0.0, values[kind] * POINT - share)
            count = cards >> kind * width & mask
            if share:
                scarce.append((gain / share, share * count, kind))
            else:
                most += gain * count
        wild_price, gained = _spent(scarce, state.wilds)
        if wild_price:
            for _offer, _wanted, kind in scarce:
                prices[kind] = max(0.0, prices[kind] - wild_price * shares[kind])
        return prices, wild_price, most + gained


def _shares(candidates: Iterable[Candidate], kinds: int) -> list[float]:
    """Returns for each kind of card the least share of wild cards in a meld with it."""
    shares = [UNSHARED] * kinds
    for candidate in candidates:
        share = candidate.share
        for kind in candidate.kinds:
            if share < shares[kind]:
                shares[kind] = share
    return shares


def _spent(offers: list[tuple[float, float, int]], wilds: int) -> tuple[float, float]:
    """Returns the price at which all wild cards are spent, and what they gain at the best offers.

    An offer is what a card pays for a wild card, how many it wants, and its kind.
    """
    offers.sort(reverse=True)
    remaining, gained = float(wilds), 0.0
    for offer, wanted, _kind in offers:
        if wanted > remaining:
            return offer, gained + offer * remaining
        gained += offer * wanted
        remaining -= wanted
    return 0.0, gained


def _worthwhile(
    candidates: Iterable[Candidate], prices: Sequence[float], wild_price: float, slack: float
) -> Losses:
    """Returns the melds whose loss against their prices is at most ``slack``, with the loss."""
    worthwhile = []
    for candidate in candidates:
        loss = wild_price * candidate.wilds - candidate.gain
        for kind in candidate.kinds:
            loss += prices[kind]
        if loss <= slack:
            worthwhile.append((loss, candidate))
    return worthwhile
