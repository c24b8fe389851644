"""Devices at a table whose money is being settled, for tests."""

from dataclasses import dataclass

from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Membership, Player, Role, Session
from scorekeeper.clubs.services import say_who
from scorekeeper.play.selectors import Table
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import SENT, Handover, StepKind
from scorekeeper.settlement.payments import record_transfer
from tests.helpers import factories as make

# Stake 100, three players: the second pays 1 unit and the third 2 to the first.
DEAL = {"deal": {}, "lines": {"Asha": {"points": 3}, "Dev": {"points": 9}, "Meera": {"points": 5}}}


def played_session() -> Table:
    """Dev owes Asha 200, Meera owes her 100."""
    return make.play(make.session("rummi", make.NAMES[:3]), DEAL)


def holder(player: Player | None, role: Role = Role.VIEWER, *, table: Table) -> Membership:
    """The device of this player, or of nobody who plays."""
    held = make.member(role, table.game.session.club)
    return say_who(membership=held, player=player)


@dataclass
class Devices:
    """One for each, as guests, and a host's."""

    table: Table

    def __post_init__(self) -> None:
        self.asha, self.dev, self.meera = (holder(p, table=self.table) for p in self.table.players)
        self.host = holder(None, Role.HOST, table=self.table)
        self.scorer = holder(None, Role.SCORER, table=self.table)

    @property
    def session(self) -> Session:
        return Session.objects.select_related("club").get(pk=self.table.game.session_id)

    def browser(self, who: str) -> Client:
        return make.client_as(getattr(self, who))

    def url(self, name: str = "settle") -> str:
        return reverse(f"settlement:{name}", args=[self.session.code])

    def page(self, who: str) -> str:
        return self.browser(who).get(self.url()).content.decode()

    def plan(self) -> list[tuple[str, str, int]]:
        transfers = session_balances(self.session).plan.transfers
        return [(t.payer.name, t.payee.name, t.amount) for t in transfers]

    def send(self, who: str, amount: int = 200, token: str = "", word: str = "") -> Handover:
        """Dev's debt, or a part of it, said to be sent by one of the phones; by that of Asha or the
        host at once received, as the buttons of their pages say it."""
        dev, asha = self.table.players[1], self.table.players[0]
        owed = {(p, q): a for p, q, a in self.plan()}.get((dev.name, asha.name), amount)
        return record_transfer(
            session=self.session,
            payer=dev.pk,
            payee=asha.pk,
            owed=owed,
            amount=amount,
            word=word or (StepKind.RECEIVED if who in ("asha", "host") else SENT),
            token=token or make.token(),
            by=getattr(self, who),
        )
