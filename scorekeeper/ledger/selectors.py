"""Balances, summed from the rows: the truth that what is kept beside it is checked by.

Whoever only shows a night reads what its games kept (``settling.standing``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db import connection
from django.db.models import Case, F, Q, QuerySet, Sum, When

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.persons import one_each
from scorekeeper.engine.settle_up import netted
from scorekeeper.ledger.debts import Debts, Sums, debts, in_pot
from scorekeeper.ledger.models import Payment, PaymentKind

Net = dict[Player, int]


def players_of(session: Session) -> dict[int, Player]:
    """Everybody who sat down this evening, by id, in the order they first did; who did so under two
    names, by one of them."""
    shown = Player.objects.filter(seats__game__session=session, seats__game__removed_at=None)
    seated = one_each(shown.order_by("seats__game__number", "seats__number"))
    return {player.pk: player for player in seated.values()}


def somebody_of(session: Session, pk: int) -> Player | None:
    """Of the club: who sat down this evening, or has to do with its money all the same; by the
    name used there, where the person has several."""
    seated = Q(seats__game__session=session, seats__game__removed_at=None)
    moved = Payment.objects.filter(session=session, game=None)
    money = Q(pk__in=moved.values("payer")) | Q(pk__in=moved.values("payee"))
    named = Q(pk=pk) | Q(person=pk)
    found = Player.objects.filter(seated | money, named, club=session.club_id)
    return found.order_by(F("person").asc(nulls_first=True), "pk").first()


NETS = f"""
    SELECT game_id, kind, person_id, SUM(amount)
    FROM (
        SELECT game_id, kind, payee_id AS person_id, amount
        FROM {Payment._meta.db_table} WHERE session_id = %s
        UNION ALL
        SELECT game_id, kind, payer_id, -amount
        FROM {Payment._meta.db_table} WHERE session_id = %s
    ) ends
    GROUP BY game_id, kind, person_id
"""
"""Both ends of every payment in one statement: what it gives always sums to zero."""

Nets = dict[int | None, dict[int | None, int]]
"""By game (None: what no game brought) and player (None: the game's pot), in minor units."""


def nets(session: Session) -> Nets:
    """What each game of the night, and the rows beside them, have brought everybody."""
    found: Nets = defaultdict(lambda: defaultdict(int))
    with connection.cursor() as cursor:
        cursor.execute(NETS, [session.pk, session.pk])
        for game, kind, player, total in cursor.fetchall():
            found[game][player] += -int(total) if kind == PaymentKind.CASH else int(total)
    return found


def beside(session: Session) -> list[Payment]:
    """All that no game brought and nobody took back, the newest first: money handed over, shared
    costs, what was carried from or to another night, rounding. One query."""
    return list(
        Payment.objects.filter(
            session=session, game=None, reverses__isnull=True, reversed_by__isnull=True
        )
        .select_related("payer", "payee", "by__player", "signature__player")
        .order_by("-pk")
    )


def brings(payment: Payment) -> Iterator[tuple[Player, int]]:
    """What a row that no game brought adds to the balance of either end, minor units."""
    assert payment.payer is not None and payment.payee is not None  # only a game has a pot
    amount = -payment.amount if payment.settles else payment.amount
    yield payment.payer, -amount
    yield payment.payee, amount


# Many nights at once -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Passed:
    """What some games brought their players of one another, by id and in minor units."""

    owed: Debts
    """Of each two, what the one lost to the other; shared out as ``debts`` does it."""
    in_pots: dict[int, int]
    """What lies in pots that nobody has won yet, below 0: of who put it in."""


KeyList: TypeAlias = QuerySet[Any] | Iterable[int]
PotRow: TypeAlias = tuple[int | None, int | None, int | None, int]
"""A game with a pot, payer and payee, by ids, and a sum in minor units."""


def passed(nights: KeyList, games: KeyList) -> Passed:
    """Of these games of these nights. One query, whose answer is as long as there are pairs, and
    games with a pot: a row that was taken back stands against its reversal."""
    ends = _paid(nights, games).values_list("pot", "payer", "payee")
    return _passed(ends.annotate(total=Sum("amount")))


def _paid(nights: KeyList, games: KeyList) -> QuerySet[Any]:
    rows = Payment.objects.filter(session__in=nights, game__in=games, kind=PaymentKind.GAME)
    return rows.annotate(pot=Case(When(Q(payer=None) | Q(payee=None), then=F("game")))).order_by()


def _passed(rows: Iterable[PotRow]) -> Passed:
    paid: dict[int, Sums] = defaultdict(dict)
    for pot, payer, payee, total in rows:
        paid[pot or 0][pot or 0, payer, payee] = int(total)
    owed: Debts = defaultdict(int)
    lying: dict[int, int] = defaultdict(int)
    for sums in paid.values():
        if sum(in_pot(sums).values()):
            for player, net in in_pot(sums).items():
                lying[player] += net
        else:
            for pair, amount in debts(sums).items():
                owed[pair] += amount
    return Passed(netted(owed), {player: net for player, net in lying.items() if net})
