"""A game is the fold of its entries: options and seats, then one hand after another.

A ``Game`` holds what the next hand needs and nothing more, so that saving costs the same at hand
500 as at hand 1; the caller stores the entries. ``last`` is the newest hand.

A *seat* scores; a *person* has a line and pays. They are the same, except in partnership games,
where ``side`` persons share a seat: with seats A+C and B+D the persons are A, B, C, D and person
``p`` belongs to seat ``p % seats``, table ``p // seats``.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final, Generic, TypeAlias, TypeVar

from scorekeeper.engine.money import Payments, nets
from scorekeeper.engine.questions.kinds import is_void
from scorekeeper.engine.words import NO_WORDS, Phrase

O = TypeVar("O")  # noqa: E741
D = TypeVar("D")
L = TypeVar("L")
S = TypeVar("S")


T = TypeVar("T")


def by_seat(persons: Sequence[T], seats: int) -> tuple[tuple[T, ...], ...]:
    """Groups persons in order of play by seat, partners together.

    >>> by_seat("ABCD", 2)
    (('A', 'C'), ('B', 'D'))
    """
    return tuple(tuple(persons[seat::seats]) for seat in range(seats))


LARGEST: Final = 10**15
"""The limit of a game's points and money: exact with halves, in every database."""


@dataclass(frozen=True, slots=True)
class Entry(Generic[D, L]):
    """The entry of one hand: one deal, one line per person (or per seat, where partners share a
    line).

    ``more`` holds the deals of the other tables of a partnership game; ``absent`` the persons who
    miss this hand; ``dealer`` who dealt it, where entered (None: the person whose turn it was).
    """

    deal: D
    lines: tuple[L, ...]
    absent: frozenset[int] = frozenset()
    more: tuple[D, ...] = ()
    dealer: int | None = None
    order: tuple[int, ...] = field(default=(), compare=False)
    """The game's seating order, once the entry is played on it (``playing.canonical``)."""

    @property
    def deals(self) -> tuple[D, ...]:
        """One deal per table; a single one when the game has one deal for all."""
        return (self.deal, *self.more)

    @property
    def is_void(self) -> bool:
        """Whether an answer of every deal says that its lines are ignored."""
        return all(map(is_void, self.deals))

    @property
    def playing(self) -> tuple[int, ...]:
        """The persons in the hand, in seating order."""
        everybody = self.order or range(len(self.lines))
        if not self.absent:
            return tuple(everybody)
        return tuple(person for person in everybody if person not in self.absent)

    @property
    def playing_lines(self) -> dict[int, L]:
        """The lines of those in the hand, by person in seating order."""
        return {person: self.lines[person] for person in self.playing}

    def dealt_by(self, expected: int) -> int:
        """Returns who dealt: ``expected``, unless the entry names another person."""
        return expected if self.dealer is None else self.dealer


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a seat in one hand, with the rule that produced them.

    Whole, or with a half where a variant's options keep halves.
    """

    points: float
    reason: Phrase


NIL = Score(0, NO_WORDS)
Scores: TypeAlias = tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a hand, by the rules of its game."""

    scores: Scores
    """The points of each seat, in order of seats."""
    payments: Payments = ()
    """Paid as soon as the hand is over."""
    winners: Collection[int] | None = None
    """The persons who won; None: those with the sole answer, else those who share the pot, else
    those who gained most."""
    rests: Collection[int] = ()
    """Persons who take no part though not absent: they rest, or are not in an extra deal."""
    is_played: bool = True
    """Whether it counts as a hand played: not a void one, also by a house rule or a tie, nor an
    agreement such as a split. A hand whose deals are all marked ``void`` never counts."""
    deals_again: bool = False
    """Whether its dealer deals the next hand too."""


@dataclass(frozen=True, slots=True)
class Played(Generic[D, L]):
    entry: Entry[D, L]
    counted: Entry[D, L]
    """The entry with numbers in place of tapped cards."""
    outcome: Outcome
    """With the payments at the end of the game, if this hand ended it."""

    @property
    def scores(self) -> Scores:
        return self.outcome.scores

    @property
    def payments(self) -> Payments:
        return self.outcome.payments


@dataclass(frozen=True, slots=True)
class Game(Generic[O, S]):
    options: O
    seats: int
    state: S
    """What this variant remembers from earlier hands."""
    side: int = 1
    number: int = 0
    """Hands in force so far."""
    totals: tuple[float, ...] = ()
    """Running points per seat."""
    balances: tuple[int, ...] = ()
    """Net money per person, minor units."""
    pot: int = 0
    over: bool = False
    turn: int = 0
    """The place whose turn it is to deal: the one after the last dealer's. It may be one past the
    last: then a person who joins there deals, else the first."""
    first: int | None = None
    """The person whom the table chose to deal the first hand; None: by the rules."""
    left: frozenset[int] = frozenset()
    """Persons who have left the game: they miss every hand until they come back."""
    moved: tuple[tuple[int, ...], ...] = ()
    """The places at the table in seating order, each with the persons who have sat there one after
    the other; empty as long as each person sits in the order of numbers."""
    opening: Payments = ()
    """Paid before the first deal."""
    ends: int | None = None
    """The game ends after this many hands, as agreed; None: no such agreement."""
    last: Played[Any, Any] | None = field(default=None, compare=False)

    def begun_by(self, usual: int) -> int:
        """Returns who deals the first hand; ``usual``: by the rules."""
        return usual if self.first is None else self.first

    @property
    def persons(self) -> int:
        return self.seats * self.side

    @property
    def has_run_out(self) -> bool:
        """Whether the agreed number of hands has been played."""
        return self.ends is not None and self.number >= self.ends

    @property
    def present(self) -> tuple[int, ...]:
        """The persons who have not left."""
        return tuple(person for person in range(self.persons) if person not in self.left)

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The places at the table in seating order, each with the persons who have sat there."""
        return self.moved or tuple((person,) for person in range(self.persons))

    @property
    def seating(self) -> tuple[int, ...]:
        """All persons in seating order, also those who have left."""
        return tuple(chain.from_iterable(self.places))

    @property
    def next_in_turn(self) -> int:
        """The person whose turn it is to deal by seating order; of a place, who sat there first."""
        places = self.places
        return places[self.turn % len(places)][0]

    def place_of(self, person: int) -> int:
        """Returns the index of the person's place."""
        if not self.moved:
            return person
        return next(index for index, place in enumerate(self.moved) if person in place)

    def seat_of(self, person: int) -> int:
        return person % self.seats

    def deal_of(self, entry: Entry[D, Any], person: int) -> D:
        """Returns the deal this person played."""
        return entry.deals[person // self.seats] if entry.more else entry.deal

    def round_from(self, person: int) -> tuple[int, ...]:
        """Returns all persons in seating order, starting with the place of this one."""
        places, at = self.places, self.place_of(person % self.persons)
        return tuple(chain.from_iterable((*places[at:], *places[:at])))

    def fits(self, payments: Payments) -> bool:
        """Whether these payments and the game's sums are within ``LARGEST``."""
        largest = max(map(abs, (*self.totals, *self.balances, self.pot)), default=0)
        return max(largest, sum(p.amount for p in payments)) <= LARGEST

    def with_payments(self, payments: Payments, **changes: Any) -> "Game[O, S]":
        """Returns the game after these payments, with these ``changes``."""
        gained, pot = nets(payments, self.persons)
        balances = tuple(a + b for a, b in zip(self.balances, gained, strict=True))
        return replace(self, balances=balances, pot=self.pot + pot, **changes)
