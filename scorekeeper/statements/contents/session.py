"""Everything a statement shows, as plain values: drawing it needs no database.

Amounts are whole minor units. The sums are checked before anything is drawn; a statement that does
not add up is never made (``UnbalancedError``). Nothing here knows a game or reads one; ``reading``
does.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import Any, Final

from django.utils.translation import get_language, get_language_bidi

from scorekeeper.core.charts import Track
from scorekeeper.core.localization import currencies
from scorekeeper.engine.game import by_seat
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.engine.variant import Terms
from scorekeeper.play.wording.cards import Face, LaidHand
from scorekeeper.play.wording.hand import Outcome
from scorekeeper.play.wording.money import AccountEntry, PaymentLine
from scorekeeper.play.wording.money import account as booked

PersonIndex = int
"""Index into ``Contents.people``."""


class UnbalancedError(Exception):
    """The session's payments do not add up to the balances stored with its games."""


@dataclass(frozen=True, slots=True)
class CountedCards:
    """Tapped cards as they were counted. ``persons``: indices within the game."""

    persons: tuple[int, ...]
    laid: LaidHand


@dataclass(frozen=True, slots=True)
class WrongCards:
    """The cards of a wrong show as laid down. ``person``: index within the game."""

    person: int
    groups: tuple[tuple[Face, ...], ...]
    why: str
    sentence: str
    """The cards and the reason in one sentence."""


@dataclass(frozen=True, slots=True)
class HandRow:
    number: int
    outcome: Outcome
    """By seat; persons are indices within the game."""
    laid: tuple[CountedCards, ...] = ()
    wrong: tuple[WrongCards, ...] = ()


@dataclass(frozen=True, slots=True)
class PaidRow(PaymentLine[PersonIndex]):
    """One payment. ``hand`` 0: before the first hand; None: after the last, or cash."""

    hand: int | None = None
    game: int | None = None
    """The game's number; None: outside games."""
    time: str = ""
    settles: bool = False
    """Whether it was handed over. Other payments outside games are owed like a game's."""
    kind: str = ""
    """Of a payment outside games, in words."""
    is_expense: bool = False
    """Whether it is a share of an expense."""
    is_prize: bool = False
    """Whether it is of entry fees and prizes."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that was edited (``is_edited``), restored (``is_restored``), or else deleted."""

    hand: int
    is_edited: bool
    by: str
    time: str
    reason: str
    is_restored: bool = False


@dataclass(frozen=True, slots=True)
class Contest:
    """A disputed result: its outcome as a sentence, and the reason. ``person``: whose result."""

    person: PersonIndex
    sentence: str
    why: str


@dataclass(frozen=True, slots=True)
class GameContents:
    number: int
    name: str
    preset: str
    state: str
    options: tuple[tuple[str, str], ...]
    """Label and answer of the rules that differ from the default, with the default."""
    persons: tuple[PersonIndex, ...]
    seats: int
    keeps_score: bool
    hands: tuple[HandRow, ...]
    totals: tuple[float, ...]
    payments: tuple[PaidRow, ...]
    pot: int
    corrections: tuple[Correction, ...]
    contests: tuple[Contest, ...] = ()
    """Disputed results, and what became of them."""
    more_results: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """More results by name, such as boxes, each with a value per seat."""
    winners: tuple[PersonIndex, ...] = ()
    """Empty while it is played, and if the table stopped it."""
    is_running: bool = False
    terms: Terms = Terms.CARDS

    @property
    def sides(self) -> tuple[tuple[PersonIndex, ...], ...]:
        """The persons of each seat."""
        return by_seat(self.persons, self.seats)

    def points_before(self, index: int) -> tuple[float, ...]:
        """Returns the points of each seat that no hand brought, between this hand (by index) and
        the one before it, such as on coming back into a pool."""
        seats = self.hands[index].outcome.seats
        points_until_before = (
            (seat.beside for seat in self.hands[index - 1].outcome.seats) if index else repeat(0.0)
        )
        return tuple(
            seat.beside - before for seat, before in zip(seats, points_until_before, strict=False)
        )

    def net(self, person: PersonIndex) -> int:
        """Returns what all payments on the statement add up to, in minor units."""
        return _nets(self.payments)[person]

    def net_beside(self, person: PersonIndex, hand: int | None) -> int:
        """Returns the same for payments outside hands: 0 before the first, None after the last."""
        return _nets(payment for payment in self.payments if payment.hand == hand)[person]


@dataclass(frozen=True, slots=True)
class Balance:
    """``games``: won or lost; ``cash``: handed over less received; ``beside``: from expenses, other
    sessions and rounding; ``left``: still to settle. Games with an open pot are left out."""

    person: PersonIndex
    games: int
    cash: int
    left: int
    beside: int = 0


@dataclass(frozen=True, slots=True)
class ExpenseRow:
    """An expense that ``payer`` has paid, and each player's share."""

    label: str
    payer: PersonIndex
    amount: int
    how: str
    shares: tuple[tuple[PersonIndex, int], ...]


@dataclass(frozen=True, slots=True)
class PaySign:
    """The payee's address for a transfer."""

    payer: PersonIndex
    payee: PersonIndex
    kind: str
    address: str
    """For reading and typing."""
    rows: tuple[tuple[bool, ...], ...] = ()
    """The QR code, dark or light; () where only a person can read the address."""
    link: str = ""
    """A link for a device that cannot scan its own screen."""


@dataclass(frozen=True, slots=True)
class GameSpan:
    """The part of the lines that belongs to one game."""

    number: int
    name: str
    first: int
    last: int
    """Positions on the lines; 0 is before everything."""


@dataclass(frozen=True, slots=True)
class Running:
    """A line per player in minor units, and the games in order."""

    tracks: tuple[Track, ...]
    games: tuple[GameSpan, ...]

    def named(self, names: Sequence[str]) -> "Running":
        """Returns the same with other names, such as those printed."""
        tracks = (replace(t, name=name) for t, name in zip(self.tracks, names, strict=True))
        return replace(self, tracks=tuple(tracks))

    @property
    def moves(self) -> bool:
        return any(any(track.values) for track in self.tracks)


NOTHING_RAN: Final = Running((), ())
Account = tuple[AccountEntry[PaidRow, PersonIndex], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The head of every statement of a session or a season, and its reader's language."""

    club: str
    session: str
    """The session's name, or the season's."""
    day: str
    currency: str
    locale: str = field(default_factory=currencies.reader_tag)
    """For numbers and dates; this and the language are those of the reader it was read for."""
    language: str = field(default_factory=lambda: get_language() or "en")
    leftward: bool = field(default_factory=get_language_bidi)
    """Whether it is read from right to left."""
    version: int
    people: tuple[str, ...]
    player: PersonIndex | None = None
    """Not None: this player's own statement."""
    seal: str = ""
    """A fingerprint of the contents; "" where nothing was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents(Head):
    weekday: str
    is_closed: bool
    games: tuple[GameContents, ...]
    cash: tuple[PaidRow, ...]
    """Handed over."""
    balances: tuple[Balance, ...]
    transfers: tuple[Transfer[PersonIndex], ...]
    proven: bool
    account: Account = ()
    """Every payment of that player."""
    beside: tuple[PaidRow, ...] = ()
    """Owed outside games: expenses, carried debts, rounding."""
    expenses: tuple[ExpenseRow, ...] = ()
    """The expenses among them."""
    pending: tuple[Transfer[PersonIndex], ...] = ()
    """Sent, and not yet confirmed; no transfer asks for it again."""
    purses: tuple[tuple[PersonIndex, ...], ...] = ()
    """People who settle as one."""
    way: str = ""
    """How the session is settled; "" for the fewest payments."""
    step: int = 0
    """Payments are rounded to it, in minor units; 0: not rounded."""
    signs: tuple[PaySign, ...] = ()
    running: Running = NOTHING_RAN
    """Of the whole session, on a player's own statement too."""
    proof: str = ""
    """Address of the page that verifies it; "" where there is none."""
    winners: tuple[PersonIndex, ...] = ()
    """Of the session, once it is closed."""
    result_phrase: str = ""
    """What follows the winners' names."""

    @property
    def terms(self) -> Terms:
        """The words of tiles if all its games are played with tiles, else those of cards."""
        of_tiles = self.games and all(game.terms is Terms.TILES for game in self.games)
        return Terms.TILES if of_tiles else Terms.CARDS

    @property
    def has_money(self) -> bool:
        other_money = self.cash or self.beside or self.pending
        return bool(other_money or any(game.payments for game in self.games))

    @property
    def open_pots(self) -> tuple[GameContents, ...]:
        return tuple(game for game in self.games if game.pot)


# Checking -----------------------------------------------------------------------------------


def check(contents: Contents) -> None:
    """Raises UnbalancedError unless the payments add up to the stored balances, and the transfers
    settle these."""
    left = {balance.person: balance.left for balance in contents.balances}
    if sum(left.values()):
        raise UnbalancedError("the balances do not add up to zero")
    games = dict.fromkeys(left, 0)
    for game in contents.games:
        nets = _nets(game.payments)
        if nets.pop(None, 0) != game.pot:
            raise UnbalancedError(f"the pot of game {game.number} is not what was paid into it")
        if not game.pot:
            for person, amount in nets.items():
                games[person or 0] += amount
    for balance in contents.balances:
        if games[balance.person] != balance.games:
            raise UnbalancedError(
                f"the payments of {contents.people[balance.person]} do not add up"
            )
    for transfer in (*contents.transfers, *contents.pending):
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    for first, *others in contents.purses:
        left[first] += sum(left.pop(other, 0) for other in others)
    if any(left.values()):
        raise UnbalancedError("the transfers do not settle the balances")
    for expense in contents.expenses:
        if sum(amount for _person, amount in expense.shares) != expense.amount:
            raise UnbalancedError(f"the shares of {expense.label} are not the whole")


def _nets(payments: Iterable[PaidRow]) -> dict[PersonIndex | None, int]:
    nets: dict[PersonIndex | None, int] = defaultdict(int)
    for payment in payments:
        nets[payment.payer] -= payment.amount
        nets[payment.payee] += payment.amount
    return nets


def without_money(whole: Contents) -> Contents:
    """Returns the statement as if nobody had paid anything: hands, points and winners."""
    games = tuple(replace(game, payments=(), pot=0) for game in whole.games)
    balances = tuple(Balance(balance.person, 0, 0, 0) for balance in whole.balances)
    lists = ("cash", "transfers", "beside", "expenses", "pending", "signs", "purses")
    fields: dict[str, Any] = {**dict.fromkeys(lists, ()), "way": "", "step": 0}
    return replace(whole, games=games, balances=balances, running=NOTHING_RAN, **fields)


# One player ---------------------------------------------------------------------------------


def for_player(whole: Contents, person: PersonIndex) -> Contents:
    """Returns the player's own statement: the games they played, their payments and transfers."""
    own = replace(
        whole,
        player=person,
        games=tuple(_own_game(game, person) for game in whole.games if person in game.persons),
        cash=tuple(p for p in whole.cash if person in (p.payer, p.payee)),
        balances=tuple(b for b in whole.balances if b.person == person),
        transfers=tuple(t for t in whole.transfers if person in _ends(t)),
        pending=tuple(t for t in whole.pending if person in _ends(t)),
        beside=tuple(p for p in whole.beside if person in (p.payer, p.payee)),
        expenses=tuple(c for c in whole.expenses if person in (c.payer, *dict(c.shares))),
        signs=tuple(sign for sign in whole.signs if sign.payer == person),
    )
    account = tuple(booked(_payments(own), person, lambda paid: paid.settles))
    in_pots = sum(_nets(game.payments)[person] for game in own.open_pots)
    if (account[-1].so_far if account else 0) != own.balances[0].left + in_pots:
        raise UnbalancedError(f"the account of {whole.people[person]} does not add up")
    return replace(own, account=account)


def _ends(transfer: Transfer[PersonIndex]) -> tuple[PersonIndex, ...]:
    """Returns everyone whose money it is."""
    return transfer.payer, transfer.payee, *transfer.payers, *transfer.payees


def _own_game(game: GameContents, person: PersonIndex) -> GameContents:
    """Returns the game with the hands the player took part in and their own payments."""
    place = game.persons.index(person)
    results = [hand.outcome.seat_of(place).for_person(place) for hand in game.hands]
    hands = (
        hand
        for hand, brought in zip(game.hands, results, strict=True)
        if brought.net or brought.won or not brought.absent
    )
    payments = tuple(p for p in game.payments if person in (p.payer, p.payee))
    contests = tuple(contest for contest in game.contests if contest.person == person)
    return replace(game, hands=tuple(hands), payments=payments, contests=contests)


def _payments(own: Contents) -> Iterator[PaidRow]:
    for game in own.games:
        yield from game.payments
    yield from own.beside
    yield from own.cash
