"""How what is owed is asked for: the page of one transfer with the payee's addresses, and the text
for the group.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import together
from scorekeeper.settlement.balances import Balances, session_balances
from scorekeeper.settlement.payment_details.kinds import KINDS, Ask, payables
from scorekeeper.settlement.payment_details.services import Addresses, addresses_by_player
from scorekeeper.settlement.payments import Reporter


@require_safe
@session_view(Role.VIEWER, money=True)
def pay(request: ClubRequest, session: Session, payer: int, payee: int) -> HttpResponse:
    reporter = Reporter.from_membership(request.membership)
    is_an_end = reporter.is_one_of(payer, payee)
    if not is_an_end and request.role < Role.HOST:
        raise PermissionDenied
    owed = _transfer_amount(session, payer, payee)
    context: dict[str, Any] = {
        "session": session,
        "payer": get_object_or_404(Player, pk=payer, club=session.club),
        "payee": get_object_or_404(Player, pk=payee, club=session.club),
        "owed": owed,
        "is_payee": reporter.is_one_of(payee),
        "is_payer": reporter.is_one_of(payer),
    }
    if owed:
        currency = session.club.currency
        ask = Ask(context["payee"].name, owed, currency, str(session))
        person = context["payee"].person_pk
        addresses = addresses_by_player([person], sent_along=not is_an_end)[person]
        context["payables"] = payables(addresses, ask)
        context["amount"] = currencies.money(owed, currency)
    return render(request, "settlement/pay.html", context)


def _transfer_amount(session: Session, payer: int, payee: int) -> int:
    """Returns minor units; 0 where no transfer of the plan has these ends."""
    return sum(
        transfer.amount
        for transfer in session_balances(session).plan.transfers
        if (transfer.payer.pk, transfer.payee.pk) == (payer, payee)
    )


def pay_addresses(balances: Balances, session: Session) -> Addresses:
    """Returns the usable addresses in the session's currency, by id of each player still to be
    paid. One query."""
    payees = {transfer.payee for transfer in balances.plan.transfers}
    addresses = addresses_by_player({payee.person_pk for payee in payees})
    usable = {
        payee.pk: [
            row
            for row in addresses.get(payee.person_pk, [])
            if row.kind in KINDS and KINDS[row.kind].takes(session.club.currency)
        ]
        for payee in payees
    }
    return {pk: rows for pk, rows in usable.items() if rows}


# The text for the group ------------------------------------------------------------------------


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
