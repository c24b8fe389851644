"""Reads of games and hands that several pages share: a game as it is stored, and its table.

A reader applies no rules and nothing is raised: everything was computed when the hands were played.
Only another hand, or an edited one, needs today's rules (``Table.fold``, ``todays_rules``).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization.words import together
from scorekeeper.engine import words
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.game import Entry, by_seat
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Phrase
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import ChangeKind, Game, Hand, SeatChange, SeatScore
from scorekeeper.questions.wording import Agreement
from scorekeeper.variants import VARIANTS

# A game as it is stored ----------------------------------------------------------------------


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


# A table -------------------------------------------------------------------------------------


def person_keys(persons: int) -> list[str]:
    """Returns the names by which stored entries know the persons of a game."""
    return [str(person) for person in range(persons)]


@dataclass
class Table:
    """A game with its players: the start of every page of a running game."""

    game: Game
    players: list[Player]
    """They are in the order of person indices."""

    @property
    def rules(self) -> AnyVariant:
        return self.game.rules

    @cached_property
    def fold(self) -> Fold[Any, Any]:
        """The engine's game now, for another hand. Raises EntryError if today's rules do not know
        its options."""
        return self.game.folded(len(self.players))

    @cached_property
    def state(self) -> GameState:
        """The stored game."""
        return GameState(self.game, len(self.players))

    @cached_property
    def agreement(self) -> Agreement:
        """The agreed rules, for display."""
        game = self.game
        return Agreement(self.rules, game.options, game.agreed, game.session.club.currency)

    @cached_property
    def changes(self) -> list[SeatChange]:
        """The seat changes in force, in order."""
        return seat_changes(self.game)

    def seated(self, hand: Hand) -> frozenset[int]:
        """Returns the persons who sat at the table when the hand was dealt, also those who missed
        it."""
        left: set[int] = set()
        for change in self.changes[: hand.changes]:
            match change.kind:
                case ChangeKind.LEAVE:
                    left.add(change.person)
                case ChangeKind.BACK:
                    left.discard(change.person)
        absent = self.state.absent(hand)
        return frozenset(p for p in range(hand.persons) if p not in left or p not in absent)

    @property
    def player_ids(self) -> list[int]:
        return [player.pk for player in self.players]

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    @cached_property
    def seat_names(self) -> list[str]:
        """Per scoring seat: the person, or the partners together."""
        return [together(side) for side in by_seat(self.names, self.state.seats)]

    @property
    def keys(self) -> list[str]:
        return person_keys(len(self.players))

    def entry(self, hand: Hand, fold: Fold[Any, Any] | None = None) -> Entry[Any, Any]:
        """Returns what was reported for a hand, as today's rules load it; ``fold``: the game it is
        to be played on.

        Raises EntryError if they cannot, or if it answers what would not be asked there. Without
        ``fold`` it only fills a form: players who joined after the hand are absent.
        """
        if fold is not None:
            return load_entry(self.rules, fold, hand.entry, person_keys(fold.persons))
        entry = load_entry(self.rules, self.fold, hand.entry, self.keys, strict=False)
        later = frozenset(range(hand.persons, self.fold.persons))
        return replace(entry, absent=entry.absent | later) if later else entry


def session_game(session: Session, number: int) -> Game | None:
    """Returns the session's game of this number, unless it was removed."""
    game = _numbered(session, number)
    return None if game is None or game.removed_at else game


def removed_game(session: Session, number: int) -> Game | None:
    """Returns the session's game of this number, if it was removed."""
    game = _numbered(session, number)
    return game if game is not None and game.removed_at else None


def _numbered(session: Session, number: int) -> Game | None:
    if not 0 < number < 2**15:
        return None
    game = Game.every.filter(session=session, number=number).first()
    if game is not None:
        game.session = session
    return game


def game_table(game: Game) -> Table:
    """Returns the table of a game that is locked, or read in one view."""
    return Table(game, list(Player.objects.filter(seats__game=game).order_by("seats__number")))


def session_table(session: Session, number: int) -> Table | None:
    """Returns the table of the session's game of this number, consistent even if a player joins or
    is removed between the two queries."""
    table = _read_table(session, number)
    if table is not None and len(table.players) != table.game.persons:
        with one_view():
            table = _read_table(session, number)
    return table


def _read_table(session: Session, number: int) -> Table | None:
    game = session_game(session, number)
    return None if game is None else game_table(game)


def seat_changes(game: Game) -> list[SeatChange]:
    """Returns the seat changes in force, in order."""
    if not game.change_count:
        return []
    changes = game.changes.filter(voided_at__isnull=True)
    return list(changes.select_related("by__player", "signature__player").order_by("place"))


def hands_in_force(game: Game) -> list[Hand]:
    return list(game.hands.filter(voided_at__isnull=True).order_by("number"))


def newest_scores(scores: Iterable[SeatScore]) -> dict[tuple[int, int], SeatScore]:
    """Returns the score in force, by hand id and seat."""
    newest: dict[tuple[int, int], SeatScore] = {}
    for score in sorted(scores, key=lambda s: s.revision):
        newest[score.hand_id, score.seat] = score
    return newest


@contextmanager
def todays_rules() -> Iterator[None]:
    """Applies today's rules to a game agreed on earlier. Raises RulesChangedError if they read an
    option that is not declared any more."""
    try:
        yield
    except AttributeError as missing:
        if not any(type(missing.obj) is rules.options for rules in VARIANTS.values()):
            raise
        raise RulesChangedError(str(missing.name)) from missing


# Leaders and winners --------------------------------------------------------------------------


def merit_by_seat(table: Table) -> list[float]:
    """Returns a number per seat, higher is better: points if the game keeps them, else money, else
    hands won."""
    state = table.state
    if state.keeps_score:
        return [-total if state.lowest_leads else total for total in state.totals]
    seats = [state.persons_of(seat) for seat in range(state.seats)]
    if state.moves_money:
        return [sum(state.balances[p] for p in persons) for persons in seats]
    return [max(table.game.tally["wins"][p] for p in persons) for persons in seats]


def leading_seats(
    table: Table, excluded: Collection[int] = (), pot_payees: Collection[int] | None = None
) -> frozenset[int]:
    """Returns the seats that lead, or that won the game if it is over; none before the first hand
    or while all are equal.

    ``excluded``: seats that play no part. ``pot_payees``: ids of the players whom the last hand
    paid from the pot; None reads them from the ledger.
    """
    merits, state = merit_by_seat(table), table.state
    remaining = [seat for seat in range(state.seats) if seat not in (*state.out, *excluded)]
    if not table.game.hand_count or not remaining:
        return frozenset()
    played_out = table.game.closed_at and not table.game.stopped
    if played_out and len(remaining) > 1 and (shared := _shared(table, remaining, pot_payees)):
        return shared
    equal = len(set(merits)) == 1 and len(remaining) > 1
    return frozenset() if equal else _best(merits, remaining)


def _best(merits: Sequence[float], remaining: Sequence[int]) -> frozenset[int]:
    best = max(merits[seat] for seat in remaining)
    return frozenset(seat for seat in remaining if merits[seat] == best)


def _shared(
    table: Table, remaining: Sequence[int], pot_payees: Collection[int] | None
) -> frozenset[int]:
    """Returns the seats still in the game that shared the pot of the last hand."""
    paid, ids = _paid_out(table) if pot_payees is None else pot_payees, table.player_ids
    return frozenset(s for s in remaining if any(ids[p] in paid for p in table.state.persons_of(s)))


def _paid_out(table: Table) -> Collection[int]:
    last = Payment.objects.filter(
        game=table.game,
        hand__number=table.game.last_number,
        hand__voided_at=None,
        payer=None,
        reverses=None,
        reversed_by=None,
    )
    return {player for player in last.values_list("payee", flat=True) if player is not None}


def winners(table: Table, pot_payees: Collection[int] | None = None) -> list[Player]:
    """Returns the players who won, or who led when the game ended early. ``pot_payees``: see
    ``leading_seats``."""
    return players_in_seats(table, leading_seats(table, pot_payees=pot_payees))


def players_in_seats(table: Table, seats: Collection[int]) -> list[Player]:
    return [
        table.players[person] for seat in sorted(seats) for person in table.state.persons_of(seat)
    ]
