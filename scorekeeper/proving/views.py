"""The proof of a night: for its players, and for whoever holds the link to it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs import proofs
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.invitations import qr_image
from scorekeeper.clubs.models import Role, Session
from scorekeeper.limits import acts
from scorekeeper.limits.spending import check, spend
from scorekeeper.proving.remembering import proof
from scorekeeper.serving.network import phone_origin, phone_url
from scorekeeper.serving.private import private
from scorekeeper.wording.reader import speak
from scorekeeper.wording.words import in_money


@partial(private, referrer="same-origin")
@require_safe
@session_view(Role.VIEWER)
def night(request: ClubRequest, session: Session) -> HttpResponse:
    """What was checked, and the link for those who are not in the club."""
    link = proofs.find_link(session)
    url = phone_url(request, proofs.link_path(link)) or "" if link else ""
    context = _told(request, session) | {
        "link": link,
        "url": url,
        "qr": qr_image(url) if url else "",
    }
    return render(request, "proving/night.html", context)


@require_POST
@session_view(Role.HOST)
def link(request: ClubRequest, session: Session) -> HttpResponse:
    """Make the link, or with ``back`` take it back."""
    if request.POST.get("back"):
        proofs.revoke_links(session=session, by=request.membership)
    else:
        spend(acts.NEW_LINK, request, club=session.club)
        proofs.make_link(session=session, origin=phone_origin(request), by=request.membership)
    return redirect("proving:night", session.code)


@private
@require_safe
def shown(request: HttpRequest, token: str) -> HttpResponse:
    """The same for whoever holds the link; nothing else of the club."""
    check(acts.MISSED_LINK, request)
    session = proofs.session_for(token)
    if session is None:
        spend(acts.MISSED_LINK, request)
        return render(request, "clubs/join_not.html", status=404)
    speak(request, session.club.language)
    with timezone.override(session.club.zone):
        return render(request, "proving/shown.html", _told(request, session))


def _told(request: HttpRequest, session: Session) -> dict[str, Any]:
    made = proof(request, session)
    currency = session.club.currency
    return {
        "session": session,
        "proof": made,
        "currency": currency,
        "fault": in_money(made.fault, currency) if made.fault is not None else "",
        "seal": [made.seal[place : place + 4] for place in range(0, len(made.seal), 4)],
    }
