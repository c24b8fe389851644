"""Balances and debts summed from the payment rows. Stored balances are checked against these.

Pages that only show a session read the balances stored with its games (``settlement.balances``).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import Case, F, Q, QuerySet, Sum, When

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import by_shown_name
from scorekeeper.engine.money import in_proportion
from scorekeeper.engine.transfers.settle_up import netted
from scorekeeper.ledger.models import Payment, PaymentKind

Net = dict[Player, int]
End: TypeAlias = int | None
"""A player by id; None: the pot."""
Sums: TypeAlias = dict[tuple[int, End, End], int]
"""What the first paid the second in a game, by ids, in minor units."""
Debts: TypeAlias = dict[tuple[int, int], int]
"""What the first of two players owes the second."""


def players_of(session: Session) -> dict[int, Player]:
    """Returns the players seated in this session by id, in the order they first sat down. A person
    with two names appears under one of them."""
    players = Player.objects.filter(seats__game__session=session, seats__game__removed_at=None)
    seated = by_shown_name(players.order_by("seats__game__number", "seats__number"))
    return {player.pk: player for player in seated.values()}


def session_player(session: Session, pk: int) -> Player | None:
    """Returns the player of the group who sat in this session or has a payment in it; for a person
    with several names, the name used there."""
    seated = Q(seats__game__session=session, seats__game__removed_at=None)
    moved = Payment.objects.filter(session=session, game=None)
    money = Q(pk__in=moved.values("payer")) | Q(pk__in=moved.values("payee"))
    named = Q(pk=pk) | Q(person=pk)
    players = Player.objects.filter(seated | money, named, club=session.club_id)
    return players.order_by(F("person").asc(nulls_first=True), "pk").first()


Nets = dict[int | None, dict[int | None, int]]
"""Minor units by game (None: no game) and player (None: the game's pot)."""


def nets(session: Session) -> Nets:
    """Returns what each game of the session, and the payments outside games, add to each
    balance."""
    balances: Nets = defaultdict(lambda: defaultdict(int))
    ends = Payment.objects.filter(session=session).values_list("game", "kind", "payer", "payee")
    for game, kind, payer, payee, total in ends.annotate(Sum("amount")).order_by():
        owed = -int(total) if kind == PaymentKind.CASH else int(total)
        balances[game][payee] += owed
        balances[game][payer] -= owed
    return balances


def beside(session: Session) -> list[Payment]:
    """Returns the payments that belong to no game and are not reversed, newest first: cash,
    expenses, carried debts, rounding. One query."""
    return list(
        Payment.objects.filter(
            session=session, game=None, reverses__isnull=True, reversed_by__isnull=True
        )
        .select_related("payer", "payee", "by__player", "signature__player")
        .order_by("-pk")
    )


def balance_changes(payment: Payment) -> Iterator[tuple[Player, int]]:
    """Yields what a payment outside games adds to the balance of each end, in minor units."""
    assert payment.payer is not None and payment.payee is not None  # only a game has a pot
    amount = -payment.amount if payment.settles else payment.amount
    yield payment.payer, -amount
    yield payment.payee, amount


# Losses between each two players, directly and through a pot -----------------------------------


def debts(sums: Sums) -> Debts:
    """Returns the net debts of one game whose pot is settled. Payments between two players count
    directly; a player who put more into the pot than they got out owes the difference to those who
    got more, in proportion to what they gained."""
    owed: dict[tuple[int, int], int] = {}
    pot = in_pot(sums)
    for (_game, payer, payee), amount in sums.items():
        if payer is not None and payee is not None:
            owed[payer, payee] = owed.get((payer, payee), 0) + amount
    gets = {person: net for person, net in pot.items() if net > 0}
    for debtor, net in pot.items():
        if net < 0:
            for creditor, share in zip(gets, in_proportion(-net, [*gets.values()]), strict=True):
                gets[creditor] -= share
                owed[debtor, creditor] = owed.get((debtor, creditor), 0) + share
    return netted(owed)


def in_pot(sums: Sums) -> dict[int, int]:
    """Returns what each player gained from a game's pot; negative where they put in more than they
    got."""
    pot: dict[int, int] = defaultdict(int)
    for (_game, payer, payee), amount in sums.items():
        if payee is None and payer is not None:
            pot[payer] -= amount
        elif payer is None and payee is not None:
            pot[payee] += amount
    return pot


# Several sessions at once ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameDebts:
    """The debts of players from some games, by id and in minor units."""

    owed: Debts
    """Net debt of each pair, shared out as ``debts`` does it."""
    pot_balances: dict[int, int]
    """What each player has in pots that nobody has won yet; negative."""


KeyList: TypeAlias = QuerySet[Any] | Iterable[int]
PotRow: TypeAlias = tuple[int | None, int | None, int | None, int]
"""A game with a pot, payer and payee, by ids, and a sum in minor units."""


def game_debts(sessions: KeyList, games: KeyList) -> GameDebts:
    """Returns the debts from these games of these sessions. One query with a row per pair, and per
    game with a pot; a reversed payment and its reversal cancel out."""
    ends = _paid(sessions, games).values_list("pot", "payer", "payee")
    return _split_debts(ends.annotate(total=Sum("amount")))


def _paid(sessions: KeyList, games: KeyList) -> QuerySet[Any]:
    rows = Payment.objects.filter(session__in=sessions, game__in=games, kind=PaymentKind.GAME)
    return rows.annotate(pot=Case(When(Q(payer=None) | Q(payee=None), then=F("game")))).order_by()


def _split_debts(rows: Iterable[PotRow]) -> GameDebts:
    paid: dict[int, Sums] = defaultdict(dict)
    for pot, payer, payee, total in rows:
        paid[pot or 0][pot or 0, payer, payee] = int(total)
    owed: Debts = defaultdict(int)
    pot_balances: dict[int, int] = defaultdict(int)
    for sums in paid.values():
        if sum(in_pot(sums).values()):
            for player, net in in_pot(sums).items():
                pot_balances[player] += net
        else:
            for pair, amount in debts(sums).items():
                owed[pair] += amount
    return GameDebts(netted(owed), {player: net for player, net in pot_balances.items() if net})
