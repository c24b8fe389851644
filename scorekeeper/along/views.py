"""A night comes along on a phone: what waits there is delivered here, and looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.along.choosing import ItemChoice, choose, drop
from scorekeeper.along.comparing import both
from scorekeeper.along.delivering import Became, NotTakenError, deliver, item_of, key_in
from scorekeeper.along.outbox import listed
from scorekeeper.along.snapshot import etag, snapshot
from scorekeeper.along.writes import KINDS, UNKNOWN
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.limits import acts
from scorekeeper.live.behind import note_behind
from scorekeeper.serving.outcomes import Done
from scorekeeper.wording.reader import MONEY_COOKIE

OWN_WORD: Final = "X-Along"
KEPT_COOKIES: Final = (settings.LANGUAGE_COOKIE_NAME, MONEY_COOKIE)
"""What this browser chose: a page on the phone is drawn by it, too."""
MOST: Final = 9999
LONGEST_SAID: Final = 400


def says_gone(view: Callable[[HttpRequest, str], HttpResponse]) -> Any:
    """What stands in front of the site may say 404 as well, and a phone gives up a night only at
    the site's own word."""

    @wraps(view)
    def asked(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except Http404:
            return HttpResponse(status=404, headers={OWN_WORD: "gone"})

    return asked


@says_gone
@require_safe
@session_view(Role.VIEWER, act=acts.LOOK)
def told(request: ClubRequest, session: Session) -> HttpResponse:
    """The night as it may be seen here, for the phone to go on with; 304 where it has that."""
    cookies = {name: request.COOKIES[name] for name in KEPT_COOKIES if name in request.COOKIES}
    found = snapshot(request, session)
    cookies[settings.CSRF_COOKIE_NAME] = found.head["csrf"]
    text = found.written(club=session.club.code, name=str(session), cookies=cookies)
    tag = etag(text)
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return HttpResponse(status=304)
    return HttpResponse(text, content_type="application/json", headers={"ETag": tag})


@session_view(Role.VIEWER, act=acts.LOOK)
def here(request: ClubRequest, session: Session) -> HttpResponse:
    """What it means to take the night along; with what waits on the phone, where it says so."""
    items = []
    if request.method == "POST":
        try:
            items = listed(session, str(request.POST.get("items", "")))
        except ValueError as error:
            raise BadRequest("what waits is a list") from error
    told = {
        "session": session,
        "items": items,
        "is_told": request.method == "POST",
        "asking": next((item for item in items if item.asks), None),
    }
    return render(request, "along/here.html", told)


@require_POST
@session_view(Role.VIEWER, act=acts.LOOK)
def delivered(request: ClubRequest, session: Session) -> HttpResponse:
    """One thing that waited on the phone; always JSON that says what became of it."""
    waiting = _count(request, "waiting")
    try:
        told = _delivered(request, session)
    except NotTakenError as refused:
        told = refused.told
    left = waiting
    if waiting is not None and request.role >= Role.SCORER:
        left = max(0, waiting - isinstance(told.outcome, Done))
        note_behind(session=session, by=request.membership, count=left)
    return JsonResponse({**told.plain, "version": _version(session), "waiting": left})


def _delivered(request: ClubRequest, session: Session) -> Became:
    """Raises NotTakenError."""
    wanted = str(request.POST.get("choice", ""))
    if wanted and wanted not in list(ItemChoice):
        raise BadRequest("no such choice")
    try:
        item = item_of(request, session, adds=wanted != ItemChoice.KEEP)
    except NotTakenError as refused:
        if wanted != ItemChoice.KEEP or isinstance(refused.told.outcome, Done):
            raise
        return drop(request, session, key_in(request), None)
    if wanted:
        return choose(request, session, item, ItemChoice(wanted))
    return deliver(request, session, item)


@require_POST
@session_view(Role.SCORER)
def behind(request: ClubRequest, session: Session) -> HttpResponse:
    """So much waits on this phone."""
    waiting = _count(request, "waiting")
    if waiting is None:
        raise BadRequest("it is counted")
    note_behind(session=session, by=request.membership, count=waiting)
    return JsonResponse({"version": _version(session)})


@session_view(Role.VIEWER, act=acts.LOOK)
def compare(request: ClubRequest, session: Session) -> HttpResponse:
    """One thing of the phone beside what stands here, to choose. Writes nothing."""
    if request.method != "POST":  # for the phone alone, which knows what waits
        return redirect("along:here", session.code)
    context = {
        "session": session,
        "token": str(request.POST.get("token", "")),
        "says": str(request.POST.get("says", ""))[:LONGEST_SAID],
        "later": _count(request, "later") or 0,
    }
    try:
        item = item_of(request, session)
    except NotTakenError as refused:
        context["says"] = refused.told.outcome.message
        return render(request, "along/compare.html", context | {"kind": _(UNKNOWN)})
    found = both(session, item)
    context |= {"token": context["token"] or item.token, "kind": _(KINDS[item.to.name])}
    if found is not None:
        context |= {"both": found, "hand": found.hand, "rows": found.rows, "table": found.at}
        context |= {"mine_at": found.mine_at, "hands_after": found.hands_after}
    return render(request, "along/compare.html", context)


@session_view(Role.VIEWER, act=acts.LOOK)
def answered_by_phone(_request: ClubRequest, session: Session) -> HttpResponse:
    """What the phone itself answers while it has the night along; else there is nothing to do."""
    return redirect("board:night", session.code)


def _count(request: HttpRequest, name: str) -> int | None:
    told = str(request.POST.get(name, ""))
    return min(int(told), MOST) if told.isdecimal() and len(told) < 9 else None


def _version(session: Session) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=session.pk)
