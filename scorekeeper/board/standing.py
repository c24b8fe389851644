"""A game on the board: who stands where, as it was kept. No rule is applied anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.asking.rules import RuleInWords
from scorekeeper.clubs.models import Player
from scorekeeper.engine.words import Phrase
from scorekeeper.play.ahead import leading_seats, merit_by_seat
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table
from scorekeeper.telling.short_names import short


@dataclass(frozen=True, slots=True)
class PersonOnBoard:
    player: Player
    won: int
    """Hands won in this game."""
    net: int
    """Minor units from this game."""
    tonight: int
    """Minor units from all games of the night."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat on the board."""

    seat: int
    people: tuple[PersonOnBoard, ...]
    total: float
    notes: tuple[Phrase, ...]
    out: bool
    left: bool
    """Has gone home, and plays no part until he comes back."""
    ahead: bool
    deals: bool

    @property
    def net(self) -> int:
        return sum(person.net for person in self.people)

    @property
    def won(self) -> int:
        return max(person.won for person in self.people)


@dataclass
class GameOnBoard:
    """A game as the board shows it. ``tonight``: net by player id over the whole night."""

    table: Table
    tonight: Mapping[int, int]
    title: str
    """What the night calls it: two of one name have their numbers."""

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def over(self) -> bool:
        return self.game.closed_at is not None

    @property
    def next_hand(self) -> int:
        return self.game.last_number + 1

    @cached_property
    def keeps_score(self) -> bool:
        """There are points to show; otherwise only money, or the hands won."""
        return self.table.state.keeps_score

    @property
    def pot(self) -> int:
        return self.table.state.pot

    @property
    def moves_money(self) -> bool:
        return self.table.state.moves_money

    @cached_property
    def house_rules(self) -> list[RuleInWords]:
        """What of its rules is not usual."""
        return self.table.agreement.unusual()

    @property
    def dealer(self) -> Player | None:
        person = self.table.state.dealer
        return None if person is None else self.table.players[person]

    @property
    def seats_may_change(self) -> bool:
        """Somebody may leave it or join it."""
        return self.table.state.seats_may_change

    @cached_property
    def rows(self) -> list[SeatRow]:
        """The seats, whoever is ahead first, those who are out last."""
        kept = self.table.state
        totals, out, left = kept.totals, kept.out, self._left
        merits, best = merit_by_seat(self.table), leading_seats(self.table, left)
        rows = [
            SeatRow(
                seat=seat,
                people=tuple(self._person(person) for person in kept.persons_of(seat)),
                total=totals[seat],
                notes=self._notes(seat),
                out=seat in out,
                left=seat in left,
                ahead=seat in best,
                deals=kept.dealer in kept.persons_of(seat),
            )
            for seat in range(kept.seats)
        ]
        return sorted(rows, key=lambda row: (row.left, row.out, -merits[row.seat]))

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Heads of a column for each seat, in the order of seats: the names, and shortened."""
        names = self.table.seat_names
        return list(zip(names, short(names), strict=True))

    @property
    def rows_by_hands(self) -> list[SeatRow]:
        """The seats as a screen without money shows them: while a game that is about money alone
        is played, who has won the most hands leads."""
        if self.over or self.keeps_score:
            return self.rows
        most = max(row.won for row in self.rows)
        leads = any(row.won < most for row in self.rows)
        rows = [replace(row, ahead=leads and row.won == most and not row.left) for row in self.rows]
        return sorted(rows, key=lambda row: (row.left, row.out, -row.won, row.seat))

    @property
    def winners(self) -> list[Player]:
        """Whoever won it, or was ahead when it was stopped."""
        ahead = sorted((row for row in self.rows if row.ahead), key=lambda row: row.seat)
        return [person.player for row in ahead for person in row.people]

    @cached_property
    def report(self) -> list[tuple[Phrase, tuple[float, ...]]]:
        """More results of this game by name, such as boxes, each with a value per seat; of one
        that is over, how its totals came about."""
        return self.table.state.sums_at_the_end or self.table.state.report

    @property
    def _left(self) -> tuple[int, ...]:
        """Seats whose persons have gone home, as long as the game goes on."""
        kept = self.table.state
        return () if self.over else tuple(sorted({kept.seat_of(person) for person in kept.left}))

    def _person(self, person: int) -> PersonOnBoard:
        player = self.table.players[person]
        return PersonOnBoard(
            player,
            self.game.tally["wins"][person],
            self.table.state.balances[person],
            self.tonight.get(player.pk, 0),
        )

    def _notes(self, seat: int) -> tuple[Phrase, ...]:
        kept = self.table.state
        said = (kept.notes(person) for person in kept.persons_of(seat))
        return tuple(dict.fromkeys(note for notes in said for note in notes))
