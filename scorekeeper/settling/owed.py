"""Who lost how much to whom in a night: what is paid where everybody pays those he lost to.

The sums of the payments of each two, game by game. Rows are only ever added, and each of a night
while the night is held; so what was summed up to one of them stays right, and only what came after
it is read: a night of ten thousand hands costs no more than one of ten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from django.core.cache import cache
from django.db import connection

from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.debts import Debts, End, Sums, debts
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import balance_changes
from scorekeeper.play.selectors import Table

KEPT: Final = 12 * 3600
"""Seconds."""

AFTER = f"""
    SELECT game_id, payer_id, payee_id, SUM(amount), MAX(id)
    FROM {Payment._meta.db_table}
    WHERE session_id = %s AND id > %s AND game_id IS NOT NULL AND kind = '{PaymentKind.GAME}'
    GROUP BY game_id, payer_id, payee_id
"""


class Sent(Protocol):
    """Money on its way, which nobody has to pay again."""

    payer: Player
    payee: Player
    amount: int


def owed(
    session: Session,
    games: Sequence[Table],
    beside: Iterable[Payment],
    under_way: Iterable[Sent] = (),
    who: Mapping[int, Player] | None = None,
) -> dict[tuple[Player, Player], int]:
    """What the first of two owes the second, less than 0 where it is the other way round; games
    with an open pot left out. ``beside``: the rows of the night that no game brought; ``who``: by
    the id of a name, under which one its person is settled.

    It comes to the same balances as what the games kept. One query, of one moment with those that
    read the games.
    """
    people = {player.pk: player for at in games for player in at.players} | dict(who or {})
    found: dict[tuple[Player, Player], int] = defaultdict(int)

    def add(payer: Player, payee: Player, amount: int) -> None:
        one, other = people.get(payer.pk, payer), people.get(payee.pk, payee)
        if one != other:
            found[one, other] += amount

    for of_game in by_game(session, games).values():
        for (debtor, creditor), amount in of_game.items():
            add(people[debtor], people[creditor], amount)
    for payment in beside:
        add(*between(payment))
    for sent in under_way:
        add(sent.payer, sent.payee, -sent.amount)
    return dict(found)


def by_game(session: Session, games: Sequence[Table]) -> dict[int, Debts]:
    """The same of each game whose pot is settled, by its id."""
    counted = [at for at in games if not at.state.pot]
    sums = _sums(session, counted)
    paid: dict[int, Sums] = defaultdict(dict)
    for (game, payer, payee), amount in sums.items():
        paid[game][game, payer, payee] = amount
    return {at.game.pk: debts(paid[at.game.pk]) for at in counted}


def between(payment: Payment) -> tuple[Player, Player, int]:
    """Its payer and payee, and what it adds to what the one owes the other."""
    (payer, brought), (payee, _back) = balance_changes(payment)
    return payer, payee, -brought


# Reading only what is new ----------------------------------------------------------------------


def _sums(session: Session, games: Sequence[Table]) -> Sums:
    """What was summed before may be of a later moment than this page; then it does not come to what
    the games kept, and is read anew."""
    name = f"owed/{session.code}"
    upto, before = cache.get(name) or (0, {})
    last, sums = _read(session, upto, before)
    if not _agree(sums, games) and upto:
        last, sums = _read(session, 0, {})
    if last != upto:
        cache.set(name, (last, sums), KEPT)
    return sums


def _read(session: Session, upto: int, before: Sums) -> tuple[int, Sums]:
    sums = dict(before)
    with connection.cursor() as cursor:
        cursor.execute(AFTER, [session.pk, upto])
        for game, payer, payee, amount, last in cursor.fetchall():
            upto = max(upto, last)
            sums[game, payer, payee] = sums.get((game, payer, payee), 0) + int(amount)
    return upto, sums


def _agree(sums: Sums, games: Iterable[Table]) -> bool:
    """Whether the sums are what these games brought everybody."""
    net: dict[tuple[int, End], int] = defaultdict(int)
    for (game, payer, payee), amount in sums.items():
        net[game, payer] -= amount
        net[game, payee] += amount
    return all(
        net[at.game.pk, player] == amount
        for at in games
        for player, amount in zip(at.player_ids, at.state.balances, strict=True)
    )
