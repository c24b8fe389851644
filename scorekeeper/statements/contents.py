"""Everything a printed sheet says, as plain values: drawing it needs no database.

Amounts are whole minor units. The sums are checked before anything is drawn; a sheet that does
not add up is never made (``Unbalanced``). Nothing here knows a game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Membership, Session
from scorekeeper.engine.game import by_seat
from scorekeeper.engine.settle_up import Transfer
from scorekeeper.ledger import selectors as ledger
from scorekeeper.ledger.models import Kind, Payment
from scorekeeper.ledger.services import in_force
from scorekeeper.play import evidence
from scorekeeper.play import selectors as play
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.serving.one_view import one_view
from scorekeeper.wording import currencies

Person = int
"""An index into ``Contents.people``."""


class Unbalanced(Exception):
    """The rows of the night do not add up to what the ledger says."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one hand brought one seat. ``points`` None: it took no part, or none are kept."""

    points: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HandRow:
    number: int
    cells: tuple[Cell, ...]
    """Per seat."""
    money: tuple[int, ...]
    """Net per person of the game."""
    won: frozenset[int]
    """Persons of the game, by index."""
    laid: tuple[tuple[str, str], ...] = ()
    """Tapped cards: whose, and how they were counted."""


@dataclass(frozen=True, slots=True)
class Paid:
    """One payment. ``hand`` 0: before the first hand; None: after the last, or cash."""

    hand: int | None
    payer: Person | None
    """None: the pot."""
    payee: Person | None
    amount: int
    reason: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that was corrected, or taken back (``corrected`` False)."""

    hand: int
    corrected: bool
    by: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameSheet:
    number: int
    name: str
    preset: str
    state: str
    options: tuple[tuple[str, str], ...]
    """Label and answer of those that differ from the usual, with what is usual."""
    persons: tuple[Person, ...]
    seats: int
    keeps_score: bool
    hands: tuple[HandRow, ...]
    totals: tuple[float, ...]
    payments: tuple[Paid, ...]
    pot: int
    corrections: tuple[Correction, ...]
    extras: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """More results by name, such as boxes, each with a value per seat."""

    @property
    def sides(self) -> tuple[tuple[Person, ...], ...]:
        """The persons of each seat."""
        return by_seat(self.persons, self.seats)


@dataclass(frozen=True, slots=True)
class Balance:
    """``games``: won or lost; ``cash``: handed over, less received; ``left``: still to settle.
    Games whose pot is not yet won are left out."""

    person: Person
    games: int
    cash: int
    left: int


@dataclass(frozen=True, slots=True)
class Line:
    """One payment as a player sees it, with what all so far come to."""

    game: int | None
    hand: int | None
    other: Person | None
    amount: int
    reason: str
    sum: int


@dataclass(frozen=True, slots=True)
class Contents:
    club: str
    night: str
    day: str
    weekday: str
    currency: str
    locale: str
    version: int
    is_closed: bool
    people: tuple[str, ...]
    games: tuple[GameSheet, ...]
    cash: tuple[Paid, ...]
    balances: tuple[Balance, ...]
    transfers: tuple[Transfer[Person], ...]
    proven: bool
    player: Person | None = None
    """Not None: this player's own sheet."""
    account: tuple[Line, ...] = ()
    """Every payment of that player."""

    @property
    def has_money(self) -> bool:
        return bool(self.cash or any(game.payments for game in self.games))

    @property
    def open_pots(self) -> tuple[GameSheet, ...]:
        return tuple(game for game in self.games if game.pot)


def contents(session: Session, player: int | None = None) -> Contents:
    """The sheet of the night, or of one player (by id), as the night stands now.

    Money and dates are written for the reader set by ``currencies.reading_as``. Raises
    Unbalanced; ValueError if the player was not there.
    """
    with one_view():
        whole, people = _read(Session.objects.select_related("club").get(pk=session.pk))
    check(whole)
    if player is None:
        return whole
    if player not in people:
        raise ValueError(f"player {player} did not play in night {session.pk}")
    return of_player(whole, people.index(player))


# Reading ------------------------------------------------------------------------------------


@dataclass
class _Night:
    """The rows of a night, sorted out by game."""

    session: Session
    people: list[int]
    """Player ids in the order they first sat down."""
    payments: dict[int | None, list[Payment]]
    hands: dict[int, list[Hand]]
    scores: dict[tuple[int, int], SeatScore]

    def person(self, player: int | None) -> Person | None:
        return None if player is None else self.people.index(player)

    def time(self, at: datetime) -> str:
        return f"{at.astimezone(self.session.club.zone):%H:%M}"


def _read(session: Session) -> tuple[Contents, list[int]]:
    standing = ledger.standing(session)
    players = list(standing.balances)
    night = _night(session, [player.pk for player in players])
    seated = session.games.order_by("number").prefetch_related("seats__player")
    games = tuple(_game(night, game) for game in seated)
    index = {player: person for person, player in enumerate(players)}
    cash = tuple(_paid(night, None, p) for p in night.payments[None])
    left = {index[player]: amount for player, amount in standing.balances.items()}
    whole = Contents(
        club=session.club.name,
        night=session.name,
        day=currencies.day(session.played_on),
        weekday=currencies.weekday(session.played_on),
        currency=session.club.currency,
        locale=str(currencies.locale()).replace("_", "-"),
        version=session.version,
        is_closed=session.closed_at is not None,
        people=tuple(player.name for player in players),
        games=games,
        cash=cash,
        balances=tuple(_balance(person, left[person], cash) for person in left),
        transfers=tuple(
            Transfer(index[t.payer], index[t.payee], t.amount) for t in standing.plan.transfers
        ),
        proven=standing.plan.proven,
    )
    return whole, night.people


def _balance(person: Person, left: int, cash: Iterable[Paid]) -> Balance:
    handed = sum(p.amount * ((p.payer == person) - (p.payee == person)) for p in cash)
    return Balance(person, left - handed, handed, left)


def _night(session: Session, people: list[int]) -> _Night:
    payments: dict[int | None, list[Payment]] = defaultdict(list)
    for payment in in_force(Payment.objects.filter(session=session).order_by("pk")):
        payments[payment.game_id if payment.kind == Kind.GAME else None].append(payment)
    hands: dict[int, list[Hand]] = defaultdict(list)
    named = ("by__player", "voided_by__player")
    for hand in Hand.objects.filter(game__session=session).select_related(*named).order_by("pk"):
        hands[hand.game_id].append(hand)
    scores = SeatScore.objects.filter(hand__game__session=session)
    return _Night(session, people, payments, hands, play.newest_scores(list(scores)))


def _game(night: _Night, game: Game) -> GameSheet:
    at = play.Table(game, [seat.player for seat in game.seats.all()])
    persons = tuple(night.people.index(player.pk) for player in at.players)
    hands = sorted((h for h in night.hands[game.pk] if not h.voided_at), key=lambda h: h.number)
    numbers = {hand.pk: hand.number for hand in night.hands[game.pk]}
    payments = [_paid(night, numbers, p) for p in night.payments[game.pk]]
    return GameSheet(
        number=game.number,
        name=_(game.title),
        preset=_(game.preset) if game.preset not in ("", game.title) else "",
        state=_state(game),
        options=tuple(_options(at)),
        persons=persons,
        seats=at.kept.seats,
        keeps_score=at.kept.keeps_score,
        hands=tuple(_hands(night, at, hands, payments, persons)),
        totals=tuple(at.kept.totals),
        payments=tuple(sorted(payments, key=_by_hand)),
        pot=at.kept.pot,
        corrections=tuple(_corrections(night, game)),
        extras=tuple((_(label), values) for label, values in at.kept.report),
    )


def _state(game: Game) -> str:
    if game.closed_at is None:
        return _("still being played")
    return _("stopped by the table") if game.stopped else _("played to its end")


def _by_hand(paid: Paid) -> tuple[bool, int]:
    return paid.hand is None, paid.hand or 0


def _paid(night: _Night, numbers: dict[int, int] | None, payment: Payment) -> Paid:
    """``numbers``: of the game's hands, by id; None for cash."""
    hand: int | None = None
    if numbers is not None and payment.hand_id is not None:
        hand = numbers[payment.hand_id]
    elif numbers is not None and payment.payer_id is not None:
        hand = 0  # before the first hand money goes into the pot; after the last it comes out
    return Paid(
        hand=hand,
        payer=night.person(payment.payer_id),
        payee=night.person(payment.payee_id),
        amount=payment.amount,
        reason=_(payment.reason),
        at="" if numbers is not None else night.time(payment.at),
    )


def _options(at: play.Table) -> Iterator[tuple[str, str]]:
    """The house rules that differ from the usual at a table of this size, and what that is."""
    for rule in at.agreement.unusual():
        told = {"answer": rule.said, "usual": rule.usually}
        yield _(rule.label), _("%(answer)s (usual %(usual)s)") % told


def _hands(
    night: _Night,
    at: play.Table,
    hands: Sequence[Hand],
    payments: Iterable[Paid],
    persons: Sequence[Person],
) -> Iterator[HandRow]:
    money: dict[int, list[int]] = defaultdict(lambda: [0] * len(persons))
    for paid in payments:
        if paid.hand:
            for end, sign in ((paid.payer, -1), (paid.payee, 1)):
                if end is not None:
                    money[paid.hand][persons.index(end)] += sign * paid.amount
    for hand in hands:
        yield HandRow(
            number=hand.number,
            cells=tuple(_cells(night, at, hand)),
            money=tuple(money[hand.number]),
            won=frozenset(_winners(night, at, hand)),
            laid=tuple(_laid(at, hand)),
        )


def _laid(at: play.Table, hand: Hand) -> Iterator[tuple[str, str]]:
    whose, named = at.kept.line_names(at.names, "+"), evidence.deck(at.rules)
    for line, arrangement in evidence.arrangements(hand):
        yield whose[line], evidence.in_words(arrangement, named)


def _cells(night: _Night, at: play.Table, hand: Hand) -> Iterator[Cell]:
    missing = at.kept.absent(hand)
    for seat in range(at.kept.seats):
        score = night.scores.get((hand.pk, seat))
        if score is None or missing.issuperset(at.kept.persons_of(seat)):
            yield Cell(None)
        else:
            yield Cell(score.points, _(score.reason) if score.reason else "")


def _winners(night: _Night, at: play.Table, hand: Hand) -> Iterator[int]:
    """As it was decided that evening."""
    for seat in range(at.kept.seats):
        if score := night.scores.get((hand.pk, seat)):
            yield from score.won


def _corrections(night: _Night, game: Game) -> Iterator[Correction]:
    replaced = {hand.replaces_id for hand in night.hands[game.pk]}
    for hand in night.hands[game.pk]:
        if hand.voided_at is not None:
            yield Correction(
                hand=hand.number,
                corrected=hand.pk in replaced,
                by=_who(hand.voided_by),
                at=night.time(hand.voided_at),
                reason=hand.void_reason,
            )


def _who(member: Membership | None) -> str:
    return member.player.name if member and member.player else ""


# Checking -----------------------------------------------------------------------------------


def check(sheet: Contents) -> None:
    """Raise Unbalanced unless the rows on the sheet add up to the ledger's own sums."""
    left = {balance.person: balance.left for balance in sheet.balances}
    if sum(left.values()):
        raise Unbalanced("the balances do not sum to zero")
    games = dict.fromkeys(left, 0)
    for game in sheet.games:
        nets = _nets(game.payments)
        if nets.pop(None, 0) != game.pot:
            raise Unbalanced(f"the pot of game {game.number} is not what was paid into it")
        if not game.pot:
            for person, amount in nets.items():
                games[person or 0] += amount
    for balance in sheet.balances:
        if games[balance.person] != balance.games:
            raise Unbalanced(f"the payments of {sheet.people[balance.person]} do not add up")
    for transfer in sheet.transfers:
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    if any(left.values()):
        raise Unbalanced("the transfers do not settle the balances")


def _nets(payments: Iterable[Paid]) -> dict[Person | None, int]:
    nets: dict[Person | None, int] = defaultdict(int)
    for paid in payments:
        nets[paid.payer] -= paid.amount
        nets[paid.payee] += paid.amount
    return nets


# One player ---------------------------------------------------------------------------------


def of_player(whole: Contents, person: Person) -> Contents:
    """His own sheet: the games he played, his payments and transfers."""
    mine = replace(
        whole,
        player=person,
        games=tuple(_own(game, person) for game in whole.games if person in game.persons),
        cash=tuple(p for p in whole.cash if person in (p.payer, p.payee)),
        balances=tuple(b for b in whole.balances if b.person == person),
        transfers=tuple(t for t in whole.transfers if person in (t.payer, t.payee)),
    )
    account = tuple(_account(mine, person))
    in_pots = sum(_nets(game.payments)[person] for game in mine.open_pots)
    if (account[-1].sum if account else 0) != mine.balances[0].left + in_pots:
        raise Unbalanced(f"the account of {whole.people[person]} does not add up")
    return replace(mine, account=account)


def _own(game: GameSheet, person: Person) -> GameSheet:
    """The game with the hands he took part in and the payments he made or got."""
    place = game.persons.index(person)
    seat = place % game.seats
    money = [hand.money[place] for hand in game.hands]
    hands = (
        hand
        for hand, amount in zip(game.hands, money, strict=True)
        if amount or hand.cells[seat].points is not None or place in hand.won
    )
    payments = tuple(p for p in game.payments if person in (p.payer, p.payee))
    return replace(game, hands=tuple(hands), payments=payments)


def _account(mine: Contents, person: Person) -> Iterator[Line]:
    total = 0
    for number, paid, sign in _in_order(mine):
        got = paid.payee == person
        amount = sign * paid.amount if got else -sign * paid.amount
        total += amount
        other = paid.payer if got else paid.payee
        yield Line(number, paid.hand, other, amount, paid.reason, total)


def _in_order(mine: Contents) -> Iterator[tuple[int | None, Paid, int]]:
    """Game number, payment, and which way it counts: cash settles what was owed."""
    for game in mine.games:
        for paid in game.payments:
            yield game.number, paid, 1
    for paid in mine.cash:
        yield None, paid, -1
