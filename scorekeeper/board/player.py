"""One player's night: what each game brought him, and the hands of one of them, a page at a time.

As dear after a thousand hands as after one: sums are read from what the games kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from scorekeeper.board.hands import HandsPage, Version, hands_page
from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.persons import names_of
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.services import in_force
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.telling.hand import Brought
from scorekeeper.telling.money import Booked, account
from scorekeeper.telling.night import titles

SHOWN = 20
"""Hands on one page."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """What one game brought the player."""

    table: Table
    person: int
    title: str

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def keeps_score(self) -> bool:
        return self.table.state.keeps_score

    @property
    def total(self) -> float:
        return self.table.state.totals[self.table.state.seat_of(self.person)]

    @property
    def net(self) -> int:
        """Minor units; what lies in a pot is not back."""
        return self.table.state.balances[self.person]

    @property
    def won(self) -> int:
        found: int = self.game.tally["wins"][self.person]
        return found

    @property
    def played(self) -> int:
        """Hands he took part in."""
        found: int = self.game.tally["hands"][self.person]
        return found


@dataclass(frozen=True, slots=True)
class OwnHand:
    """What a hand brought him, and his total after it."""

    hand: Hand
    brought: Brought
    total: float | None
    ended_void: bool


@dataclass(frozen=True, slots=True)
class OwnNight:
    player: Player
    games: list[OwnGame]
    """In order of play."""
    shown: OwnGame | None
    """The game whose hands are shown."""
    hands: HandsPage = field(default_factory=HandsPage)
    beside: Sequence[Booked[Payment, Player]] = ()
    """Payments that no hand brought: before the first hand, after the last, and what no game
    brought."""

    @property
    def moves_money(self) -> bool:
        return bool(self.beside) or any(game.net for game in self.games)

    @property
    def by_money(self) -> list[OwnGame]:
        """What brought most first."""
        return sorted(self.games, key=lambda game: -game.net)

    @property
    def won_or_lost(self) -> int:
        return sum(game.net for game in self.games)

    @property
    def handed_over(self) -> int:
        """Cash paid, less cash received."""
        return sum(row.amount for row in self.beside if row.payment.settles)

    @property
    def shared_or_carried(self) -> int:
        """Shared costs, balances carried from or to another night, rounding."""
        return sum(
            row.amount
            for row in self.beside
            if row.payment.game_id is None and not row.payment.settles
        )

    @property
    def in_pots(self) -> int:
        """What games have brought whose pot is not yet won: they are settled when it is."""
        return sum(game.net for game in self.games if game.table.state.pot)

    @property
    def to_settle(self) -> int:
        return self.won_or_lost + self.shared_or_carried + self.handed_over - self.in_pots

    @property
    def steps(self) -> Iterator[OwnHand]:
        """His part of the hands shown."""
        if self.shown is None:
            return
        seat = self.shown.table.state.seat_of(self.shown.person)
        for line in self.hands.lines:
            brought = line.outcome.seat_of(self.shown.person).of(self.shown.person)
            yield OwnHand(line.hand, brought, _total(line, seat), line.ended_void)


def _total(line: Version, seat: int) -> float | None:
    return line.totals[seat] if line.totals else None


def own_night(
    session: Session,
    found: Iterable[Table],
    player: Player,
    number: int | None = None,
    upto: int | None = None,
) -> OwnNight:
    """``number``: of the game whose hands are shown, the last he played if None; ``upto``: the
    newest of these. At most six queries."""
    listed = list(found)
    called = titles(at.game for at in listed)
    games = [
        OwnGame(at, person, called[at.game.pk])
        for at in listed
        for person, each in enumerate(at.players)
        if each.person_pk == player.person_pk
    ]
    asked = [game for game in games if game.game.number == number]
    shown = next(iter(asked or games[-1:]), None)
    hands = hands_page(shown.table, upto, count=SHOWN, voided=False) if shown else HandsPage()
    return OwnNight(player, games, shown, hands, _beside(session, player))


def _beside(session: Session, player: Player) -> list[Booked[Payment, Player]]:
    names = names_of(player.person_pk)
    mine = Q(payer__in=names) | Q(payee__in=names)
    rows = (
        Payment.objects.filter(mine, session=session, hand=None, game__removed_at=None)
        .select_related("payer", "payee", "game")
        .order_by("pk")
    )
    own = [_as_one(row, player) for row in in_force(rows)]
    return list(account(own, player, lambda row: row.settles))


def _as_one(row: Payment, player: Player) -> Payment:
    """As if every name of this person were this one."""
    if row.payer and row.payer.person_pk == player.person_pk:
        row.payer = player
    elif row.payee and row.payee.person_pk == player.person_pk:
        row.payee = player
    return row
