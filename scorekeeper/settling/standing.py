"""Who stands where in an evening, and the transfers that settle it the way it was agreed.

Read from what each game kept of itself with its last hand, and from the rows that no game brought:
as dear after ten thousand hands as after one. That what is kept is what the payments say,
``checkledger`` proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine.settle_up import Plan
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.selectors import Net, beside, brings
from scorekeeper.play.selectors import Table
from scorekeeper.settling.handovers import unsettled
from scorekeeper.settling.models import SENT, Handover, Terms
from scorekeeper.settling.owed import owed
from scorekeeper.settling.terms import terms_of
from scorekeeper.settling.ways import Owed, plan_of
from scorekeeper.telling.night import tables

NO_PLAN: Final[Plan[Player]] = Plan((), proven=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """Who stands where in one evening, minor units; all but the pots sums to zero."""

    balances: Net
    """Net per player in the order they first sat down, cash handed over counted as settled, games
    with an open pot left out."""
    open_pots: int
    """What lies in pots not yet won."""
    plan: Plan[Player]
    """The transfers that settle what is ``arrived``, as ``terms`` say."""
    beside: list[Payment]
    """What no game brought and nobody took back, the newest first."""
    handovers: list[Handover]
    """What somebody sent, and is neither received nor taken back, the newest first. It counts as
    owed."""
    games: Sequence[Table]
    """In order of play."""
    terms: Terms = field(compare=False)
    """How the night is settled, and to what it is rounded."""

    @property
    def open_games(self) -> bool:
        """One of its games is still being played."""
        return any(at.game.closed_at is None for at in self.games)

    @property
    def arrived(self) -> Net:
        """The balances once all that is under way has arrived."""
        return _arrived(self.balances, self.handovers)

    def owed(self) -> Owed:
        """What each then owes each: who lost to whom. A query."""
        return owed(self.terms.session, self.games, self.beside, self.under_way)

    @property
    def under_way(self) -> list[Handover]:
        """Sent, and neither received nor disputed: no transfer of the plan asks for it again."""
        return [handover for handover in self.handovers if handover.state == SENT]

    @property
    def ranked(self) -> list[tuple[Player, int]]:
        """Whoever gets most first; nobody who gets and owes nothing."""
        found = ((player, amount) for player, amount in self.balances.items() if amount)
        return sorted(found, key=lambda each: -each[1])

    @property
    def moves_money(self) -> bool:
        shown = self.beside or self.handovers or self.open_pots
        return bool(any(self.balances.values()) or shown)

    @property
    def cash(self) -> list[Payment]:
        """Money handed over."""
        return [payment for payment in self.beside if payment.settles]


def standing(session: Session) -> Standing:
    """Five queries, one more where it is settled by who lost to whom. Of one moment where the night
    is held, or read in one view."""
    return standing_of(tables(session), beside(session), unsettled(session), terms_of(session))


def standing_of(
    games: Sequence[Table],
    rows: list[Payment],
    handovers: Sequence[Handover],
    terms: Terms,
) -> Standing:
    """The same of games that were read, with the ``rows`` beside them and what is not settled of
    what was sent; without these, the plan is about all that is owed."""
    net, listed = _balances(games, rows), list(handovers)
    found = Standing(net, sum(at.kept.pot for at in games), NO_PLAN, rows, listed, games, terms)
    return replace(found, plan=plan_of(terms, found.arrived, found.owed))


def _arrived(net: Net, handovers: Iterable[Handover]) -> Net:
    """The balances once what is under way has arrived."""
    found = dict(net)
    for sent in handovers:
        if sent.state == SENT:
            found[sent.payer] = found.get(sent.payer, 0) + sent.amount
            found[sent.payee] = found.get(sent.payee, 0) - sent.amount
    return found


def _balances(games: Iterable[Table], rows: Sequence[Payment]) -> Net:
    net: Net = {}
    for at in games:
        counts = not at.kept.pot
        for player, amount in zip(at.players, at.kept.balances, strict=True):
            net[player] = net.get(player, 0) + counts * amount
    for payment in reversed(rows):  # the oldest first
        for end, amount in brings(payment):
            net[end] = net.get(end, 0) + amount
    return net
