"""One player's session: the result of each game, and the hands of one of them, a page at a time.

Costs the same after a thousand hands as after one: sums are read from the games.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import names_of
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.services import in_force
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.hand import SeatResult
from scorekeeper.play.wording.money import AccountEntry, account
from scorekeeper.play.wording.session import game_titles
from scorekeeper.table.scoreboard.hands import HandsPage, Version, hands_page

PAGE_SIZE = 20
"""Hands on one page."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """The result of one game for the player."""

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
        """Minor units, without what is in the pot."""
        return self.table.state.balances[self.person]

    @property
    def won(self) -> int:
        count: int = self.game.tally["wins"][self.person]
        return count

    @property
    def played(self) -> int:
        """Hands they took part in."""
        count: int = self.game.tally["hands"][self.person]
        return count


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The result of a hand for the player, and their total after it."""

    hand: Hand
    result: SeatResult
    total: float | None
    ended_void: bool


@dataclass(frozen=True, slots=True)
class OwnSession:
    player: Player
    games: list[OwnGame]
    """In order of play."""
    selected_game: OwnGame | None
    """The game whose hands are listed."""
    hands: HandsPage = field(default_factory=HandsPage)
    other_payments: Sequence[AccountEntry[Payment, Player]] = ()
    """Payments of no hand: before the first, after the last, and outside games."""

    @property
    def moves_money(self) -> bool:
        """Money that the reader may see."""
        if not currencies.are_shown():
            return False
        return bool(self.other_payments) or any(game.net for game in self.games)

    @property
    def by_money(self) -> list[OwnGame]:
        """Highest first."""
        return sorted(self.games, key=lambda game: -game.net)

    @property
    def won_or_lost(self) -> int:
        return sum(game.net for game in self.games)

    @property
    def handed_over(self) -> int:
        """Cash paid minus cash received."""
        return sum(row.amount for row in self.other_payments if row.payment.settles)

    @property
    def shared_or_carried(self) -> int:
        """Expenses, balances carried over, rounding."""
        return sum(
            row.amount
            for row in self.other_payments
            if row.payment.game_id is None and not row.payment.settles
        )

    @property
    def in_pots(self) -> int:
        """Results of games whose pot is still open; settled once it is won."""
        return sum(game.net for game in self.games if game.table.state.pot)

    @property
    def to_settle(self) -> int:
        return self.won_or_lost + self.shared_or_carried + self.handed_over - self.in_pots

    @property
    def steps(self) -> Iterator[OwnHand]:
        """The player's part of the listed hands."""
        if self.selected_game is None:
            return
        person = self.selected_game.person
        seat = self.selected_game.table.state.seat_of(person)
        for line in self.hands.lines:
            result = line.outcome.seat_of(person).for_person(person)
            yield OwnHand(line.hand, result, _total(line, seat), line.ended_void)


def _total(line: Version, seat: int) -> float | None:
    return line.totals[seat] if line.totals else None


def own_session(
    session: Session,
    tables: Iterable[Table],
    player: Player,
    number: int | None = None,
    upto: int | None = None,
) -> OwnSession:
    """``number``: of the game whose hands are listed, the last if None; ``upto``: the newest of
    these. At most six queries."""
    tables = list(tables)
    titles = game_titles(table.game for table in tables)
    games = [
        OwnGame(table, person, titles[table.game.pk])
        for table in tables
        for person, seated in enumerate(table.players)
        if seated.person_pk == player.person_pk
    ]
    requested = [game for game in games if game.game.number == number]
    selected_game = next(iter(requested or games[-1:]), None)
    hands = (
        hands_page(selected_game.table, upto, count=PAGE_SIZE, with_void=False)
        if selected_game
        else HandsPage()
    )
    return OwnSession(player, games, selected_game, hands, _other_payments(session, player))


def _other_payments(session: Session, player: Player) -> list[AccountEntry[Payment, Player]]:
    names = names_of(player.person_pk)
    is_party = Q(payer__in=names) | Q(payee__in=names)
    rows = (
        Payment.objects.filter(is_party, session=session, hand=None, game__removed_at=None)
        .select_related("payer", "payee", "game")
        .order_by("pk")
    )
    own = [_with_person(row, player) for row in in_force(rows)]
    return list(account(own, player, lambda row: row.settles))


def _with_person(row: Payment, player: Player) -> Payment:
    """Replaces other names of this person in the row by this player."""
    if row.payer and row.payer.person_pk == player.person_pk:
        row.payer = player
    elif row.payee and row.payee.person_pk == player.person_pk:
        row.payee = player
    return row
