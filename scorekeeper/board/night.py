"""The night as the board shows it: one of its games, the hands of that, and the other games.

Everything is read from what was stored that evening; no rule is applied anew, so a night of last
year shows what was played and paid then.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.board.hands import HandsPage, Version, hands_page
from scorekeeper.board.standing import GameOnBoard
from scorekeeper.clubs.models import Player, Session
from scorekeeper.consent.shown import NOTHING, SaidOfHand, on_board
from scorekeeper.standings.ranking.measures import Measure
from scorekeeper.standings.tonight import NightWinners, night_winners
from scorekeeper.starting.draws import DrawTold, of_night
from scorekeeper.telling.hand import Brought
from scorekeeper.telling.night import net_tonight, numbers_removed, tables, titles


@dataclass(frozen=True, slots=True)
class PlayerTonight:
    """What one player won or lost, in minor units."""

    player: Player
    total: int
    games: tuple[tuple[GameOnBoard, int], ...]


@dataclass
class NightOnBoard:
    session: Session
    games: list[GameOnBoard]
    """In order of play."""
    shown: GameOnBoard | None = None
    """The game on the board: the one being played, the last one, or the one asked for."""
    hands: HandsPage = field(default_factory=HandsPage)

    @cached_property
    def draws(self) -> list[DrawTold]:
        """For seats and dealer, in the order in which they were made; not on the big screen."""
        return of_night(self.session)

    @cached_property
    def won(self) -> NightWinners | None:
        """Who won the night, once it is closed."""
        return night_winners(self.session)

    def won_on_screen(self, *, money: bool) -> NightWinners | None:
        """On the big screen, which names nobody by money that it does not show."""
        hidden = self.won and self.won.measure is Measure.MONEY and not money
        return night_winners(self.session, money=False) if hidden else self.won

    @property
    def moves_money(self) -> bool:
        return any(game.moves_money for game in self.games)

    @property
    def others(self) -> list[GameOnBoard]:
        return [game for game in self.games if game is not self.shown]

    @property
    def removed(self) -> list[int]:
        """Numbers of games that were removed, where others follow."""
        return numbers_removed(game.game.number for game in self.games)

    @property
    def running(self) -> GameOnBoard | None:
        """The game on the board, if it can take another hand."""
        if self.session.closed_at is not None or self.shown is None or self.shown.over:
            return None
        return self.shown

    @property
    def elsewhere(self) -> GameOnBoard | None:
        """The last game that is still being played, where the one on the board is over."""
        if self.session.closed_at is not None or self.running:
            return None
        return next((game for game in reversed(self.games) if not game.over), None)

    @property
    def last_hand(self) -> Version | None:
        """The newest hand that counts, of the game on the board."""
        return next((line for line in self.hands.lines if not line.voided), None)

    def said(self, player: int | None) -> SaidOfHand:
        """Who contests which hand, and what the holder of a phone (by id) may say of the last one.
        Marks the hands that are contested."""
        if self.shown is None:
            return NOTHING
        last = self.last_hand
        found = on_board(self.session, self.shown.table, last.hand if last else None, player)
        open_ones = {contest.hand.pk for contest in found.contests}
        lines = [replace(each, contested=each.hand.pk in open_ones) for each in self.hands.lines]
        self.hands = replace(self.hands, lines=lines)
        return found

    def brought(self, said: SaidOfHand) -> Brought | None:
        """What the last hand brought the one whose line it is."""
        if said.own is None or self.last_hand is None:
            return None
        return self.last_hand.outcome.seat_of(said.own.person).of(said.own.person)

    @property
    def tonight(self) -> list[PlayerTonight]:
        """What each player won or lost, by game, whoever won most first; nothing that is zero."""
        parts: dict[Player, list[tuple[GameOnBoard, int]]] = defaultdict(list)
        for game in self.games:
            for player, net in zip(game.table.players, game.table.state.balances, strict=True):
                if net:
                    parts[player].append((game, net))
        found = [
            PlayerTonight(player, sum(net for _game, net in nets), tuple(nets))
            for player, nets in parts.items()
        ]
        return sorted(found, key=lambda row: -row.total)

    @property
    def several_moved_money(self) -> bool:
        return sum(game.moves_money for game in self.games) > 1


def night(session: Session, *, number: int | None = None, upto: int | None = None) -> NightOnBoard:
    """The night with one game on the board: number ``number``, or the current one."""
    found = tables(session)
    tonight = net_tonight(found)
    called = titles(at.game for at in found)
    games = [GameOnBoard(at, tonight, called[at.game.pk]) for at in found]
    if not games:
        return NightOnBoard(session, games)
    asked = [game for game in games if game.game.number == number]
    running = [game for game in games if not game.over]
    shown = (asked or running[-1:] or games[-1:])[0]
    return NightOnBoard(session, games, shown, hands_page(shown.table, upto))
