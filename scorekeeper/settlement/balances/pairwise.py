"""Who lost how much to whom in a session: what is paid when each loser pays each winner directly.

The payments between each two are summed game by game. Rows are only ever added, and only while the
session is locked, so a cached sum stays right and only newer rows are read: ten thousand hands cost
no more than ten.
"""

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

CACHE_SECONDS: Final = 12 * 3600
"""How long sums are cached."""

AFTER = f"""
    SELECT game_id, payer_id, payee_id, SUM(amount), MAX(id)
    FROM {Payment._meta.db_table}
    WHERE session_id = %s AND id > %s AND game_id IS NOT NULL AND kind = '{PaymentKind.GAME}'
    GROUP BY game_id, payer_id, payee_id
"""


class Sent(Protocol):
    """Money on its way, which need not be paid again."""

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
    """Returns what the first of two owes the second, negative the other way round; games with an
    open pot are left out. ``beside``: the session's payments outside games; ``who``: the player
    under whom each name's person settles, by id.

    Adds up to the same balances as those stored with the games. One query, to be made in the same
    view or lock as those that read the games.
    """
    people = {player.pk: player for table in games for player in table.players} | dict(who or {})
    debts_by_pair: dict[tuple[Player, Player], int] = defaultdict(int)

    def add(payer: Player, payee: Player, amount: int) -> None:
        first, second = people.get(payer.pk, payer), people.get(payee.pk, payee)
        if first != second:
            debts_by_pair[first, second] += amount

    for game_debts in debts_by_game(session, games).values():
        for (debtor, creditor), amount in game_debts.items():
            add(people[debtor], people[creditor], amount)
    for payment in beside:
        add(*debt_change(payment))
    for sent in under_way:
        add(sent.payer, sent.payee, -sent.amount)
    return dict(debts_by_pair)


def debts_by_game(session: Session, games: Sequence[Table]) -> dict[int, Debts]:
    """Returns the debts of each game whose pot is settled, by game id."""
    counted = [table for table in games if not table.state.pot]
    sums = _sums(session, counted)
    paid: dict[int, Sums] = defaultdict(dict)
    for (game, payer, payee), amount in sums.items():
        paid[game][game, payer, payee] = amount
    return {table.game.pk: debts(paid[table.game.pk]) for table in counted}


def debt_change(payment: Payment) -> tuple[Player, Player, int]:
    """Returns payer, payee, and what the payment adds to the payer's debt to the payee."""
    (payer, change), (payee, _opposite) = balance_changes(payment)
    return payer, payee, -change


# Reading only newer rows -----------------------------------------------------------------------


def _sums(session: Session, games: Sequence[Table]) -> Sums:
    """Returns the sums of these games. Cached sums may be newer than this page; then they differ
    from the stored balances, and are read again."""
    name = f"owed/{session.code}"
    upto, before = cache.get(name) or (0, {})
    last, sums = _read_sums(session, upto, before)
    if not _match_balances(sums, games) and upto:
        last, sums = _read_sums(session, 0, {})
    if last != upto:
        cache.set(name, (last, sums), CACHE_SECONDS)
    return sums


def _read_sums(session: Session, upto: int, before: Sums) -> tuple[int, Sums]:
    sums = dict(before)
    with connection.cursor() as cursor:
        cursor.execute(AFTER, [session.pk, upto])
        for game, payer, payee, amount, last in cursor.fetchall():
            upto = max(upto, last)
            sums[game, payer, payee] = sums.get((game, payer, payee), 0) + int(amount)
    return upto, sums


def _match_balances(sums: Sums, games: Iterable[Table]) -> bool:
    """Tells whether the sums add up to the balances stored with these games."""
    net: dict[tuple[int, End], int] = defaultdict(int)
    for (game, payer, payee), amount in sums.items():
        net[game, payer] -= amount
        net[game, payee] += amount
    return all(
        net[table.game.pk, player] == amount
        for table in games
        for player, amount in zip(table.player_ids, table.state.balances, strict=True)
    )
