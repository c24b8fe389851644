"""The night as the board shows it: one of its games, the hands of that, and the other games.

Everything is read from what was stored that evening; no rule is applied anew, so a night of last
year shows what was played and paid then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from scorekeeper.board.hands import HandsPage, hands_page
from scorekeeper.board.standing import GameOnBoard
from scorekeeper.clubs.models import Session
from scorekeeper.starting.draws import DrawTold, of_night
from scorekeeper.telling.night import net_tonight, tables


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

    @property
    def moves_money(self) -> bool:
        return any(game.moves_money for game in self.games)

    @property
    def others(self) -> list[GameOnBoard]:
        return [game for game in self.games if game is not self.shown]

    @property
    def running(self) -> GameOnBoard | None:
        """The game that can take another hand: the one on the board if it is open, else the last
        one that is."""
        if self.session.closed_at is not None:
            return None
        if self.shown is not None and not self.shown.over:
            return self.shown
        return next((game for game in reversed(self.games) if not game.over), None)


def night(session: Session, *, number: int | None = None, upto: int | None = None) -> NightOnBoard:
    """The night with one game on the board: number ``number``, or the current one."""
    found = tables(session)
    tonight = net_tonight(found)
    games = [GameOnBoard(at, tonight) for at in found]
    if not games:
        return NightOnBoard(session, games)
    asked = [game for game in games if game.game.number == number]
    running = [game for game in games if not game.over]
    shown = (asked or running[-1:] or games[-1:])[0]
    return NightOnBoard(session, games, shown, hands_page(shown.table, upto))
