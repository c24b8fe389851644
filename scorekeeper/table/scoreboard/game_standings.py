"""A game on the scoreboard: its standings as stored, without applying rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.clubs.models import Player
from scorekeeper.core.localization import currencies
from scorekeeper.engine.words import Phrase
from scorekeeper.play.leaders import leading_seats, merit_by_seat
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.short_names import shortened
from scorekeeper.questions.rules import RuleInWords


@dataclass(frozen=True, slots=True)
class PersonOnBoard:
    player: Player
    won: int
    """Hands won in this game."""
    net: int
    """Minor units from this game."""
    session_money: int
    """Minor units from all games of the session."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat on the board."""

    seat: int
    people: tuple[PersonOnBoard, ...]
    total: float
    notes: tuple[Phrase, ...]
    out: bool
    left: bool
    """Has left, and takes no part until they come back."""
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
    """A game as the scoreboard shows it. ``nets``: net by player id over the session."""

    table: Table
    nets: Mapping[int, int]
    title: str
    """Numbered if two games of the session have one name."""

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
        """Money that the reader may see."""
        return currencies.are_shown() and self.table.state.moves_money

    @cached_property
    def house_rules(self) -> list[RuleInWords]:
        """Rules that differ from the defaults."""
        return self.table.agreement.unusual()

    @property
    def dealer(self) -> Player | None:
        person = self.table.state.dealer
        return None if person is None else self.table.players[person]

    @property
    def seats_may_change(self) -> bool:
        """Players may leave or join."""
        return self.table.state.seats_may_change

    @cached_property
    def rows(self) -> list[SeatRow]:
        """The seats: leaders first, those who are out last."""
        state = self.table.state
        totals, out, left = state.totals, state.out, self._left
        merits, best = merit_by_seat(self.table), leading_seats(self.table, left)
        rows = [
            SeatRow(
                seat=seat,
                people=tuple(self._person(person) for person in state.persons_of(seat)),
                total=totals[seat],
                notes=self._notes(seat),
                out=seat in out,
                left=seat in left,
                ahead=seat in best,
                deals=state.dealer in state.persons_of(seat),
            )
            for seat in range(state.seats)
        ]
        return sorted(rows, key=lambda row: (row.left, row.out, -merits[row.seat]))

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Heads of the columns, by place at the table: names, and their short forms."""
        names = self.table.state.by_place(self.table.seat_names)
        return list(zip(names, shortened(names), strict=True))

    @property
    def rows_by_hands(self) -> list[SeatRow]:
        """The seats for a screen without money: in a game about money alone, the players with most
        hands won lead."""
        if self.over or self.keeps_score:
            return self.rows
        most = max(row.won for row in self.rows)
        leads = any(row.won < most for row in self.rows)
        rows = [replace(row, ahead=leads and row.won == most and not row.left) for row in self.rows]
        return sorted(rows, key=lambda row: (row.left, row.out, -row.won, row.seat))

    @property
    def winners(self) -> list[Player]:
        """The winners, or who led when it was stopped."""
        ahead = sorted((row for row in self.rows if row.ahead), key=lambda row: row.seat)
        return [person.player for row in ahead for person in row.people]

    @cached_property
    def report(self) -> list[tuple[Phrase, tuple[float, ...]]]:
        """More results by name, such as boxes, with a value per column; for a finished game, the
        parts of its totals."""
        state = self.table.state
        results = state.sums_at_the_end or state.report
        return [(label, tuple(state.by_place(values))) for label, values in results]

    @property
    def _left(self) -> tuple[int, ...]:
        """Seats whose persons have left, while the game goes on."""
        state = self.table.state
        return () if self.over else tuple(sorted({state.seat_of(person) for person in state.left}))

    def _person(self, person: int) -> PersonOnBoard:
        player = self.table.players[person]
        return PersonOnBoard(
            player,
            self.game.tally["wins"][person],
            self.table.state.balances[person],
            self.nets.get(player.pk, 0),
        )

    @cached_property
    def notes_for_all(self) -> list[Phrase]:
        """Returns notes that hold for everybody in the next hand, such as what must be laid."""
        state = self.table.state
        persons = range(state.persons) if state.has_notes_for_all else ()
        return [note for person in persons for note in state.notes(person)]

    def _notes(self, seat: int) -> tuple[Phrase, ...]:
        state = self.table.state
        if state.has_notes_for_all:
            return ()
        notes_by_person = (state.notes(person) for person in state.persons_of(seat))
        return tuple(dict.fromkeys(note for notes in notes_by_person for note in notes))
