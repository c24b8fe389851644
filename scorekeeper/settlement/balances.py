"""The balances of a session, and the transfers that settle it by its terms. Reads only.

Read from the balances stored with each game and from the payments outside games, so ten thousand
hands cost no more than one. ``checkledger`` checks the stored balances against the payments.
``engine.transfers.settle_up`` does the arithmetic."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from django.db.models import CharField, Exists, OuterRef, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import by_person, by_shown_name
from scorekeeper.engine.transfers.settle_up import Plan, by_purse, direct, settle_up, through
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.ledger.selectors import Debts, Net, Sums, balance_changes, beside, debts
from scorekeeper.play.selectors import Table
from scorekeeper.play.sessions import session_tables
from scorekeeper.settlement.models import SENT, Handover, HandoverStep, StepKind, Terms, Way

Owed: TypeAlias = Mapping[tuple[Player, Player], int]
"""What the first of two owes the second, in minor units; negative: the other way round."""
NO_PLAN: Final[Plan[Player]] = Plan((), proven=False)


@dataclass(frozen=True, slots=True)
class Balances:
    """The balances of one session in minor units; balances and pots add up to zero."""

    net: Net
    """Net per player in the order they first sat down. Cash counts as settled; games with an open
    pot are left out."""
    open_pots: int
    """What lies in pots not yet won."""
    plan: Plan[Player]
    """The transfers that settle ``arrived`` by ``terms``."""
    beside: list[Payment]
    """Payments outside games that are not reversed, newest first."""
    handovers: list[Handover]
    """What was sent and is neither received nor deleted, newest first. It still counts as owed."""
    games: Sequence[Table]
    """In order of play."""
    terms: Terms = field(compare=False)
    """How the session is settled and rounded."""
    who: Mapping[int, Player] = field(default_factory=dict)
    """By the id of each name, the player under whom its person is settled."""

    def names(self, player: Player) -> list[int]:
        """Returns the ids of all names of this person in the session."""
        return [pk for pk, person in self.who.items() if person == player] or [player.pk]

    @property
    def open_games(self) -> bool:
        """Whether a game is still being played."""
        return any(table.game.closed_at is None for table in self.games)

    @property
    def arrived(self) -> Net:
        """The balances once all money under way has arrived."""
        return _arrived(self.net, self.handovers, self.who)

    def purse(self, player: Player) -> tuple[Player, ...]:
        """Returns everyone for whom this player pays and is paid; empty: for themselves alone."""
        holder = self.who.get(player.pk, player)
        shared = self.terms.purses if self.terms.way == Way.PURSES else ()
        purses = (purse for purse in purses_of(shared, self.net) if purse)
        return next((tuple(purse) for purse in purses if purse[0] == holder), ())

    def debts_by_pair(self) -> Owed:
        """Returns what each then owes each: who lost to whom. One query."""
        return owed(self.terms.session, self.games, self.beside, self.under_way, self.who)

    @property
    def under_way(self) -> list[Handover]:
        """Sent, and neither received nor disputed; the plan does not ask for it again."""
        return [handover for handover in self.handovers if handover.state == SENT]

    @property
    def ranked(self) -> list[tuple[Player, int]]:
        """The balances other than zero, highest first."""
        nonzero = ((player, amount) for player, amount in self.net.items() if amount)
        return sorted(nonzero, key=lambda row: -row[1])

    @property
    def moves_money(self) -> bool:
        has_entries = self.beside or self.handovers or self.open_pots
        return bool(any(self.net.values()) or has_entries)

    @property
    def cash(self) -> list[Payment]:
        """Money handed over."""
        return [payment for payment in self.beside if payment.settles]


def session_balances(session: Session) -> Balances:
    """Returns the session's standing. Five queries, one more where losers pay winners directly.
    Call it with the session locked or in one view."""
    return balances_of(
        session_tables(session), beside(session), unsettled(session), terms_of(session)
    )


def balances_of(
    games: Sequence[Table],
    rows: list[Payment],
    handovers: Sequence[Handover],
    terms: Terms,
) -> Balances:
    """Returns the standing for games already read, with the payment ``rows`` outside games and the
    unsettled handovers. Without these, the plan covers all debts."""
    listed = list(handovers)
    who = by_shown_name(_people(games, rows, listed))
    net, terms = _balances(games, rows, who), _with_persons(terms, who)
    pots = sum(table.state.pot for table in games)
    unplanned = Balances(net, pots, NO_PLAN, rows, listed, games, terms, who)
    return replace(unplanned, plan=plan_of(terms, unplanned.arrived, unplanned.debts_by_pair))


def _people(
    games: Iterable[Table], rows: Sequence[Payment], handovers: Iterable[Handover]
) -> Iterator[Player]:
    for table in games:
        yield from table.players
    for payment in reversed(rows):  # the oldest first
        yield from (end for end, _amount in balance_changes(payment))
    for sent in handovers:
        yield from (sent.payer, sent.payee)


def _with_persons(terms: Terms, who: Mapping[int, Player]) -> Terms:
    """Returns the terms with each banker and purse member under the name their person settles
    by."""
    others = {name: player.pk for name, player in who.items() if name != player.pk}
    if not others:
        return terms
    merged, seen = copy(terms), set[int]()
    if terms.banker is not None:
        merged.banker = who.get(terms.banker.pk, terms.banker)
    purses = []
    for purse in terms.purses:
        purses.append([pk for pk in by_person(purse, others) if pk not in seen])
        seen.update(purses[-1])
    merged.purses = [purse for purse in purses if purse]
    return merged


def _arrived(net: Net, handovers: Iterable[Handover], who: Mapping[int, Player]) -> Net:
    """Returns the balances once what is under way has arrived."""
    arrived = dict(net)
    for sent in handovers:
        if sent.state == SENT:
            for end, amount in ((sent.payer, sent.amount), (sent.payee, -sent.amount)):
                person = who.get(end.pk, end)
                arrived[person] = arrived.get(person, 0) + amount
    return arrived


def _balances(games: Iterable[Table], rows: Sequence[Payment], who: Mapping[int, Player]) -> Net:
    net: Net = {}
    for table in games:
        counts = not table.state.pot
        for player, amount in zip(table.players, table.state.balances, strict=True):
            person = who[player.pk]
            net[person] = net.get(person, 0) + counts * amount
    for payment in reversed(rows):  # the oldest first
        for end, amount in balance_changes(payment):
            net[who[end.pk]] = net.get(who[end.pk], 0) + amount
    return net


# How it is settled -----------------------------------------------------------------------------


def terms_of(session: Session) -> Terms:
    """Returns the terms in force, unsaved defaults where there are none."""
    terms = Terms.objects.filter(session=session).select_related("banker")
    return terms.order_by("-pk").first() or Terms(session=session)


def usual_purses(session: Session) -> list[list[int]]:
    """Returns the purses of the group's last other session that had any, as a default for a session
    without terms. Empty where that session gave them up."""
    others = Terms.objects.filter(session__club=session.club_id).exclude(session=session)
    last = others.exclude(purses=[]).select_related("session").order_by("-pk").first()
    purses: list[list[int]] = terms_of(last.session).purses if last else []
    return purses


def plan_of(terms: Terms, balances: Mapping[Player, int], owed: Callable[[], Owed]) -> Plan[Player]:
    """Returns the payments that bring ``balances`` (net gain per player, in seating order) to zero
    by these terms. ``owed`` is called only where needed; it must add up to the same balances."""
    if terms.way == Way.DIRECT:
        return direct(owed())
    if terms.way == Way.BANKER and terms.banker is not None:
        return through(balances, terms.banker)
    if terms.way == Way.PURSES:
        return by_purse(balances, purses_of(terms.purses, balances))
    return settle_up(balances)


@dataclass(frozen=True, slots=True)
class WayOffered:
    """A way and how many payments it needs now; None: it lacks a banker or purses."""

    way: Way
    payments: int | None
    is_chosen: bool


def choices(
    terms: Terms, plan: Plan[Player], balances: Mapping[Player, int], owed: Callable[[], Owed]
) -> list[WayOffered]:
    """Returns all ways. ``plan``: that of ``terms``; the rest as for ``plan_of``."""
    lacks = {
        Way.BANKER: terms.banker is None,
        Way.PURSES: not any(len(purse) > 1 for purse in purses_of(terms.purses, balances)),
    }
    offered = []
    for way in Way:
        is_chosen = way == terms.way
        if lacks.get(way):
            offered.append(WayOffered(way, None, is_chosen))
            continue
        like = Terms(way=way, banker=terms.banker, purses=terms.purses)
        needed = plan if is_chosen else plan_of(like, balances, owed)
        offered.append(WayOffered(way, len(needed.transfers), is_chosen))
    return offered


def purses_of(
    purses: Sequence[Sequence[int]], people: Mapping[Player, object]
) -> list[list[Player]]:
    """Returns the members of each purse who are in ``people``."""
    here = {player.pk: player for player in people}
    return [[here[pk] for pk in purse if pk in here] for purse in purses]


# Who owes whom, where each loser pays each winner directly -------------------------------------


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


# Money on its way ------------------------------------------------------------------------------


LAST_STEP = Coalesce(
    Subquery(
        HandoverStep.objects.filter(handover=OuterRef("pk")).order_by("-pk").values("kind")[:1]
    ),
    Value(SENT),
    output_field=CharField(),
)
"""The state of a handover: the kind of its last step, or SENT."""


def unsettled(session: Session) -> list[Handover]:
    """Returns what is neither received nor deleted, newest first, each with its ``state``. One
    query."""
    pending: list[Handover] = []
    for handover in (
        Handover.objects.filter(session=session)
        .annotate(last=LAST_STEP)
        .exclude(last__in=[StepKind.RECEIVED, StepKind.UNDONE])
        .select_related("payer", "payee", "by", "player", "signature")
        .order_by("-pk")
    ):
        handover.state = handover.last
        pending.append(handover)
    return pending


def paid_again(session: Session) -> set[int]:
    """Returns the ids of handovers that were not received, where another payment of a debt from
    the same payer to the same payee was reported since. One query."""
    later = Handover.objects.annotate(last=LAST_STEP).filter(
        session=session,
        payer=OuterRef("handover__payer"),
        payee=OuterRef("handover__payee"),
        at__gt=OuterRef("at"),
        deposit=None,
        last__in=[SENT, StepKind.RECEIVED],
    )
    disputes = HandoverStep.objects.filter(handover__session=session, kind=StepKind.DISPUTED)
    return set(disputes.filter(Exists(later)).values_list("handover", flat=True))


def steps_of(handovers: Iterable[Handover], payments: Iterable[Payment]) -> list[HandoverStep]:
    """Returns all steps of these handovers, and of those that made these payments, in order. Two
    queries: as one, PostgreSQL would read the steps of all sessions."""
    received = HandoverStep.objects.filter(payment__in=[p.pk for p in payments])
    wanted = {*received.values_list("handover", flat=True), *(h.pk for h in handovers)}
    steps = HandoverStep.objects.filter(handover__in=wanted).order_by("pk")
    author = ("by", "player", "signature")
    return list(steps.select_related(*author, *(f"handover__{name}" for name in author)))
