"""Explains a payment: what each game brought the two players, and what they owe each other from it.

Sums only, as cheap after ten thousand hands as after ten; the hands behind a sum have a page of
their own. Reads only.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Any, TypeAlias, TypeVar

from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.engine.transfers.settle_up import Plan, Transfer
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import Debts, balance_changes
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.balances import Balances, debts_by_game, session_balances
from scorekeeper.settlement.models import Handover, Way
from scorekeeper.settlement.page import reversed_entries

P = TypeVar("P")
MAX_SPANS = 6
"""With more ranges of hands than this, none are listed."""
PAGE_SIZE = 20
"""Hands per page."""
HandNumbers: TypeAlias = Mapping[int, Sequence[int]]
"""Numbers of the hands in force, by game id."""
PaidInHand: TypeAlias = tuple[int, int | None]
"""Minor units, negative where the creditor paid; and the number of the hand, if it belongs to
one."""


@dataclass(frozen=True, slots=True)
class WhyPart:
    """The part of a sum that one game, a payment outside games, or money on its way adds, in minor
    units."""

    amount: int
    table: Table | None = None
    row: Payment | None = None
    sent: Handover | None = None
    hands: str = ""
    """The game's hands that count: ``1–6, 8``; "" where there are too many to list."""
    through_pot: int = 0
    """How much of it went through the game's pot."""

    @property
    def is_one_hand(self) -> bool:
        return self.hands.isdecimal()


# What the session brought one person, or one purse ---------------------------------------------


@dataclass(frozen=True, slots=True)
class WhyAccount:
    player: Player
    parts: list[WhyPart]

    @property
    def amount(self) -> int:
        """Returns how much they get back; negative: how much they owe."""
        return sum(part.amount for part in self.parts)


@dataclass(frozen=True, slots=True)
class Side:
    """One end of a payment: the people of the purse that pays or is paid."""

    accounts: list[WhyAccount]
    sent: list[WhyPart]
    """Money under way: it counts once it is confirmed, and the plan does not ask for it again."""
    pays: list[tuple[Player, int]]
    """What the plan moves to (negative) or from (positive) each other player for this side."""

    @property
    def amount(self) -> int:
        return sum(account.amount for account in self.accounts)


def side(people: Sequence[Player], balances: Balances, numbers: HandNumbers) -> Side:
    """Returns the side of ``people``: those of a purse, its holder first. ``numbers``:
    ``hand_numbers`` of the games."""
    pays = [
        (t.payee, -t.amount) if t.payer == people[0] else (t.payer, t.amount)
        for t in balances.plan.transfers
        if people[0] in (t.payer, t.payee)
    ]
    accounts = [account(player, balances, numbers) for player in people]
    return Side(accounts, _under_way(people, balances), pays)


def _under_way(people: Sequence[Player], balances: Balances) -> list[WhyPart]:
    """Money from one of them to another is in the list twice, with both signs."""
    names = {pk for player in people for pk in balances.names(player)}
    return [
        WhyPart(amount, sent=sent)
        for sent in balances.under_way
        for end, amount in ((sent.payer, sent.amount), (sent.payee, -sent.amount))
        if end.pk in names
    ]


def hand_numbers(games: Iterable[Table]) -> HandNumbers:
    """Returns the numbers of the games' hands without deleted ones. One query."""
    numbers_by_game: dict[int, list[int]] = defaultdict(list)
    hands = Hand.objects.filter(game__in=[table.game.pk for table in games], voided_at__isnull=True)
    for game, number in hands.values_list("game_id", "number"):
        numbers_by_game[game].append(number)
    return numbers_by_game


def account(player: Player, balances: Balances, numbers: HandNumbers) -> WhyAccount:
    """Returns what a player won and paid. Games with an open pot are not settled yet and left
    out."""
    names = frozenset(balances.names(player))
    parts = [
        WhyPart(amount, table=table, hands=spans(numbers.get(table.game.pk, ())))
        for table in balances.games
        for pk, amount in zip(table.player_ids, table.state.balances, strict=True)
        if pk in names and not table.state.pot
    ]
    for row in reversed(balances.beside):
        parts += [
            WhyPart(amount, row=row) for end, amount in balance_changes(row) if end.pk in names
        ]
    return WhyAccount(player, [part for part in parts if part.amount])


def spans(numbers: Iterable[int]) -> str:
    """
    >>> spans([3, 1, 2, 8])
    '1–3, 8'
    """
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number <= ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    if len(ranges) > MAX_SPANS:
        return ""
    return ", ".join(f"{first}–{last}" if first < last else str(first) for first, last in ranges)


def settled_together(transfer: Transfer[P], plan: Plan[P]) -> list[P]:
    """Returns everyone connected to these two by transfers: what they won and lost adds up to
    zero."""
    connected = {transfer.payer, transfer.payee}
    while True:
        ends = [{t.payer, t.payee} for t in plan.transfers]
        reachable = connected.union(*(pair for pair in ends if pair & connected))
        if reachable == connected:
            everybody = dict.fromkeys(p for t in plan.transfers for p in (t.payer, t.payee))
            return [player for player in everybody if player in connected]
        connected = reachable


# Between two players ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DebtBetween:
    """The debt between two players from their games and from payments outside games."""

    debtor: Player
    creditor: Player
    parts: list[WhyPart]

    @property
    def amount(self) -> int:
        return sum(part.amount for part in self.parts)


def debt_between(
    debtor: Player, creditor: Player, balances: Balances, debts: Mapping[int, Debts]
) -> DebtBetween:
    """Returns what the debtor owes the creditor and where it comes from. ``debts``: per game id,
    what the first of two players owes the second. One query, none where they owe each other nothing
    from any game."""
    pays, gets = balances.names(debtor), balances.names(creditor)
    amounts: list[tuple[Table, int]] = []
    for table in balances.games:
        game_debts = debts.get(table.game.pk, {})
        amount = sum(
            game_debts.get((loser, winner), 0) - game_debts.get((winner, loser), 0)
            for loser, winner in product(pays, gets)
        )
        if amount:
            amounts.append((table, amount))
    payments_by_game = _paid_between([table.game for table, _amount in amounts], pays, gets)
    parts = [_part(table, payments_by_game[table.game.pk], amount) for table, amount in amounts]
    for row in reversed(balances.beside):
        ends = {balances.who[end.pk]: amount for end, amount in balance_changes(row)}
        if debtor in ends and creditor in ends:
            parts.append(WhyPart(-ends[debtor], row=row))
    for sent in balances.under_way:
        payer, payee = balances.who[sent.payer.pk], balances.who[sent.payee.pk]
        if {payer, payee} == {debtor, creditor}:
            parts.append(WhyPart(-sent.amount if payer == debtor else sent.amount, sent=sent))
    return DebtBetween(debtor, creditor, parts)


def _part(table: Table, payments: Sequence[PaidInHand], amount: int) -> WhyPart:
    hands = {number for _direct, number in payments if number is not None}
    direct = sum(part for part, _number in payments)
    return WhyPart(amount, table=table, hands=spans(hands), through_pot=amount - direct)


def _paid_between(
    games: Sequence[Game], debtor: Sequence[int], creditor: Sequence[int]
) -> Mapping[int, list[PaidInHand]]:
    """Returns what the two, each by the ids of their names, paid each other, by game id."""
    payments_by_game: dict[int, list[PaidInHand]] = defaultdict(list)
    if games:
        both = [*debtor, *creditor]
        rows = _in_force(games).filter(payer__in=both, payee__in=both)
        for game, payer, amount, number in rows.values_list(
            "game_id", "payer_id", "amount", "hand__number"
        ):
            payments_by_game[game or 0].append((amount if payer in debtor else -amount, number))
    return payments_by_game


def _in_force(games: Sequence[Game]) -> QuerySet[Payment]:
    rows = Payment.objects.filter(game__in=games, kind=PaymentKind.GAME)
    return rows.filter(reverses__isnull=True, reversed_by__isnull=True)


# Hand by hand ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WhyRow:
    payment: Payment
    amount: int
    """What it adds to the debt; 0: it went to or came from the pot."""


@dataclass(frozen=True, slots=True)
class WhyRows:
    listed: list[WhyRow]
    older: int | None
    """The hand with which the next page begins; None: this is the last page."""


def payments_by_hand(
    game: Game, debtor: Sequence[int], creditor: Sequence[int], upto: int | None = None
) -> WhyRows:
    """Returns what the two, each by the ids of their names, paid each other or the pot, and got
    from it, newest first. ``upto``: number of the first hand listed. Three queries."""
    people = [*debtor, *creditor]
    is_between = Q(payer__in=people) | Q(payer=None)
    is_between &= Q(payee__in=people) | Q(payee=None)
    payments = _in_force([game]).filter(is_between)
    of_hands = payments.filter(hand__isnull=False)
    if upto is not None:
        of_hands = of_hands.filter(hand__number__lte=upto)
    numbers = of_hands.order_by("-hand__number").values_list("hand__number", flat=True).distinct()
    page_numbers = list(numbers[: PAGE_SIZE + 1])
    rows = payments.filter(hand__number__in=page_numbers[:PAGE_SIZE])
    if upto is None:
        rows |= payments.filter(hand=None)
    ordered = rows.select_related("hand", "payer", "payee").order_by("-pk")
    by_hand = sorted(ordered, key=lambda row: row.hand.number if row.hand else inf, reverse=True)
    for row in by_hand:
        if row.hand is not None:
            row.hand.game = game
    listed = [WhyRow(row, _debt_change(row, debtor)) for row in by_hand]
    return WhyRows(listed, page_numbers[PAGE_SIZE] if len(page_numbers) > PAGE_SIZE else None)


def _debt_change(row: Payment, debtor: Sequence[int]) -> int:
    if row.payer is None or row.payee is None:
        return 0
    return row.amount if row.payer_id in debtor else -row.amount


# The pages -------------------------------------------------------------------------------------


@require_GET
@session_view(Role.VIEWER, money=True)
def why(request: ClubRequest, session: Session, payer: int, payee: int) -> HttpResponse:
    """Explains a payment game by game."""
    balances = session_balances(session)
    debtor, creditor = _find_two(balances, payer, payee)
    transfers = {(t.payer, t.payee): t for t in balances.plan.transfers}
    if (creditor, debtor) in transfers:
        return redirect("settlement:why", session.code, payee, payer)
    transfer = transfers.get((debtor, creditor))
    between = debt_between(debtor, creditor, balances, debts_by_game(session, balances.games))
    circle, connected = 0, settled_together(transfer, balances.plan) if transfer else []
    if balances.terms.way == Way.DIRECT:
        circle = (transfer.amount if transfer else 0) - between.amount
    context = {
        "session": session,
        "payer": debtor,
        "payee": creditor,
        "transfer": transfer,
        "way": balances.terms.way,
        "banker": balances.terms.banker,
        "between": between,
        "circle": circle,
        "total": between.amount + circle,
        "sides": _sides(balances, debtor, creditor, transfer),
        "reversed_entries": [
            entry for entry in reversed_entries(session) if entry.is_between(debtor, creditor)
        ],
        "settled_together": connected,
        "proven": balances.plan.proven,
        "everybody": len(connected) == sum(map(bool, balances.arrived.values())),
    }
    return render(request, "settlement/why.html", context)


def _sides(
    balances: Balances, payer: Player, payee: Player, transfer: Transfer[Player] | None
) -> list[Any]:
    """Returns the sides of the payers and the payees, where that explains the payment; a banker
    only passes money on."""
    if balances.terms.way == Way.DIRECT:
        return []
    purses = (transfer.payers, transfer.payees) if transfer else ((), ())
    ends = [purse or (end,) for purse, end in zip(purses, (payer, payee), strict=True)]
    bank = balances.terms.banker if balances.terms.way == Way.BANKER else None
    numbers = hand_numbers(balances.games)
    return [side(people, balances, numbers) for people in ends if people != (bank,)]


@require_GET
@session_view(Role.VIEWER, money=True)
def why_hands(
    request: ClubRequest, session: Session, payer: int, payee: int, number: int
) -> HttpResponse:
    """Shows the payments between two players in one game, hand by hand."""
    balances = session_balances(session)
    debtor, creditor = _find_two(balances, payer, payee)
    table = next((table for table in balances.games if table.game.number == number), None)
    if table is None:
        raise Http404
    between = debt_between(debtor, creditor, balances, debts_by_game(session, [table]))
    part = next((part for part in between.parts if part.table is table), None)
    first = whole_number(request.GET.get("upto", ""), digits=7)
    context = {
        "session": session,
        "payer": debtor,
        "payee": creditor,
        "game": table.game,
        "part": part,
        "hands": payments_by_hand(
            table.game, balances.names(debtor), balances.names(creditor), first
        ),
    }
    return render(request, "settlement/why_hands.html", context)


def _find_two(balances: Balances, payer: int, payee: int) -> tuple[Player, Player]:
    """Returns two players with money in this session. Raises Http404."""
    known: Mapping[int, Player] = {player.pk: player for player in balances.net}
    if balances.terms.banker:
        known = {**known, balances.terms.banker.pk: balances.terms.banker}
    if payer == payee or not {payer, payee} <= known.keys():
        raise Http404
    return known[payer], known[payee]
