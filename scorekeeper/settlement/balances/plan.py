"""The balances of a session, and the transfers that settle it by its terms.

Read from the balances stored with each game and from the payments outside games, so ten thousand
hands cost no more than one. ``checkledger`` checks the stored balances against the payments.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.players.persons import by_person, by_shown_name
from scorekeeper.engine.transfers.settle_up import Plan
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.selectors import Net, balance_changes, beside
from scorekeeper.play.selectors import Table
from scorekeeper.play.sessions import session_tables
from scorekeeper.settlement.balances.methods import Owed, plan_of, purses_of
from scorekeeper.settlement.balances.pairwise import owed
from scorekeeper.settlement.balances.terms import terms_of
from scorekeeper.settlement.models import SENT, Handover, Terms, Way
from scorekeeper.settlement.payments.handovers import unsettled

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
