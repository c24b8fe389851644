"""Debts between each two players of a session, where each loser pays each winner directly.

The payments between each two are summed game by game, by the database.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Sum

from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.debts import Debts, Sums, debts
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import balance_changes
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.models import Handover


def owed(
    session: Session,
    games: Sequence[Table],
    beside: Iterable[Payment],
    under_way: Iterable[Handover] = (),
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
    """Returns the debts of each game whose pot is settled, by game id. One query."""
    paid: dict[int, Sums] = {table.game.pk: {} for table in games if not table.state.pot}
    rows = Payment.objects.filter(session=session, game__in=paid, kind=PaymentKind.GAME)
    ends: Any = rows.order_by().values_list("game_id", "payer", "payee")
    for game, payer, payee, amount in ends.annotate(total=Sum("amount")):
        paid[game][game, payer, payee] = int(amount)
    return {game: debts(sums) for game, sums in paid.items()}


def debt_change(payment: Payment) -> tuple[Player, Player, int]:
    """Returns payer, payee, and what the payment adds to the payer's debt to the payee."""
    (payer, change), (payee, _opposite) = balance_changes(payment)
    return payer, payee, -change
