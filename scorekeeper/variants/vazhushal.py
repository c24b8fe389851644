"""Vazhushal (Wipe), a game with 13 cards that is won by going out, or by the best score.

The negative joker is a card laid open: all cards of its rank in the opposite colour are wild, and
so are printed jokers. The first meld must be a pure sequence. Whoever goes out wins the game point;
what the others hold does not matter. If the stock runs out first, everybody melds what they can,
and the best score wins the point: melded cards less cards in hand, where A, K, Q, J and 10 are ten,
a wild card melded is what it stands for, and one left in hand 20 points (or nothing). Where three
or more play, a hand in which somebody was dealt three pairs is dealt again.

Tied players each get the point, or nobody does, or the hand is played again. Money, if there is
any: everybody who did not win pays the stake, and with "margin money" also what their score falls
short of the best when the stock ran out; tied winners share all of it equally, left-over units in
order of seat.

Sources: CatsAtCards (catsatcards.com), “Vazhushal”;
pagat.com/rummy/wipe.html for what counts as a meld and for playing to five wins.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import combinations, permutations
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER, RANKS, SUITS, card_at, in_order, position, rank, suit
from scorekeeper.engine.ends import Ending, at_target
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.melds import Arrangement, Group, MeldKind, MeldRules, left_over
from scorekeeper.engine.money import Payment, Payments, collect, split
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import check_in_packs
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, when
from scorekeeper.engine.seats.table_card import (
    FROM_THE_LEFT,
    LEFT_BEGINS,
    Sentences,
    TableCard,
    sentences,
)
from scorekeeper.engine.variant import CardQuestion, NamedValues, Nothing, Preset, Tapped, Variant
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants._indian import check_winner

MOST: Final = 36
"""Cards of one player that are counted; the search takes long for more."""

Cards: TypeAlias = tuple[str, ...]


# What is asked -------------------------------------------------------------------------------


class Tie(Word):
    SHARE = "share", _("Each a point"), _("Every tied player wins; the money is shared.")
    NONE = "none", _("Nobody wins")
    REPLAY = "replay", _("Play again"), _("Nobody scores for the hand.")


class WildInHand(Word):
    TWENTY = 20, "20"
    NOTHING = 0, "0"


class Outcome(Word):
    WENT_OUT = "went_out", _("Went out"), _("A player melded all their cards.")
    STOCK_OUT = "stock_out", _("Stock ran out"), _("The best score wins.")
    REDEAL = "redeal", _("Redeal"), _("Somebody was dealt three pairs.")


class Finish(Word):
    WON = "won", _("Went out")


@dataclass(frozen=True, slots=True)
class Options:
    stake: int = ask.amount(
        _("Stake"), 0, _("What everybody who did not win pays."), source="vazhushal.md §4"
    )
    margin_money: bool = ask.flag(
        _("Margin money"),
        False,
        _("When the stock ran out, losers also pay by how much they lost."),
        source="vazhushal.md §5",
    )
    point_value: int = ask.amount(
        _("Money per point"),
        100,
        _("What one point of the margin is worth."),
        source="vazhushal.md §5",
        when=(when("margin_money", True),),
    )
    tie: Tie = ask.pick(
        _("Equal best scores"),
        Tie.SHARE,
        _("What happens when the stock ran out."),
        source="vazhushal.md §4",
    )
    target_wins: int | None = ask.count(
        _("Wins to win"),
        None,
        _("The game ends when a player has this many; leave empty for no limit."),
        min=1,
        max=None,
        source="vazhushal.md §4",
    )
    wild_in_hand: WildInHand = ask.pick(
        _("Wild card in hand"),
        WildInHand.TWENTY,
        _("Points of one that was not melded."),
        source="seed",
    )
    negative_joker: bool = ask.flag(
        _("Negative joker"),
        True,
        _("An open card decides what is wild besides printed jokers."),
        source="seed",
    )
    decks: int = ask.count(
        _("Packs"), 1, _("Packs of 54, each with two printed jokers."), min=1, max=2, source="seed"
    )


WENT_OUT = when("deal.outcome", Outcome.WENT_OUT)
STOCK_OUT = when("deal.outcome", Outcome.STOCK_OUT)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand ended"), Outcome.WENT_OUT)
    negative: str | None = ask.card(
        _("Negative joker"),
        None,
        _("The open card; needed if cards are tapped."),
        joker=False,
        when=(when("options.negative_joker", True),),
        screen=(when("outcome", Outcome.STOCK_OUT),),
    )


@dataclass(frozen=True, slots=True)
class Line:
    finish: Finish | None = ask.pick(
        _("Winner"), None, when=(WENT_OUT,), sole=(), sole_value=Finish.WON
    )
    melded: int = ask.points(_("Melded"), 0, _("Points on the table."), empty=(), when=(STOCK_OUT,))
    in_hand: int | None = ask.points(_("In hand"), None, _("Points not melded."), when=(STOCK_OUT,))
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"), None, instead="in_hand", both=Both.LOOKED_AT, when=(STOCK_OUT,)
    )
    table: tuple[tuple[str, ...], ...] | None = ask.melds(
        _("On the table"), None, when=(STOCK_OUT,)
    )

    @property
    def typed(self) -> bool:
        return self.in_hand is not None or bool(self.melded)

    @property
    def tapped(self) -> bool:
        return self.cards is not None or bool(self.table)


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]


# What is refused -----------------------------------------------------------------------------


def check_scores(options: Options, entry: Entry) -> None:
    """Checks that everybody's cards are typed or tapped, not both."""
    lines = entry.playing_lines
    for person, line in lines.items():
        check_ways(line, person)
    if any(line.tapped for line in lines.values()):
        check_negative(options, entry.deal.negative)
    check_copies(options, lines.items())


def check_negative(options: Options, negative: str | None) -> None:
    """Checks that the negative joker is known, where the table has one."""
    if options.negative_joker != (negative is not None):
        raise EntryError(_("Which card is the negative joker?"), field="negative")


def check_ways(line: Line, person: int) -> None:
    if line.typed and line.tapped:
        raise EntryError(
            _("Enter the points or tap the cards, not both."), field="cards", seat=person
        )
    if line.in_hand is None and not line.cards and not line.table:
        raise EntryError(_("How many points are left in hand?"), field="in_hand", seat=person)


def check_copies(options: Options, lines: Iterable[tuple[int | None, Line]]) -> None:
    """Checks that all tapped cards of a hand can come from the same packs. ``lines``: with the
    person."""
    held = ((person, *piece, 1) for person, line in lines for piece in pieces(line))
    check_in_packs(held, partial(in_packs, options))


def pieces(line: Line) -> Iterator[tuple[str, str]]:
    """Yields every card of a player, with the question it answers."""
    for group in line.table or ():
        for card in group:
            yield "table", card
    for card in line.cards or ():
        yield "cards", card


def in_packs(options: Options, card: str) -> int:
    """Returns the copies of a card in packs of 54 cards, each with two printed jokers."""
    return options.decks * (2 if card == JOKER else 1)


# Points and money ----------------------------------------------------------------------------


def results(entry: Entry) -> dict[int, tuple[int, int]]:
    """Returns everybody's points melded and in hand when the stock ran out."""
    if entry.deal.outcome is not Outcome.STOCK_OUT:
        return {}
    lines = entry.playing_lines
    return {person: (line.melded, line.in_hand or 0) for person, line in lines.items()}


def scores_of(entry: Entry) -> dict[int, int]:
    """Returns the points melded less those in hand."""
    return {person: melded - left for person, (melded, left) in results(entry).items()}


def winners(options: Options, entry: Entry) -> list[int]:
    """Returns the persons who get a game point, in order of seat."""
    went_out = [person for person in entry.playing if entry.lines[person].finish is Finish.WON]
    scores = scores_of(entry)
    best = [person for person, score in scores.items() if score == max(scores.values())]
    return went_out or (best if len(best) == 1 or options.tie is Tie.SHARE else [])


def dues(options: Options, entry: Entry, person: int) -> Iterator[tuple[int, Phrase]]:
    yield options.stake, _("stake")
    if options.margin_money and (scores := scores_of(entry)):
        margin = max(scores.values()) - scores[person]
        yield margin * options.point_value, _("margin of {points}").format(points=margin)


def shared(owed: Sequence[tuple[int, int, Phrase]], won: Sequence[int]) -> Iterator[Payment]:
    """Shares all that is owed in equal parts; each is filled before the next. ``owed``: payers,
    amounts in minor units, and reasons."""
    parts = split(sum(amount for _payer, amount, _words in owed), len(won))
    open_parts = dict(zip(won, parts, strict=True))
    for payer, unpaid, words in owed:
        for winner in won:
            amount = min(unpaid, open_parts[winner])
            open_parts[winner] -= amount
            unpaid -= amount
            yield Payment(payer, winner, amount, words)


# What can be laid ----------------------------------------------------------------------------


VALUES: Final = MeldRules()
"""A, K, Q, J and 10 count ten."""
SHORTEST: Final = 3
LONGEST: Final = 13
OTHER_COLOUR: Final = {"S": "HD", "C": "HD", "H": "SC", "D": "SC"}


def wild_cards(negative: str | None) -> frozenset[str]:
    """Returns what is wild besides printed jokers: the negative joker's rank in the other colour.

    >>> sorted(wild_cards("8S"))
    ['8D', '8H']
    """
    if negative is None:
        return frozenset()
    return frozenset(rank(negative) + letter for letter in OTHER_COLOUR[suit(negative)])


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
    """A shape with cards that stand for themselves, and wild cards for the others."""

    shape: Shape
    naturals: frozenset[str]

    @property
    def fill(self) -> int:
        return len(self.shape.faces) - len(self.naturals)

    @property
    def is_pure(self) -> bool:
        return self.shape.is_run and not self.fill

    def divides(self, guarded: Set[Cards]) -> bool:
        """Whether two shorter sequences take the same cards, neither of them guarded."""
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
        """Returns the rules by which cards cost points in hand."""
        cost = self.wild_in_hand
        return MeldRules(wild=self.wild, wild_value=cost)

    @cached_property
    def counts(self) -> Counter[str]:
        return Counter(self.table + self.hand)

    @cached_property
    def must(self) -> Counter[str]:
        """Returns the cards that stay melded."""
        return Counter(self.table)

    @cached_property
    def wilds(self) -> int:
        return sum(times for card, times in self.counts.items() if self.rules.is_wild(card))

    def melds(self) -> Iterator[Meld]:
        """Yields every meld there can be."""
        for shape in SHAPES.values():
            present = [face for face in shape.faces if face in self.counts]
            for size in range(max(1, len(shape.faces) - self.wilds), len(present) + 1):
                for naturals in combinations(present, size):
                    meld = Meld(shape, frozenset(naturals))
                    if meld.fill + len(self.wild & meld.naturals) <= self.wilds:
                        yield meld

    def melds_that_matter(self, guarded: Set[Cards]) -> Iterator[Meld]:
        """Yields guarded melds, and those that are best as long as others may lie twice."""
        best: dict[tuple[frozenset[str], int], Meld] = {}
        for meld in self.melds():
            if meld.shape.faces in guarded:
                yield meld
            elif not meld.divides(guarded):
                other = best.setdefault((meld.naturals, meld.fill), meld)
                if meld.shape.points > other.shape.points:
                    best[meld.naturals, meld.fill] = meld
        yield from best.values()


# The search for the best position ------------------------------------------------------------


WIDTH: Final = 3
"""Bits for the copies of one card, up to two, and a guard above them."""
DEAREST: Final = 10
"""The most that a wild card can stand for."""
OFFERS: Final = (0.5, 0.65, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2)
"""Prices of a wild card that are tried, as parts of the most it can bring by itself."""
LESS: Final = 0.999
"""Less than the least gain that counts; the rest of a point is for rounding."""


class Candidate:
    """A meld that may be laid, with what the search compares."""

    __slots__ = ("code", "fill", "gain", "is_pure", "kinds", "loss", "meld", "once", "wilds")

    def __init__(
        self, meld: Meld, holding: Holding, places: Mapping[str, int], guarded: Set[Cards]
    ) -> None:
        self.meld, self.fill, self.is_pure = meld, meld.fill, meld.is_pure
        self.code = sum(1 << places[card] * WIDTH for card in meld.naturals)
        self.kinds = tuple(places[card] for card in meld.naturals - holding.wild)
        self.wilds = len(meld.shape.faces) - len(self.kinds)
        """The wild cards it takes, also as themselves."""
        naturals = sum(VALUES.value(card) for card in meld.naturals - holding.wild)
        self.gain = meld.shape.points + naturals + self.wilds * holding.wild_in_hand
        """Points that it brings over its cards in hand."""
        self.once = frozenset({meld.shape.faces}) & guarded
        """The cards it stands for, if these are guarded."""
        self.loss = 0.0
        """The prices of its cards less its gain."""


class State(NamedTuple):
    """The cards still to be laid or left."""

    cards: int
    """Copies of each kind, in fields with a guard bit above each."""
    wilds: int
    """Wild cards of any kind not laid yet."""
    owed: int
    """Wild cards from the table that have still to stand for others, so far."""
    pure: bool
    """Whether there is a pure sequence."""
    lying: frozenset[Cards] = frozenset()
    """Guarded shapes that were laid."""


class Search:
    """Searches the best position of one player's cards.

    It takes one kind of card after another and lays it in every way that can matter, or leaves it
    in hand. As in linear programming every card and every wild card has a price, so that no meld
    brings more than the prices of its cards: the rest can bring no more than its prices, and a
    state that cannot beat the best position found is given up, as is one in which the same cards
    were left before with no less gained.
    """

    def __init__(self, holding: Holding, guarded: Set[Cards]) -> None:
        self.holding = holding
        self.kinds = sorted(holding.counts.keys() - {JOKER}, key=self._order)
        """Wild cards are last."""
        places = {card: place for place, card in enumerate(self.kinds)}
        self.guards = sum(1 << place * WIDTH + WIDTH - 1 for place in places.values())
        self.starting: list[list[Candidate]] = [[] for _kind in self.kinds]
        for meld in holding.melds_that_matter(guarded):
            candidate = Candidate(meld, holding, places, guarded)
            self.starting[min(places[card] for card in meld.naturals)].append(candidate)
        self.later = sum(times for card, times in holding.must.items() if card in holding.wild)
        self._price()

    def _order(self, card: str) -> tuple[bool, int, str]:
        """Orders by rank, as then few of the cards still there are near those already laid."""
        return card in self.holding.wild, position(card), card

    def best(self) -> list[Meld] | None:
        """Returns the melds of the best position; None if none holds all cards of the table."""
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
        for candidate in self._fitting(state):
            if leave and loss < candidate.loss:
                self._descend(leave, gained, most - loss)
                leave = None
            self.laid.append(candidate.meld)
            self._descend(
                self._laid(state, candidate), gained + candidate.gain, most - candidate.loss
            )
            self.laid.pop()
        if leave:
            self._descend(leave, gained, most - loss)

    def _first(self, state: State) -> int:
        """Returns the kind of card to decide on."""
        rest = state.cards - self.guards
        return ((rest & -rest).bit_length() - 1) // WIDTH

    def _fitting(self, state: State) -> Iterator[Candidate]:
        """Yields the melds of the first kind, in the order of their losses."""
        cards, wilds, guards = state.cards, state.wilds, self.guards
        for candidate in self.starting[self._first(state)]:
            fits = candidate.wilds <= wilds and (cards - candidate.code) & guards == guards
            if fits and not candidate.once & state.lying:
                yield candidate

    def _laid(self, state: State, candidate: Candidate) -> State:
        return State(
            state.cards - candidate.code,
            state.wilds - candidate.wilds,
            max(state.owed - candidate.fill, -self.later),
            state.pure or candidate.is_pure,
            state.lying | candidate.once,
        )

    def _left(self, state: State) -> tuple[State | None, float]:
        """Returns the state without the first kind, and the prices of its cards; None if they must
        be laid. Wild cards may still stand for others."""
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
        """Sets the prices by which the whole hand comes cheapest, of those for a few offers."""
        candidates = [candidate for starting in self.starting for candidate in starting]
        top = DEAREST + self.holding.wild_in_hand
        offers = [offer * top for offer in OFFERS if _covers(candidates, offer * top)]
        self.bound, wild_price, self.prices = min(
            self._priced_by(candidates, offer) for offer in offers
        )
        for candidate in candidates:
            prices = sum(self.prices[kind] for kind in candidate.kinds)
            candidate.loss = prices + wild_price * candidate.wilds - candidate.gain
        for starting in self.starting:
            starting.sort(key=lambda candidate: candidate.loss)

    def _priced_by(
        self, candidates: Iterable[Candidate], wild_price: float
    ) -> tuple[float, float, list[float]]:
        """Returns the price of all cards, of a wild card and of each kind. What a meld gains beyond
        its wild cards is shared by its other cards as they cost."""
        costs = [VALUES.value(card) for card in self.kinds]
        prices = [0.0] * len(costs)
        for candidate in candidates:
            rest = candidate.gain - wild_price * candidate.wilds
            if rest > 0:
                share = rest / sum(costs[kind] for kind in candidate.kinds)
                for kind in candidate.kinds:
                    prices[kind] = max(prices[kind], share * costs[kind])
        counts = self.holding.counts
        cards = sum(price * counts[card] for price, card in zip(prices, self.kinds, strict=True))
        return cards + wild_price * self.holding.wilds, wild_price, prices


def _covers(candidates: Iterable[Candidate], wild_price: float) -> bool:
    """Whether this price pays for melds of wild cards alone, which no other price does."""
    return all(
        candidate.gain <= wild_price * candidate.wilds
        for candidate in candidates
        if not candidate.kinds
    )


@lru_cache(maxsize=512)
def best_position(
    table: Cards, hand: Cards, wild: frozenset[str], in_hand: int
) -> Arrangement | None:
    """Returns the best legal position: melds with their points, and the cards left with what they
    cost. None if no position holds all of the table. ``in_hand``: points that a wild card costs.

    All cards on the table stay melded, any cards in hand may be, however they are arranged. One
    meld at least is a pure sequence, and no two stand for the same cards.

    At first two melds may stand for the same cards; then a sequence that is two shorter ones need
    not be tried, and of melds with the same cards only the dearest. Where two melds of the best
    position are the same, that one is guarded: it may lie once, and whatever could lie instead is
    tried too.
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
    """Returns the cards for which more than one of these stand."""
    lying = Counter(meld.shape.faces for meld in melds)
    return {faces for faces, times in lying.items() if times > 1}


def joined(melds: list[Meld]) -> list[Meld]:
    """Joins sequences that touch, as long as that keeps a pure one and all melds different."""
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
    """Returns the melds with the cards that make them up, those on the table first."""
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
    """Returns wild cards that do not stand for themselves, first those that have to be laid."""
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


def position_of(
    options: Options, negative: str | None, line: Line, person: int | None = None
) -> Arrangement:
    """Returns the best position of tapped cards. Raises EntryError if those on the table cannot
    be."""
    table = tuple(card for group in line.table or () for card in group)
    hand = line.cards or ()
    if len(table) + len(hand) > MOST:
        raise EntryError(
            _("That many cards can’t be counted. Enter the points."), field="cards", seat=person
        )
    best = best_position(table, hand, wild_cards(negative), options.wild_in_hand.value)
    if best is None:
        raise EntryError(
            _("These cards cannot all lie in melds, one of them a pure sequence."),
            field="table",
            seat=person,
        )
    return best


def card_results(options: Options, deal: Deal, line: Line) -> NamedValues:
    """Returns the best score these cards can make. Raises EntryError."""
    check_negative(options, deal.negative)
    check_copies(options, [(None, line)])
    best = position_of(options, deal.negative, line)
    return {"score": best.worth - best.points}


# The game ------------------------------------------------------------------------------------


class Vazhushal(Variant[Options, Deal, Line, Nothing]):
    key, name = "vazhushal", "Vazhushal"
    game_points = True
    summary = _("Go out for a game point; if the stock runs out, the best score takes it.")
    also = "Vazhishal, Wipe"
    family = Family.INDIAN
    source = "“Vazhushal”, catsatcards.com"
    seats = range(2, 7)
    may_miss = True
    options, deal, line = Options, Deal, Line
    strict = True
    card_question = CardQuestion(card_results)
    presets = (
        Preset("usual", _("Default rules"), {}, _("For game points, without an end of its own.")),
        Preset("five-wins", _("Five wins"), {"target_wins": 5}, _("The first with five wins.")),
        Preset(
            "stakes",
            _("For a stake and the margin"),
            {"stake": 1000, "margin_money": True},
            _("Losers pay a stake, and by how much they lost."),
        ),
        Preset(
            "no-negative-joker",
            _("No negative joker"),
            {"negative_joker": False},
            _("Only printed jokers are wild."),
        ),
    )
    feats = (
        Feat(
            key="stock_out",
            name=_("Best when the stock ran out"),
            description=_("Win a hand that nobody went out of."),
            face="5H",
            is_earned=lambda hand: hand.has_won and hand.entry.deal.outcome is Outcome.STOCK_OUT,
        ),
    )

    def table_card(self, options: Options, persons: int) -> TableCard:
        cut = sentences(_("The player at the dealer’s right cuts."))
        turned: Sentences = ()
        if persons >= 3:
            turned = sentences(
                _(
                    "Has a hand three pairs of a rank? All is thrown in and the same dealer deals "
                    "again."
                )
            )
        if options.negative_joker:
            cut = sentences(
                _("The player at the dealer’s right cuts twice."),
                _("The second cut leaves one unseen card across under the stock."),
            )
            joker = _("The card under the stock is shown: it is the negative joker.")
            turned = (*turned, joker)
        return TableCard(
            packs=options.decks,
            jokers=2 * options.decks,
            hand_size=13,
            cut=cut,
            dealt=(FROM_THE_LEFT,),
            turned=(*turned, _("Then the discards are begun.")),
            begins=(LEFT_BEGINS,),
            differs=sentences(_("Some pages give three players two packs.")),
        )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        return {"decks": 1 if seats <= 3 else 2}

    def check_options(self, options: Options, seats: int) -> None:
        if 13 * seats + 3 > 54 * options.decks:
            raise EntryError(_("These packs are too few for that many players."), field="decks")

    def offers(self, game: Game, name: str) -> Sequence[Word] | None:
        if name == "outcome" and game.persons == 2:
            return (Outcome.WENT_OUT, Outcome.STOCK_OUT)
        return None

    def check(self, game: Game, entry: Entry) -> None:
        match entry.deal.outcome:
            case Outcome.WENT_OUT:
                lines = entry.playing_lines
                check_winner([p for p, line in lines.items() if line.finish is Finish.WON])
            case Outcome.STOCK_OUT:
                check_scores(game.options, entry)
            case Outcome.REDEAL if len(entry.playing) == 2:
                raise EntryError(
                    _("Three pairs are dealt again only among three or more."), field="outcome"
                )

    def score(self, game: Game, entry: Entry) -> g.Scores:
        won, points_by_person = winners(game.options, entry), results(entry)

        def score_of(seat: int) -> g.Score:
            if seat in points_by_person:
                melded, left = points_by_person[seat]
                words = _("{melded} melded, {in_hand} in hand: {score}")
                reason = words.format(melded=melded, in_hand=left, score=melded - left)
                return g.Score(int(seat in won), reason)
            return g.Score(1, _("went out")) if seat in won else g.NIL

        return tuple(score_of(seat) for seat in range(game.seats))

    def pay(self, game: Game, entry: Entry) -> Payments:
        won = winners(game.options, entry)
        if not won:
            return ()
        losers = [person for person in entry.playing if person not in won]
        owed = [(person, *due) for person in losers for due in dues(game.options, entry, person)]
        return collect(shared(owed, won))

    def ends(self, options: Options) -> Ending | None:
        return at_target(options.target_wins)

    def same_dealer(self, deal: Deal) -> bool:
        return deal.outcome is Outcome.REDEAL

    def won(self, game: Game, entry: Entry, points: Sequence[float]) -> Iterable[int]:
        return [seat for seat, won in enumerate(points) if won]

    def facts(self, game: Game, entry: Entry, person: int) -> Facts:
        """Records cards left only if the stock ran out."""
        _melded, left = results(entry).get(person, (0, 0))
        return counted_facts(played=not self.unplayed(game, entry), left=left or None)

    def unplayed(self, game: Game, entry: Entry) -> bool:
        return entry.deal.outcome is Outcome.REDEAL

    # Tapped cards ---------------------------------------------------------------------------

    def copies(self, options: Options, deal: Deal, face: str) -> int:
        return in_packs(options, face)

    def wild(self, options: Options, deal: Deal) -> frozenset[str]:
        return wild_cards(deal.negative)

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Lays the best position: melds with their points, and the cards left in hand."""
        line = entry.lines[person]
        if entry.deal.outcome is not Outcome.STOCK_OUT or not line.tapped:
            return None
        check_negative(game.options, entry.deal.negative)
        check_copies(game.options, [(person, line)])
        best = position_of(game.options, entry.deal.negative, line, person)
        return Tapped(best, {"melded": best.worth, "in_hand": best.points})


variant = Vazhushal()
