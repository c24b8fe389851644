"""A game as it is stored, for readers. Applies no rules and never raises: everything was computed
when the hands were played."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from scorekeeper.core.localization.words import together
from scorekeeper.engine import words
from scorekeeper.engine.words import Phrase
from scorekeeper.play.models import Game, Hand

T = TypeVar("T")
NamedValues = tuple[Phrase, tuple[float, ...]]
"""A result beyond totals, such as boxes: its label, and a value per seat."""


@dataclass(frozen=True, slots=True)
class GameState:
    """``persons``: how many sit at the table."""

    game: Game
    persons: int

    @property
    def side(self) -> int:
        """Number of persons who share a seat."""
        return self.game.side

    @property
    def seats(self) -> int:
        return self.persons // self.side

    def seat_of(self, person: int) -> int:
        return person % self.seats

    def persons_of(self, seat: int) -> range:
        """Returns the persons who share this seat."""
        return range(seat, self.persons, self.seats)

        # Standings

    @property
    def totals(self) -> Sequence[float]:
        """The totals by seat, as displayed."""
        return self._shown_value("totals", [0] * self.seats)

    @property
    def sums(self) -> Sequence[float]:
        """The points of all hands, by seat; ``totals`` may be more than these."""
        return self._of_fold("totals")

    @property
    def balances(self) -> Sequence[int]:
        """The balances by person, in minor units."""
        return self._of_fold("balances")

    @property
    def pot(self) -> int:
        return int(self.game.fold["pot"])

    @property
    def moves_money(self) -> bool:
        return bool(self.pot) or any(self.balances)

    @property
    def seating(self) -> Sequence[int]:
        """All persons in seating order, also those who have left."""
        places = self.game.fold.get("places")
        return list(chain.from_iterable(places)) if places else range(self.persons)

    @property
    def seats_by_place(self) -> Sequence[int]:
        """All seats in the order of their places at the table."""
        return list(dict.fromkeys(map(self.seat_of, self.seating)))

    def by_place(self, values: Sequence[T]) -> list[T]:
        """Returns values by seat in the order of the places at the table."""
        return [values[seat] for seat in self.seats_by_place]

    @property
    def left(self) -> Collection[int]:
        """Persons who have left."""
        return self._of_fold("left")

    @property
    def out(self) -> Collection[int]:
        """Seats that are out of the game."""
        return self._shown_value("out", [])

    @property
    def dealer(self) -> int | None:
        """The person who deals the next hand, if there is one."""
        dealer: int | None = self._shown_value("dealer", None)
        return None if self.game.closed_at else dealer

    def notes(self, person: int) -> Sequence[Phrase]:
        """Returns short texts shown beside a person."""
        notes: list[list[Any]] = self._shown_value("notes", [])
        return [words.load(note) for note in notes[person]] if person < len(notes) else ()

    @property
    def has_notes_for_all(self) -> bool:
        """Whether the notes hold for everybody, such as what must be laid in the next hand."""
        return bool(self._shown_value("notes_for_all", False))

    # What kind of game it is

    @property
    def keeps_score(self) -> bool:
        """Whether there are points to show; otherwise only money or hands won."""
        return bool(self._shown_value("keeps_score", True))

    @property
    def for_game_points(self) -> bool:
        """Whether it is played for game points, as agreed at its start."""
        return bool(self.game.agreed.get("game_points"))

    @property
    def lowest_leads(self) -> bool:
        return bool(self._shown_value("lowest", False))

    @property
    def seats_may_change(self) -> bool:
        return not self.game.closed_at and bool(self._shown_value("open", False))

    @property
    def report(self) -> list[NamedValues]:
        """More results by name, in the order of the rules."""
        return self._shown_rows("report")

    @property
    def sums_at_the_end(self) -> list[NamedValues]:
        """The parts of the final totals, if they are more than points."""
        return self._shown_rows("sums")

    def _shown_value(self, name: str, default: T) -> T:
        value: T = self.game.public_state.get(name, default)
        return value

    def _shown_rows(self, name: str) -> list[NamedValues]:
        rows: list[Any] = self._shown_value(name, [])
        return [(words.load(label), tuple(values)) for label, values in rows]

    def _of_fold(self, name: str) -> list[Any]:
        values: list[Any] = self.game.fold[name]
        return values

    # A hand

    def absent(self, hand: Hand) -> frozenset[int]:
        """Returns the persons who took no part in it: those who missed it or joined later."""
        missed = (int(key) for key in hand.entry.get("absent", ()))
        return frozenset((*missed, *range(hand.persons, self.persons)))

    @property
    def tables(self) -> int:
        """Number of deals a hand has: partners may share a table, or each pair have its own."""
        return self.game.rules.tables(self)

    def line_names(self, names: Sequence[str]) -> Sequence[str]:
        """Returns the names for the lines of a hand: of each person, or of partners who report
        together."""
        return self.game.rules.line_names(self, names, together)
