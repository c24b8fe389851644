"""The session as the scoreboard shows it: one of its games with its hands, and the other games.

Everything is read from stored rows without applying rules, so old sessions show what was played and
paid then.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.short_names import USUAL, shortened
from scorekeeper.engine.words import Phrase
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table, leading_seats, merit_by_seat
from scorekeeper.play.sessions import (
    game_titles,
    net_by_player,
    removed_numbers,
    session_tables,
)
from scorekeeper.play.wording.hand import SeatResult
from scorekeeper.questions.wording import RuleInWords
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.selectors import SessionWinners, session_winners
from scorekeeper.table.approvals.page import NO_APPROVALS, HandApprovals, board_approvals
from scorekeeper.table.scoreboard.hands import HandsPage, Version, hands_page
from scorekeeper.table.starting.draws import DrawResult, session_draws

LETTERS_OF_A_ROW = 28
"""In the head of the table of hands, on a phone of 360 px."""


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
        room = max(LETTERS_OF_A_ROW // len(names), USUAL)
        return list(zip(names, shortened(names, room), strict=True))

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


@dataclass(frozen=True, slots=True)
class PlayerMoney:
    """A player's gain or loss, in minor units."""

    player: Player
    total: int
    games: tuple[tuple[GameOnBoard, int], ...]


@dataclass
class SessionOnBoard:
    session: Session
    games: list[GameOnBoard]
    """They are in order of play."""
    selected_game: GameOnBoard | None = None
    """The game displayed: the one being played, the last one, or the one asked for."""
    hands: HandsPage = field(default_factory=HandsPage)

    @cached_property
    def draws(self) -> list[DrawResult]:
        """The draws for seats and dealer, in order; the TV scoreboard shows none."""
        return session_draws(self.session)

    @cached_property
    def won(self) -> SessionWinners | None:
        """Returns the winners of the session, once it has ended; None for one held within another,
        whose one game has them."""
        return None if self.session.part_of_id else session_winners(self.session)

    @property
    def names_winner_once(self) -> bool:
        """Whether the line above the seats is all that names the winner: in a session within
        another, whose game is over."""
        is_over = self.selected_game is not None and self.selected_game.over
        return self.session.part_of_id is not None and is_over

    def won_on_screen(self, *, money: bool) -> SessionWinners | None:
        """Returns the winner for the TV scoreboard, which names nobody by money that it does not
        show."""
        hidden = self.won and self.won.measure is Measure.MONEY and not money
        return session_winners(self.session, money=False) if hidden else self.won

    @property
    def moves_money(self) -> bool:
        return any(game.moves_money for game in self.games)

    @property
    def others(self) -> list[GameOnBoard]:
        return [game for game in self.games if game is not self.selected_game]

    @property
    def removed(self) -> list[int]:
        """Numbers of removed games, if others follow."""
        return removed_numbers(game.game.number for game in self.games)

    @property
    def running(self) -> GameOnBoard | None:
        """The displayed game, if it can take another hand."""
        if (
            self.session.closed_at is not None
            or self.selected_game is None
            or self.selected_game.over
        ):
            return None
        return self.selected_game

    @property
    def elsewhere(self) -> GameOnBoard | None:
        """The last game still being played, if the displayed one is over."""
        if self.session.closed_at is not None or self.running:
            return None
        return next((game for game in reversed(self.games) if not game.over), None)

    @property
    def last_hand(self) -> Version | None:
        """The newest hand in force of the displayed game."""
        return next((line for line in self.hands.lines if not line.is_void), None)

    def approvals(self, player: int | None) -> HandApprovals:
        """Returns open disputes, and what the holder of a device (player id) may say of the last
        hand. Marks the disputed hands."""
        if self.selected_game is None:
            return NO_APPROVALS
        last_hand = self.last_hand
        approvals = board_approvals(
            self.session, self.selected_game.table, last_hand.hand if last_hand else None, player
        )
        contested = {contest.hand.pk for contest in approvals.contests}
        lines = [
            replace(version, is_contested=version.hand.pk in contested)
            for version in self.hands.lines
        ]
        self.hands = replace(self.hands, lines=lines)
        return approvals

    def own_result(self, approvals: HandApprovals) -> SeatResult | None:
        """Returns the last hand's result for the player whose result may be approved."""
        if approvals.own is None or self.last_hand is None:
            return None
        return self.last_hand.outcome.seat_of(approvals.own.person).for_person(approvals.own.person)

    @property
    def money(self) -> list[PlayerMoney]:
        """Returns how much each player won or lost, by game, highest first, without zeros."""
        parts: dict[Player, list[tuple[GameOnBoard, int]]] = defaultdict(list)
        for game in self.games:
            for player, net in zip(game.table.players, game.table.state.balances, strict=True):
                if net:
                    parts[player].append((game, net))
        rows = [
            PlayerMoney(player, sum(net for _game, net in nets), tuple(nets))
            for player, nets in parts.items()
        ]
        return sorted(rows, key=lambda row: -row.total)

    @property
    def open_pots(self) -> int:
        """Returns the sum in pots of games that have not ended, in minor units."""
        return sum(game.pot for game in self.games)

    @property
    def several_moved_money(self) -> bool:
        return sum(game.moves_money for game in self.games) > 1


def session_on_board(
    session: Session, *, number: int | None = None, upto: int | None = None
) -> SessionOnBoard:
    """Returns the session with one game displayed: number ``number``, or the current one."""
    tables = session_tables(session)
    nets = net_by_player(tables)
    titles = game_titles(table.game for table in tables)
    games = [GameOnBoard(table, nets, titles[table.game.pk]) for table in tables]
    if not games:
        return SessionOnBoard(session, games)
    requested = [game for game in games if game.game.number == number]
    running = [game for game in games if not game.over]
    selected_game = (requested or running[-1:] or games[-1:])[0]
    return SessionOnBoard(session, games, selected_game, hands_page(selected_game.table, upto))
