"""The proof of a session: for its players, and for anyone with the link."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.invitations.services import qr_image
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend
from scorekeeper.core.localization.reader import read_as_club
from scorekeeper.core.localization.words import in_money
from scorekeeper.core.requests.private import private
from scorekeeper.core.server.network import device_origin, device_url
from scorekeeper.extensions.exchange.proof.cache import proof


@partial(private, referrer="same-origin")
@require_safe
@session_view(Role.VIEWER)
def session(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows what was checked, and the link for those who are not members."""
    link = proof_links.find_link(session)
    url = device_url(request, proof_links.link_path(link)) or "" if link else ""
    context = _proof_context(request, session) | {
        "link": link,
        "url": url,
        "qr": qr_image(url) if url else "",
    }
    return render(request, "exchange/proof/session.html", context)


@require_POST
@session_view(Role.HOST)
def link(request: ClubRequest, session: Session) -> HttpResponse:
    """Creates the link, or revokes it with ``back``."""
    if request.POST.get("back"):
        proof_links.revoke_links(session=session, by=request.membership)
    else:
        spend(acts.NEW_LINK, request, club=session.club)
        proof_links.make_link(session=session, origin=device_origin(request), by=request.membership)
    return redirect("proof:session", session.code)


@private
@require_safe
def proof_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the same to anyone with the link, and nothing else of the group."""
    check(acts.MISSED_LINK, request)
    session = proof_links.session_for(token)
    if session is None:
        spend(acts.MISSED_LINK, request)
        return render(request, "clubs/join_not.html", status=404)
    read_as_club(request, session.club.language, money=not session.club.hides_money)
    with timezone.override(session.club.zone):
        return render(request, "exchange/proof/shown.html", _proof_context(request, session))


def _proof_context(request: HttpRequest, session: Session) -> dict[str, Any]:
    checked = proof(request, session)
    currency = session.club.currency
    return {
        "session": session,
        "proof": checked,
        "currency": currency,
        "fault": in_money(checked.fault, currency) if checked.fault is not None else "",
        "digest": [checked.digest[place : place + 4] for place in range(0, len(checked.digest), 4)],
    }
