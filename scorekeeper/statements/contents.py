"""Everything a printed sheet says, as plain values: drawing it needs no database.

Amounts are whole minor units. The sums are checked before anything is drawn; a sheet that does
not add up is never made (``UnbalancedError``). Nothing here knows a game, or reads one
(``reading``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Final

from scorekeeper.engine.game import by_seat
from scorekeeper.engine.settle_up import Transfer
from scorekeeper.statements.running import Running
from scorekeeper.telling.hand import Outcome
from scorekeeper.telling.laid import Face, LaidHand
from scorekeeper.telling.money import AccountEntry, PaymentLine
from scorekeeper.telling.money import account as booked

PersonIndex = int
"""An index into ``Contents.people``."""


class UnbalancedError(Exception):
    """The rows of the night do not add up to what its games kept of themselves."""


@dataclass(frozen=True, slots=True)
class CountedCards:
    """Tapped cards as they were counted. ``persons``: of the game, by index."""

    persons: tuple[int, ...]
    laid: LaidHand


@dataclass(frozen=True, slots=True)
class WrongCards:
    """The cards of a wrong show as they lay there. ``person``: of the game, by index."""

    person: int
    groups: tuple[tuple[Face, ...], ...]
    why: str
    told: str
    """Cards and why in one sentence."""


@dataclass(frozen=True, slots=True)
class HandRow:
    number: int
    outcome: Outcome
    """By seat; persons are those of the game, by index."""
    laid: tuple[CountedCards, ...] = ()
    wrong: tuple[WrongCards, ...] = ()


@dataclass(frozen=True, slots=True)
class PaidRow(PaymentLine[PersonIndex]):
    """One payment. ``hand`` 0: before the first hand; None: after the last, or cash."""

    hand: int | None = None
    game: int | None = None
    """Its number; None: no game brought it."""
    at: str = ""
    settles: bool = False
    """It was handed over; what no game brought and was not is owed like a game's."""
    kind: str = ""
    """Of what no game brought, in words."""
    cost: bool = False
    """Somebody's part of a shared cost."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that was corrected, or taken back (``corrected`` False)."""

    hand: int
    corrected: bool
    by: str
    at: str
    reason: str


@dataclass(frozen=True, slots=True)
class LineSaid:
    """What somebody said of his line of a hand, as a sentence, and why. ``about``: of the night's
    people, by index."""

    about: PersonIndex
    told: str
    why: str


@dataclass(frozen=True, slots=True)
class GameSheet:
    number: int
    name: str
    preset: str
    state: str
    options: tuple[tuple[str, str], ...]
    """Label and answer of those that differ from the usual, with what is usual."""
    persons: tuple[PersonIndex, ...]
    seats: int
    keeps_score: bool
    hands: tuple[HandRow, ...]
    totals: tuple[float, ...]
    payments: tuple[PaidRow, ...]
    pot: int
    corrections: tuple[Correction, ...]
    said: tuple[LineSaid, ...] = ()
    """Contests of lines, and what became of them."""
    extras: tuple[tuple[str, tuple[float, ...]], ...] = ()
    """More results by name, such as boxes, each with a value per seat."""
    winners: tuple[PersonIndex, ...] = ()
    """Who won it, once it is over; nobody if the table stopped it."""
    is_running: bool = False

    @property
    def sides(self) -> tuple[tuple[PersonIndex, ...], ...]:
        """The persons of each seat."""
        return by_seat(self.persons, self.seats)

    def points_before(self, at: int) -> tuple[float, ...]:
        """Points that no hand brought each seat, between the hand at this place and the one before
        it, such as on coming back into a pool."""
        seats = self.hands[at].outcome.seats
        had = (seat.beside for seat in self.hands[at - 1].outcome.seats) if at else repeat(0.0)
        return tuple(seat.beside - before for seat, before in zip(seats, had, strict=False))

    def net(self, person: PersonIndex) -> int:
        """What all payments on the sheet come to, minor units."""
        return _nets(self.payments)[person]

    def net_beside(self, person: PersonIndex, hand: int | None) -> int:
        """The same of those that no hand brought: 0 before the first, None after the last."""
        return _nets(paid for paid in self.payments if paid.hand == hand)[person]


@dataclass(frozen=True, slots=True)
class Balance:
    """``games``: won or lost; ``cash``: handed over, less received; ``beside``: what shared costs,
    other nights and rounding brought; ``left``: still to settle. Games whose pot is not yet won are
    left out."""

    person: PersonIndex
    games: int
    cash: int
    left: int
    beside: int = 0


@dataclass(frozen=True, slots=True)
class CostRow:
    """What ``payer`` has paid for the table, and what each bears of it."""

    label: str
    payer: PersonIndex
    amount: int
    how: str
    shares: tuple[tuple[PersonIndex, int], ...]


@dataclass(frozen=True, slots=True)
class PaySign:
    """Where the payee of a transfer wants to be paid."""

    payer: PersonIndex
    payee: PersonIndex
    kind: str
    address: str
    """As a person reads and types it."""
    rows: tuple[tuple[bool, ...], ...] = ()
    """The sign to scan, dark or light; () where only a person can read the address."""
    link: str = ""
    """What a phone opens that cannot scan its own screen."""


NOTHING_RAN: Final = Running((), ())
Account = tuple[AccountEntry[PaidRow, PersonIndex], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What every sheet has on top, and what it is written for: of a night, or of a season."""

    club: str
    night: str
    """Its name, or the season's."""
    day: str
    currency: str
    locale: str
    """How numbers and dates are written."""
    language: str = "en"
    leftward: bool = False
    """It is read from right to left."""
    version: int
    people: tuple[str, ...]
    player: PersonIndex | None = None
    """Not None: this player's own sheet."""
    seal: str = ""
    """A digest of what it says; "" where nothing was played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents(Head):
    weekday: str
    is_closed: bool
    games: tuple[GameSheet, ...]
    cash: tuple[PaidRow, ...]
    """Handed over."""
    balances: tuple[Balance, ...]
    transfers: tuple[Transfer[PersonIndex], ...]
    proven: bool
    account: Account = ()
    """Every payment of that player."""
    beside: tuple[PaidRow, ...] = ()
    """What was owed beside the games: shared costs, from and to other nights, rounding."""
    costs: tuple[CostRow, ...] = ()
    """The shared costs among them."""
    going: tuple[Transfer[PersonIndex], ...] = ()
    """Sent, and not yet confirmed: no transfer asks for it again."""
    purses: tuple[tuple[PersonIndex, ...], ...] = ()
    """Who settle as one."""
    way: str = ""
    """How the night is settled, where that is not by the fewest payments."""
    step: int = 0
    """What is paid is rounded to it, in minor units; 0: not at all."""
    signs: tuple[PaySign, ...] = ()
    running: Running = NOTHING_RAN
    """Of the whole night, on a player's own sheet too."""
    proof: str = ""
    """Address of the page that proves it."""
    winners: tuple[PersonIndex, ...] = ()
    """Who won the night, once it is closed."""
    won: str = ""
    """What is said of them, after their names."""

    @property
    def has_money(self) -> bool:
        moved = self.cash or self.beside or self.going
        return bool(moved or any(game.payments for game in self.games))

    @property
    def open_pots(self) -> tuple[GameSheet, ...]:
        return tuple(game for game in self.games if game.pot)


# Checking -----------------------------------------------------------------------------------


def check(sheet: Contents) -> None:
    """Raise UnbalancedError unless the payments on the sheet add up to what the games kept."""
    left = {balance.person: balance.left for balance in sheet.balances}
    if sum(left.values()):
        raise UnbalancedError("the balances do not add up to zero")
    games = dict.fromkeys(left, 0)
    for game in sheet.games:
        nets = _nets(game.payments)
        if nets.pop(None, 0) != game.pot:
            raise UnbalancedError(f"the pot of game {game.number} is not what was paid into it")
        if not game.pot:
            for person, amount in nets.items():
                games[person or 0] += amount
    for balance in sheet.balances:
        if games[balance.person] != balance.games:
            raise UnbalancedError(f"the payments of {sheet.people[balance.person]} do not add up")
    for transfer in (*sheet.transfers, *sheet.going):
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    for first, *others in sheet.purses:
        left[first] += sum(left.pop(other, 0) for other in others)
    if any(left.values()):
        raise UnbalancedError("the transfers do not settle the balances")
    for cost in sheet.costs:
        if sum(amount for _person, amount in cost.shares) != cost.amount:
            raise UnbalancedError(f"the shares of {cost.label} are not the whole")


def _nets(payments: Iterable[PaidRow]) -> dict[PersonIndex | None, int]:
    nets: dict[PersonIndex | None, int] = defaultdict(int)
    for paid in payments:
        nets[paid.payer] -= paid.amount
        nets[paid.payee] += paid.amount
    return nets


# One player ---------------------------------------------------------------------------------


def of_player(whole: Contents, person: PersonIndex) -> Contents:
    """His own sheet: the games he played, his payments and transfers."""
    mine = replace(
        whole,
        player=person,
        games=tuple(_own(game, person) for game in whole.games if person in game.persons),
        cash=tuple(p for p in whole.cash if person in (p.payer, p.payee)),
        balances=tuple(b for b in whole.balances if b.person == person),
        transfers=tuple(t for t in whole.transfers if person in _ends(t)),
        going=tuple(t for t in whole.going if person in _ends(t)),
        beside=tuple(p for p in whole.beside if person in (p.payer, p.payee)),
        costs=tuple(c for c in whole.costs if person in (c.payer, *dict(c.shares))),
        signs=tuple(sign for sign in whole.signs if sign.payer == person),
    )
    account = tuple(booked(_payments(mine), person, lambda paid: paid.settles))
    in_pots = sum(_nets(game.payments)[person] for game in mine.open_pots)
    if (account[-1].so_far if account else 0) != mine.balances[0].left + in_pots:
        raise UnbalancedError(f"the account of {whole.people[person]} does not add up")
    return replace(mine, account=account)


def _ends(transfer: Transfer[PersonIndex]) -> tuple[PersonIndex, ...]:
    """Everybody whose money it is."""
    return transfer.payer, transfer.payee, *transfer.payers, *transfer.payees


def _own(game: GameSheet, person: PersonIndex) -> GameSheet:
    """The game with the hands he took part in and the payments he made or got."""
    place = game.persons.index(person)
    own = [hand.outcome.seat_of(place).for_person(place) for hand in game.hands]
    hands = (
        hand
        for hand, brought in zip(game.hands, own, strict=True)
        if brought.net or brought.won or not brought.absent
    )
    payments = tuple(p for p in game.payments if person in (p.payer, p.payee))
    said = tuple(each for each in game.said if each.about == person)
    return replace(game, hands=tuple(hands), payments=payments, said=said)


def _payments(mine: Contents) -> Iterator[PaidRow]:
    for game in mine.games:
        yield from game.payments
    yield from mine.beside
    yield from mine.cash
