"""A game as it was kept, for whoever only reads it. Applies no rule, and never raises: what is
read here was worked out when the hands were played."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine import words
from scorekeeper.engine.words import Phrase
from scorekeeper.play.models import Game, Hand

NamedValues = tuple[Phrase, tuple[float, ...]]
"""A result of more than totals, such as boxes: its label, and a value per seat."""


@dataclass(frozen=True, slots=True)
class GameState:
    """``persons``: how many sit at the table."""

    game: Game
    persons: int

    @property
    def side(self) -> int:
        """Persons who share a seat."""
        return self.game.side

    @property
    def seats(self) -> int:
        return self.persons // self.side

    def seat_of(self, person: int) -> int:
        return person % self.seats

    def persons_of(self, seat: int) -> range:
        """Who shares this seat."""
        return range(seat, self.persons, self.seats)

    # Where it stands

    @property
    def totals(self) -> Sequence[float]:
        """By seat, as the board shows them."""
        found: list[float] = self._shown("totals", [0] * self.seats)
        return found

    @property
    def sums(self) -> Sequence[float]:
        """The points of all hands, by seat; ``totals`` may be more than these."""
        found: list[float] = self.game.fold["totals"]
        return found

    @property
    def balances(self) -> Sequence[int]:
        """By person, in minor units."""
        found: list[int] = self.game.fold["balances"]
        return found

    @property
    def pot(self) -> int:
        return int(self.game.fold["pot"])

    @property
    def moves_money(self) -> bool:
        return bool(self.pot) or any(self.balances)

    @property
    def left(self) -> Collection[int]:
        """Persons who have gone home."""
        found: list[int] = self.game.fold["left"]
        return found

    @property
    def out(self) -> Collection[int]:
        """Seats that are out of the game."""
        found: list[int] = self._shown("out", [])
        return found

    @property
    def dealer(self) -> int | None:
        """The person who deals the next hand, if there is one."""
        found: int | None = self._shown("dealer", None)
        return None if self.game.closed_at else found

    def notes(self, person: int) -> Sequence[Phrase]:
        """Short words beside a person."""
        found: list[list[Any]] = self._shown("notes", [])
        return [words.load(note) for note in found[person]] if person < len(found) else ()

    # What kind of game it is

    @property
    def keeps_score(self) -> bool:
        """There are points to show; otherwise only money, or the hands won."""
        return bool(self._shown("keeps_score", True))

    @property
    def for_game_points(self) -> bool:
        """It is played for game points, as was agreed when it began."""
        return bool(self.game.agreed.get("game_points"))

    @property
    def lowest_leads(self) -> bool:
        return bool(self._shown("lowest", False))

    @property
    def seats_may_change(self) -> bool:
        return not self.game.closed_at and bool(self._shown("open", False))

    @property
    def report(self) -> list[NamedValues]:
        """More results by name, in the order in which the rules tell them."""
        return [(words.load(label), tuple(values)) for label, values in self._shown("report", [])]

    @property
    def sums_at_the_end(self) -> list[NamedValues]:
        """What the final totals are the sum of, where that is more than points."""
        return [(words.load(label), tuple(values)) for label, values in self._shown("sums", [])]

    def _shown(self, name: str, otherwise: Any) -> Any:
        return self.game.shows.get(name, otherwise)

    # A hand

    def absent(self, hand: Hand) -> frozenset[int]:
        """The persons who took no part in it: those who missed it, or joined later."""
        missed = (int(key) for key in hand.entry.get("absent", ()))
        return frozenset((*missed, *range(hand.persons, self.persons)))

    @property
    def tables(self) -> int:
        """How many deals a hand has: partners may sit at one table, or each pair at its own."""
        return 1 if self.game.rules.partners.one_table else self.side

    def line_names(self, names: Sequence[str], between: str) -> Sequence[str]:
        """Whose the lines of a hand are: of each person, or of the partners who report together."""
        if not self.game.rules.partners.side_lines:
            return names
        return [between.join(names[p] for p in self.persons_of(seat)) for seat in range(self.seats)]
