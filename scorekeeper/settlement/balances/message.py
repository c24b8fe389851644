"""The session's balances and payments as text for the group."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import together
from scorekeeper.settlement.balances.plan import Balances
from scorekeeper.settlement.payment_details.kinds import Ask
from scorekeeper.settlement.payment_details.qr_codes import payables
from scorekeeper.settlement.payment_details.selectors import Addresses


def message(session: Session, balances: Balances, addresses: Addresses) -> str:
    """Returns the text: all balances left, and who pays whom."""
    currency = session.club.currency
    lines = [f"{session.club.name}, {session}"]
    if balances.ranked:
        lines.append(_("Still to settle:"))
    lines += [
        f"{player.name}: {currencies.signed(amount, currency)}"
        for player, amount in balances.ranked
    ]
    lines += who_pays(session, balances, addresses)
    if balances.open_pots:
        pot = currencies.money(balances.open_pots, currency)
        lines.append(_("%(pot)s is in open pots and does not count yet") % {"pot": pot})
    return "\n".join(lines)


def who_pays(session: Session, balances: Balances, addresses: Addresses) -> Iterator[str]:
    """Yields a line per payment, each followed by the payee's shared payment addresses."""
    currency = session.club.currency
    sent = _("%(payer)s has sent %(payee)s %(amount)s, awaiting confirmation")
    for handover in balances.under_way:
        yield sent % _names_and_amount(
            [handover.payer], [handover.payee], handover.amount, currency
        )
    for transfer in balances.plan.transfers:
        payers, payees = transfer.payers or (transfer.payer,), transfer.payees or (transfer.payee,)
        pays = ngettext(
            "%(payer)s pays %(payee)s %(amount)s", "%(payer)s pay %(payee)s %(amount)s", len(payers)
        )
        yield pays % _names_and_amount(payers, payees, transfer.amount, currency)
        shared = [row for row in addresses.get(transfer.payee.pk, ()) if row.sent_along]
        ask = Ask(transfer.payee.name, transfer.amount, currency, str(session))
        yield from (payable.text for payable in payables(shared, ask))


def _names_and_amount(
    payers: Iterable[Player], payees: Iterable[Player], amount: int, currency: str
) -> dict[str, str]:
    payer, payee = (together(player.name for player in ends) for ends in (payers, payees))
    return {"payer": payer, "payee": payee, "amount": currencies.money(amount, currency)}
