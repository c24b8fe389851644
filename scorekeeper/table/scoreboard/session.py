"""The session as the scoreboard shows it: one of its games with its hands, and the other games.

Everything is read from stored rows without applying rules, so old sessions show what was played and
paid then.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.clubs.models import Player, Session
from scorekeeper.play.wording.hand import SeatResult
from scorekeeper.play.wording.session import (
    game_titles,
    net_by_player,
    removed_numbers,
    session_tables,
)
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.session_winner import SessionWinners, session_winners
from scorekeeper.table.approvals.page import NO_APPROVALS, HandApprovals, board_approvals
from scorekeeper.table.scoreboard.game_standings import GameOnBoard
from scorekeeper.table.scoreboard.hands import HandsPage, Version, hands_page
from scorekeeper.table.starting.draws import DrawResult, session_draws


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
    """In order of play."""
    selected_game: GameOnBoard | None = None
    """The game displayed: the one being played, the last one, or the one asked for."""
    hands: HandsPage = field(default_factory=HandsPage)

    @cached_property
    def draws(self) -> list[DrawResult]:
        """For seats and dealer, in order; not on the TV scoreboard."""
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


def session(
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
