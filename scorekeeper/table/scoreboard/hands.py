"""The hands of a game on the scoreboard, each version with its result: a page of them, or one; and
one player's session, with the result of each game and their hands.

A page costs the same after a thousand hands as after one: sums are read from the games.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q, QuerySet

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import names_of
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.services import in_force
from scorekeeper.play.models import HAND_AUTHORS, Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.sessions import game_titles
from scorekeeper.play.wording.hand import Outcome, SeatResult, outcomes
from scorekeeper.play.wording.money import AccountEntry, PaymentLine, account, hand_payments
from scorekeeper.play.wording.running_totals import totals_after

PAGE_SIZE = 10
"""Hands on one page."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one hand for one seat, and the seat's total after it."""

    name: str
    result: SeatResult
    total: float | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand, and its result."""

    table: Table
    hand: Hand
    outcome: Outcome
    totals: Sequence[float] = ()
    """Each seat's total after it, in a list of hands."""
    money: tuple[PaymentLine[Player], ...] = ()
    """Its payments, on the page of one hand."""
    replaced: Hand | None = None
    """The version that it replaced."""
    is_corrected: bool = False
    """Another version with other answers replaced it."""
    is_contested: bool = False
    """A player disputes their result."""

    @property
    def is_void(self) -> bool:
        return self.hand.voided_at is not None

    @property
    def is_restored(self) -> bool:
        """It was restored without changes."""
        return self.replaced is not None and self.replaced.entry == self.hand.entry

    @property
    def ended_void(self) -> bool:
        """It was dealt and entered, but gave nobody anything. A deleted hand is ``is_void``."""
        return not self.is_void and self.outcome.is_void

    @property
    def is_special(self) -> bool:
        """A list shows more of it than its result."""
        unplayed = self.ended_void or self.outcome.is_split or self.outcome.penalized_seats
        special = self.is_void or self.is_contested or unplayed
        return bool(special) or self.hand.replaces_id is not None

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells in the order of the places at the table."""
        totals: Sequence[float | None] = self.totals or [None] * len(self.outcome.seats)
        cells = zip(self.table.seat_names, self.outcome.seats, totals, strict=True)
        yield from self.table.state.by_place([Cell(*cell) for cell in cells])

    @property
    def winners(self) -> list[Player]:
        return [self.table.players[person] for person in sorted(self.outcome.winners)]

    @property
    def scores(self) -> Iterator[tuple[str, SeatResult]]:
        """Name and result of each seat that took part, by place at the table."""
        results = list(zip(self.table.seat_names, self.outcome.seats, strict=True))
        for name, seat in self.table.state.by_place(results):
            if seat.scored:
                yield name, seat

    @property
    def penalties(self) -> list[tuple[str, str]]:
        """Returns the payers of a hand that nobody won, with the reasons."""
        names, seats = self.table.seat_names, self.outcome.seats
        return [(names[seat], seats[seat].reason) for seat in self.outcome.penalized_seats]

    @property
    def ordered_scores(self) -> list[tuple[str, SeatResult]]:
        """``scores``, winners first, as they are read aloud."""
        return sorted(self.scores, key=lambda score: not score[1].won)

    @property
    def amounts(self) -> list[tuple[Player, int]]:
        """Returns how much each person won or lost, highest first, without zeros."""
        ends = ((p, seat.for_person(p).net) for seat in self.outcome.seats for p in seat.persons)
        amounts = [(self.table.players[person], amount) for person, amount in ends if amount]
        return sorted(amounts, key=lambda pair: -pair[1])


@dataclass(frozen=True, slots=True)
class HandsPage:
    """Newest first, one row per hand."""

    lines: list[Version] = field(default_factory=list)
    newer: int | None = None
    """``upto`` of the previous page; 0: the newest."""
    older: int | None = None


def hands_page(
    table: Table, upto: int | None = None, *, count: int = PAGE_SIZE, with_void: bool = True
) -> HandsPage:
    """Returns a page of hands numbered ``upto`` and below, the newest if None; each as it is now,
    since its earlier versions are on its own page. Without ``with_void``, only hands in force. Four
    queries, five on later pages."""
    last = table.game.last_number
    top = last if not upto or upto >= last else upto
    hands = _hands(table.game).filter(number__gt=top - count)
    if top < last:
        hands = hands.filter(number__lte=top)
    newer = None if top == last else (0 if top + count >= last else top + count)
    older = top - count if top > count else None
    versions = list(hands.order_by("-number", "-pk"))
    hands_shown = [
        hand for hand in _current_versions(versions) if with_void or hand.voided_at is None
    ]
    return HandsPage(
        _with_totals(table, top, _versions(table, hands_shown, among=versions)), newer, older
    )


def _current_versions(hands: Sequence[Hand]) -> Iterator[Hand]:
    """Yields the version of each hand that is in force, or else the newest; ``hands``: all
    versions, newest first."""
    first: dict[int, int] = {}
    for hand in reversed(hands):
        first[hand.pk] = first.get(hand.replaces_id or 0, hand.pk)
    current = {first[hand.pk]: hand for hand in reversed(hands)}
    current |= {first[hand.pk]: hand for hand in hands if hand.voided_at is None}
    yield from (hand for hand in hands if current[first[hand.pk]] is hand)


def _with_totals(table: Table, top: int, lines: list[Version]) -> list[Version]:
    if not table.state.keeps_score or not lines:
        return lines
    in_force = [(line.hand.number, line.outcome.seats) for line in lines if not line.is_void]
    totals = totals_after(table, top, in_force)
    return [
        line if line.is_void else replace(line, totals=totals[line.hand.number]) for line in lines
    ]


def _hands(game: Game) -> QuerySet[Hand]:
    """Returns hands, void ones too, with those who recorded and voided them."""
    return game.hands.select_related(*HAND_AUTHORS)


def _versions(table: Table, hands: Sequence[Hand], *, among: Iterable[Hand]) -> list[Version]:
    """``among``: all versions of these hands."""
    by_pk = {hand.pk: hand for hand in among}
    replaced = {pk: by_pk.get(hand.replaces_id or 0) for pk, hand in by_pk.items()}
    corrected = {
        earlier.pk
        for pk, earlier in replaced.items()
        if earlier and earlier.entry != by_pk[pk].entry
    }
    return [
        Version(table, hand, outcome, replaced=replaced[hand.pk], is_corrected=hand.pk in corrected)
        for hand, outcome in zip(hands, outcomes(table, hands), strict=True)
    ]


def hand_versions(table: Table, number: int) -> list[Version]:
    """Returns every version of this hand with its payments, newest first. Four queries."""
    hands = list(_hands(table.game).filter(number=number).order_by("-pk"))
    versions = _versions(table, hands, among=hands)
    payments = list(
        Payment.objects.filter(hand__in=[version.hand for version in versions])
        .select_related("payer", "payee")
        .order_by("pk")
    )
    return [replace(version, money=_money(version.hand, payments)) for version in versions]


def _money(hand: Hand, payments: Iterable[Payment]) -> tuple[PaymentLine[Player], ...]:
    return tuple(hand_payments(row for row in payments if row.hand_id == hand.pk))


# One player's session --------------------------------------------------------------------------


OWN_PAGE_SIZE = 20
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
    """They are in order of play."""
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
        hands_page(selected_game.table, upto, count=OWN_PAGE_SIZE, with_void=False)
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
