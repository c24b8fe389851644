"""Take what is still owed along to another night of the club, and take that back."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.serving.one_view import one_view
from scorekeeper.serving.outcomes import Refused, conclude, done
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.settling.carrying import (
    Debt,
    NotThereError,
    carry,
    nights_after,
    nights_before,
    take_back_carry,
)
from scorekeeper.settling.forms import UndoForm
from scorekeeper.settling.models import Carry
from scorekeeper.settling.services import ChangedError
from scorekeeper.settling.standing import standing

EARLIER = 10
LATER = 5
"""As many nights before, and after, are offered."""
LONGEST_TOKEN = 64


@session_view(Role.HOST)
def along(request: ClubRequest, session: Session) -> HttpResponse:
    """From this night to a later one, or from an earlier one to this."""
    if request.method != "POST" or not _of_club(request):
        return _page(request, session)
    source = _night(request, session, "from")
    target = _night(request, session, "to")
    token = request.POST.get("token", "")
    debts = [_debt(told) for told in request.POST.getlist("debt")]
    if session not in (source, target) or not 0 < len(token) <= LONGEST_TOKEN:
        raise Http404
    told = [debt for debt in debts if debt is not None]
    if not told:
        return _page(request, session, _("Tap what is to be taken along."), status=400)
    try:
        carry(
            from_session=source,
            to_session=target,
            debts=told,
            token=token,
            by=request.membership,
        )
    except (ChangedError, OtherwiseError):
        text = _("This had changed already, on another phone perhaps. Below is what is owed now.")
        return _page(request, session, text, status=409)
    except NotThereError:
        text = _("That night is closed, or not a later one. Nothing was taken along.")
        return _page(request, session, text, status=409)
    return done(request, "settling:settle", session.code)


def _of_club(request: ClubRequest) -> bool:
    """Who was let into one night only says nothing of another."""
    return request.membership.session_id is None


def _night(request: ClubRequest, session: Session, name: str) -> Session:
    return get_object_or_404(session.club.sessions, code=request.POST.get(name, ""))


def _debt(told: str) -> Debt | None:
    """``payer-payee-amount``, as the page offers it."""
    parts = told.split("-")
    if len(parts) != 3 or not all(p.isascii() and p.isdecimal() and len(p) < 19 for p in parts):
        return None
    payer, payee, amount = map(int, parts)
    return payer, payee, amount


def _page(
    request: ClubRequest, session: Session, error: str = "", *, status: int = 200
) -> HttpResponse:
    """All of one moment. Of the earlier nights one is looked at: the ``from`` of the address."""
    if request.method == "POST":
        conclude(request, Refused(error))
    of_club = _of_club(request)
    with one_view():
        nights = session.club.sessions.none()
        if of_club and not session.closed_at:
            nights = nights_before(session)  # one long past is asked for by its address
        asked = _asked(request)
        chosen = nights.filter(code=asked).first() if asked else None
        context = {
            "session": session,
            "error": error,
            "of_club": of_club,
            "later": _later(session) if of_club else [],
            "here": standing(session),
            "earlier": list(nights[:EARLIER]),
            "chosen": chosen,
            "there": standing(chosen) if chosen else None,
        }
        return render(request, "settling/along.html", context, status=status)


def _asked(request: ClubRequest) -> str:
    return str((request.POST if request.method == "POST" else request.GET).get("from", ""))


def _later(session: Session) -> list[Session]:
    """The open nights that come next."""
    return list(nights_after(session).filter(closed_at=None)[:LATER])


@require_POST
@session_view(Role.HOST)
def along_back(request: ClubRequest, session: Session) -> HttpResponse:
    found = Carry.objects.select_related("from_session", "to_session")
    made = get_object_or_404(found, pk=UndoForm.number(request.POST))
    if session not in (made.from_session, made.to_session):
        raise Http404
    if not _of_club(request):
        raise PermissionDenied
    take_back_carry(made=made, by=request.membership)
    return done(request, "settling:settle", session.code)
