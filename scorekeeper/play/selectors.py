"""Reads of games and hands that several pages share."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization.words import together
from scorekeeper.engine.game import Entry, by_seat
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import ChangeKind, Game, Hand, SeatChange, SeatScore
from scorekeeper.play.stored_game import GameState
from scorekeeper.questions.rules import Agreement


def person_keys(persons: int) -> list[str]:
    """Returns the names by which stored entries know the persons of a game."""
    return [str(person) for person in range(persons)]


@dataclass
class Table:
    """A game with its players: the start of every page of a running game."""

    game: Game
    players: list[Player]
    """By person index."""

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
