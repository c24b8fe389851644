"""Why somebody pays somebody: what each game brought each of them, and what passed between the two.

Sums only, as dear after ten thousand hands as after ten; the hands behind a sum are a page of their
own. Reads only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import TypeAlias, TypeVar

from django.db.models import Q, QuerySet

from scorekeeper.clubs.models import Player
from scorekeeper.engine.settle_up import Plan, Transfer
from scorekeeper.ledger.debts import Debts
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import balance_changes
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.settling.models import Handover
from scorekeeper.settling.standing import Standing

P = TypeVar("P")
SPANS = 6
"""More stretches of hands than this are not listed."""
SHOWN = 20
"""Hands on one page."""
Numbers: TypeAlias = Mapping[int, Sequence[int]]
"""Of the hands in force, by the game's id."""
PaidInHand: TypeAlias = tuple[int, int | None]
"""Minor units, less than 0 where the creditor paid; and the number of the hand, if it was one."""


@dataclass(frozen=True, slots=True)
class WhyPart:
    """What one game, a row beside the games, or money on its way adds to a sum, in minor units."""

    amount: int
    table: Table | None = None
    row: Payment | None = None
    sent: Handover | None = None
    hands: str = ""
    """Of the game, the hands that count: ``1–6, 8``; "" where there are too many to list."""
    by_pot: int = 0
    """How much of it went through the game's pot."""

    @property
    def one_hand(self) -> bool:
        return self.hands.isdecimal()


# What the night brought one person, or one purse -----------------------------------------------


@dataclass(frozen=True, slots=True)
class WhyAccount:
    player: Player
    parts: list[WhyPart]

    @property
    def amount(self) -> int:
        """What he still gets, or less than 0, owes."""
        return sum(part.amount for part in self.parts)


@dataclass(frozen=True, slots=True)
class Side:
    """One end of a payment: whoever pays out of this purse, or is paid into it."""

    accounts: list[WhyAccount]
    pays: list[tuple[Player, int]]
    """To whom, or with more than 0 from whom, the plan moves money for this side."""

    @property
    def amount(self) -> int:
        return sum(account.amount for account in self.accounts)


def side(people: Sequence[Player], stands: Standing, numbers: Numbers) -> Side:
    """``people``: those of a purse, its holder first; ``numbers``: as ``numbers_of`` its games."""
    pays = [
        (t.payee, -t.amount) if t.payer == people[0] else (t.payer, t.amount)
        for t in stands.plan.transfers
        if people[0] in (t.payer, t.payee)
    ]
    return Side([account(player, stands, numbers) for player in people], pays)


def numbers_of(games: Iterable[Table]) -> Numbers:
    """A hand that was taken back leaves a gap. One query."""
    found: dict[int, list[int]] = defaultdict(list)
    hands = Hand.objects.filter(game__in=[at.game.pk for at in games], voided_at__isnull=True)
    for game, number in hands.values_list("game_id", "number"):
        found[game].append(number)
    return found


def account(player: Player, stands: Standing, numbers: Numbers) -> WhyAccount:
    """Games with an open pot are left out, as they are not settled yet."""
    own = frozenset(stands.names(player))
    parts = [
        WhyPart(amount, table=at, hands=spans(numbers.get(at.game.pk, ())))
        for at in stands.games
        for pk, amount in zip(at.player_ids, at.state.balances, strict=True)
        if pk in own and not at.state.pot
    ]
    for row in reversed(stands.beside):
        parts += [WhyPart(amount, row=row) for end, amount in balance_changes(row) if end.pk in own]
    for sent in stands.under_way:
        for end, amount in ((sent.payer, sent.amount), (sent.payee, -sent.amount)):
            parts += [WhyPart(amount, sent=sent)] if end.pk in own else []
    return WhyAccount(player, [part for part in parts if part.amount])


def spans(numbers: Iterable[int]) -> str:
    """
    >>> spans([3, 1, 2, 8])
    '1–3, 8'
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number <= found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    if len(found) > SPANS:
        return ""
    return ", ".join(f"{a}–{b}" if a < b else str(a) for a, b in found)


def company(transfer: Transfer[P], plan: Plan[P]) -> list[P]:
    """Who is settled together with these two: what they won and lost comes to nothing."""
    found = {transfer.payer, transfer.payee}
    while True:
        ends = [{t.payer, t.payee} for t in plan.transfers]
        more = found.union(*(both for both in ends if both & found))
        if more == found:
            everybody = dict.fromkeys(p for t in plan.transfers for p in (t.payer, t.payee))
            return [player for player in everybody if player in found]
        found = more


# What passed between two -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Between:
    """What the debtor owes the creditor from their games and from rows beside them."""

    debtor: Player
    creditor: Player
    parts: list[WhyPart]

    @property
    def amount(self) -> int:
        return sum(part.amount for part in self.parts)


def between(
    debtor: Player, creditor: Player, stands: Standing, debts: Mapping[int, Debts]
) -> Between:
    """``debts``: of each game, by its id, what the first of two players owes the second. One query,
    none where they owe each other nothing of any game."""
    pays, gets = stands.names(debtor), stands.names(creditor)
    passed: list[tuple[Table, int]] = []
    for at in stands.games:
        found = debts.get(at.game.pk, {})
        amount = sum(
            found.get((one, other), 0) - found.get((other, one), 0)
            for one, other in product(pays, gets)
        )
        if amount:
            passed.append((at, amount))
    paid = _paid_between([at.game for at, _amount in passed], pays, gets)
    parts = [_part(at, paid[at.game.pk], amount) for at, amount in passed]
    for row in reversed(stands.beside):
        ends = {stands.who[end.pk]: amount for end, amount in balance_changes(row)}
        if debtor in ends and creditor in ends:
            parts.append(WhyPart(-ends[debtor], row=row))
    for sent in stands.under_way:
        payer, payee = stands.who[sent.payer.pk], stands.who[sent.payee.pk]
        if {payer, payee} == {debtor, creditor}:
            parts.append(WhyPart(-sent.amount if payer == debtor else sent.amount, sent=sent))
    return Between(debtor, creditor, parts)


def _part(at: Table, paid: Sequence[PaidInHand], amount: int) -> WhyPart:
    hands = {number for _direct, number in paid if number is not None}
    direct = sum(each for each, _number in paid)
    return WhyPart(amount, table=at, hands=spans(hands), by_pot=amount - direct)


def _paid_between(
    games: Sequence[Game], debtor: Sequence[int], creditor: Sequence[int]
) -> Mapping[int, list[PaidInHand]]:
    """What these two, by the ids of their names, paid each other in these games, by the game's
    id."""
    found: dict[int, list[PaidInHand]] = defaultdict(list)
    if games:
        both = [*debtor, *creditor]
        rows = _in_force(games).filter(payer__in=both, payee__in=both)
        for game, payer, amount, number in rows.values_list(
            "game_id", "payer_id", "amount", "hand__number"
        ):
            found[game or 0].append((amount if payer in debtor else -amount, number))
    return found


def _in_force(games: Sequence[Game]) -> QuerySet[Payment]:
    rows = Payment.objects.filter(game__in=games, kind=PaymentKind.GAME)
    return rows.filter(reverses__isnull=True, reversed_by__isnull=True)


# Hand by hand ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WhyRow:
    payment: Payment
    amount: int
    """What it adds to what the debtor owes; 0: it went to or came from the pot."""


@dataclass(frozen=True, slots=True)
class WhyRows:
    listed: list[WhyRow]
    older: int | None
    """The hand with which the next page begins."""


def hand_by_hand(
    game: Game, debtor: Sequence[int], creditor: Sequence[int], upto: int | None = None
) -> WhyRows:
    """What these two, by the ids of their names, paid each other or the pot, and got from it, the
    newest first; ``upto``: the number of the first hand shown. Three queries."""
    people = [*debtor, *creditor]
    both = Q(payer__in=people) | Q(payer=None)
    both &= Q(payee__in=people) | Q(payee=None)
    found = _in_force([game]).filter(both)
    earlier = found.filter(hand__isnull=False)
    if upto is not None:
        earlier = earlier.filter(hand__number__lte=upto)
    numbers = earlier.order_by("-hand__number").values_list("hand__number", flat=True).distinct()
    shown = list(numbers[: SHOWN + 1])
    rows = found.filter(hand__number__in=shown[:SHOWN])
    if upto is None:
        rows |= found.filter(hand=None)
    ordered = rows.select_related("hand", "payer", "payee").order_by("-pk")
    by_hand = sorted(ordered, key=lambda row: row.hand.number if row.hand else inf, reverse=True)
    for row in by_hand:
        if row.hand is not None:
            row.hand.game = game
    listed = [WhyRow(row, _adds(row, debtor)) for row in by_hand]
    return WhyRows(listed, shown[SHOWN] if len(shown) > SHOWN else None)


def _adds(row: Payment, debtor: Sequence[int]) -> int:
    if row.payer is None or row.payee is None:
        return 0
    return row.amount if row.payer_id in debtor else -row.amount
