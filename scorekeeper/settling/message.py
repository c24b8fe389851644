"""The night's money in words, for a message to the group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player, Session
from scorekeeper.paying.kinds import Ask
from scorekeeper.paying.selectors import Addresses
from scorekeeper.paying.signs import payables
from scorekeeper.settling.standing import Standing
from scorekeeper.wording import currencies


def message(session: Session, stands: Standing, ways_in: Addresses) -> str:
    """Who stands where, and who pays whom."""
    currency = session.club.currency
    lines = [f"{session.club.name}, {session}"]
    lines += [
        f"{player.name}: {currencies.signed(amount, currency)}" for player, amount in stands.ranked
    ]
    lines += who_pays(session, stands, ways_in)
    if stands.open_pots:
        pot = currencies.money(stands.open_pots, currency)
        lines.append(_("%(pot)s is in open pots and does not count yet") % {"pot": pot})
    return "\n".join(lines)


def who_pays(session: Session, stands: Standing, ways_in: Addresses) -> Iterator[str]:
    """A line for each payment, and under it each address that its payee lets stand in the text."""
    currency = session.club.currency
    sent = _("%(payer)s has sent %(payee)s %(amount)s, which is not confirmed yet")
    for handover in stands.under_way:
        yield sent % _named([handover.payer], [handover.payee], handover.amount, currency)
    for t in stands.plan.transfers:
        payers, payees = t.payers or (t.payer,), t.payees or (t.payee,)
        pays = ngettext(
            "%(payer)s pays %(payee)s %(amount)s", "%(payer)s pay %(payee)s %(amount)s", len(payers)
        )
        yield pays % _named(payers, payees, t.amount, currency)
        told = [row for row in ways_in.get(t.payee.pk, ()) if row.sent_along]
        ask = Ask(t.payee.name, t.amount, currency, str(session))
        yield from (payable.text for payable in payables(told, ask))


def _named(
    payers: Iterable[Player], payees: Iterable[Player], amount: int, currency: str
) -> dict[str, str]:
    payer, payee = (" + ".join(player.name for player in ends) for ends in (payers, payees))
    return {"payer": payer, "payee": payee, "amount": currencies.money(amount, currency)}
