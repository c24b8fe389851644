"""One transfer to be paid from a device: the payee's addresses with the amount filled in.

For the payer and the payee; a host, who may hold the device for someone without one, sees what may
also appear in the message for the group.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.core.localization import currencies
from scorekeeper.settlement.balances.plan import Balances, session_balances
from scorekeeper.settlement.payment_details.kinds import KINDS, Ask
from scorekeeper.settlement.payment_details.qr_codes import payables
from scorekeeper.settlement.payment_details.selectors import Addresses, addresses_by_player
from scorekeeper.settlement.payments.permissions import Reporter


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


def _transfer_amount(session: Session, payer: int, payee: int) -> int:
    """Returns minor units; 0 where no transfer of the plan has these ends."""
    return sum(
        transfer.amount
        for transfer in session_balances(session).plan.transfers
        if (transfer.payer.pk, transfer.payee.pk) == (payer, payee)
    )
