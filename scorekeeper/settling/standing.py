"""Who stands where in an evening, and the transfers that settle it the way it was agreed.

Read from what each game kept of itself with its last hand, and from the rows that no game brought:
as dear after ten thousand hands as after one. That what is kept is what the payments say,
``checkledger`` proves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.persons import by_person, by_shown_name
from scorekeeper.engine.settle_up import Plan
from scorekeeper.ledger.models import Payment
from scorekeeper.ledger.selectors import Net, balance_changes, beside
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
    who: Mapping[int, Player] = field(default_factory=dict)
    """By the id of each name of the night, under which one its person is settled."""

    def names(self, player: Player) -> list[int]:
        """The ids of all names of this person tonight."""
        return [pk for pk, shown in self.who.items() if shown == player] or [player.pk]

    @property
    def open_games(self) -> bool:
        """One of its games is still being played."""
        return any(at.game.closed_at is None for at in self.games)

    @property
    def arrived(self) -> Net:
        """The balances once all that is under way has arrived."""
        return _arrived(self.balances, self.handovers, self.who)

    def owed(self) -> Owed:
        """What each then owes each: who lost to whom. A query."""
        return owed(self.terms.session, self.games, self.beside, self.under_way, self.who)

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
    listed = list(handovers)
    who = by_shown_name(_people(games, rows, listed))
    net, terms = _balances(games, rows, who), _of_people(terms, who)
    pots = sum(at.state.pot for at in games)
    found = Standing(net, pots, NO_PLAN, rows, listed, games, terms, who)
    return replace(found, plan=plan_of(terms, found.arrived, found.owed))


def _people(
    games: Iterable[Table], rows: Sequence[Payment], handovers: Iterable[Handover]
) -> Iterator[Player]:
    for at in games:
        yield from at.players
    for payment in reversed(rows):  # the oldest first
        yield from (end for end, _amount in balance_changes(payment))
    for sent in handovers:
        yield from (sent.payer, sent.payee)


def _of_people(terms: Terms, who: Mapping[int, Player]) -> Terms:
    """The same, where who keeps the bank, or shares a purse, has several names here."""
    others = {name: player.pk for name, player in who.items() if name != player.pk}
    if not others:
        return terms
    told, seen = copy(terms), set[int]()
    if terms.banker is not None:
        told.banker = who.get(terms.banker.pk, terms.banker)
    purses = []
    for purse in terms.purses:
        purses.append([pk for pk in by_person(purse, others) if pk not in seen])
        seen.update(purses[-1])
    told.purses = [purse for purse in purses if purse]
    return told


def _arrived(net: Net, handovers: Iterable[Handover], who: Mapping[int, Player]) -> Net:
    """The balances once what is under way has arrived."""
    found = dict(net)
    for sent in handovers:
        if sent.state == SENT:
            for end, amount in ((sent.payer, sent.amount), (sent.payee, -sent.amount)):
                shown = who.get(end.pk, end)
                found[shown] = found.get(shown, 0) + amount
    return found


def _balances(games: Iterable[Table], rows: Sequence[Payment], who: Mapping[int, Player]) -> Net:
    net: Net = {}
    for at in games:
        counts = not at.state.pot
        for player, amount in zip(at.players, at.state.balances, strict=True):
            shown = who[player.pk]
            net[shown] = net.get(shown, 0) + counts * amount
    for payment in reversed(rows):  # the oldest first
        for end, amount in balance_changes(payment):
            net[who[end.pk]] = net.get(who[end.pk], 0) + amount
    return net
