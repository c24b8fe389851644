"""One transfer to be paid from a phone: the payee's addresses with the amount in them.

Seen by who owes and who is owed; a host, who may hold the phone for somebody without one, sees what
may stand in the text for the group as well.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.paying.kinds import KINDS, Ask
from scorekeeper.paying.selectors import Addresses, addresses_by_player
from scorekeeper.paying.signs import payables
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.settling.standing import Standing, standing
from scorekeeper.settling.voices import Voice
from scorekeeper.wording import currencies


@require_safe
@session_view(Role.VIEWER)
@read_at_once
def pay(request: ClubRequest, session: Session, payer: int, payee: int) -> HttpResponse:
    voice = Voice.of(request.membership)
    concerned = voice.is_one_of(payer, payee)
    if not concerned and request.role < Role.HOST:
        raise PermissionDenied
    owed = _owed(session, payer, payee)
    context: dict[str, Any] = {
        "session": session,
        "payer": get_object_or_404(Player, pk=payer, club=session.club),
        "payee": get_object_or_404(Player, pk=payee, club=session.club),
        "owed": owed,
        "mine": voice.is_one_of(payee),
        "pays": voice.is_one_of(payer),
    }
    if owed:
        currency = session.club.currency
        ask = Ask(context["payee"].name, owed, currency, str(session))
        person = context["payee"].person_pk
        kept = addresses_by_player([person], sent_along=not concerned)[person]
        context["payables"] = payables(kept, ask)
        context["amount"] = currencies.money(owed, currency)
    return render(request, "settling/pay.html", context)


def ways_in_of(stands: Standing, session: Session) -> Addresses:
    """Addresses of those who are still to be paid, that take the night's currency. One query."""
    payees = {transfer.payee for transfer in stands.plan.transfers}
    found = addresses_by_player({payee.person_pk for payee in payees})
    fit = {
        payee.pk: [
            row
            for row in found.get(payee.person_pk, [])
            if row.kind in KINDS and KINDS[row.kind].takes(session.club.currency)
        ]
        for payee in payees
    }
    return {pk: rows for pk, rows in fit.items() if rows}


def _owed(session: Session, payer: int, payee: int) -> int:
    """Minor units; 0 where no transfer of the plan has these ends."""
    return sum(
        transfer.amount
        for transfer in standing(session).plan.transfers
        if (transfer.payer.pk, transfer.payee.pk) == (payer, payee)
    )
