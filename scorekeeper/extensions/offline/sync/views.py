"""Views for offline devices: the snapshot, syncing entries, and resolving conflicts."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.localization.reader import MONEY_COOKIE, SUITS_COOKIE
from scorekeeper.core.requests.outcomes import Done
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.extensions.offline.sync.comparison import compare_hands
from scorekeeper.extensions.offline.sync.conflict_choice import ItemChoice, choose, discard
from scorekeeper.extensions.offline.sync.delivery import (
    NotDeliverableError,
    Result,
    deliver,
    read_item,
    request_key,
)
from scorekeeper.extensions.offline.sync.snapshots.snapshot import etag, snapshot
from scorekeeper.extensions.offline.sync.waiting import outbox_lines
from scorekeeper.extensions.offline.sync.writes import KINDS, UNKNOWN
from scorekeeper.table.live.devices import note_behind

GONE_HEADER: Final = "X-Along"
GONE: Final = (404, 410)
SHARED_COOKIES: Final = (settings.LANGUAGE_COOKIE_NAME, MONEY_COOKIE, SUITS_COOKIE)
"""Cookies with the browser's settings, which pages drawn on the device use too."""
MOST: Final = 9999
LONGEST_MESSAGE: Final = 400


def mark_gone(view: Callable[[HttpRequest, str], HttpResponse]) -> Any:
    """Marks the view's 404 and 410 as the site's own: a proxy may answer so too, and a device
    deletes a session only if the site says so."""

    @wraps(view)
    def marked(request: HttpRequest, code: str) -> HttpResponse:
        try:
            answer = view(request, code)
        except Http404:
            answer = HttpResponse(status=404)
        if answer.status_code in GONE:
            answer[GONE_HEADER] = "gone"
        return answer

    return marked


@mark_gone
@require_safe
@session_view(Role.VIEWER, act=acts.LOOK)
def snapshot_json(request: ClubRequest, session: Session) -> HttpResponse:
    """Sends the session's snapshot for offline use; 304 if the device has it."""
    cookies = {name: request.COOKIES[name] for name in SHARED_COOKIES if name in request.COOKIES}
    session_snapshot = snapshot(request, session)
    cookies[settings.CSRF_COOKIE_NAME] = session_snapshot.head["csrf"]
    text = session_snapshot.to_json(club=session.club.code, name=str(session), cookies=cookies)
    tag = etag(text)
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return HttpResponse(status=304)
    return HttpResponse(text, content_type="application/json", headers={"ETag": tag})


@session_view(Role.VIEWER, act=acts.LOOK)
def offline_page(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows what offline use means; a POST of the device's outbox lists its entries, too."""
    items = []
    if request.method == "POST":
        try:
            items = outbox_lines(session, str(request.POST.get("items", "")))
        except ValueError as error:
            raise BadRequest("what waits is a list") from error
    context = {
        "session": session,
        "items": items,
        "lists_items": request.method == "POST",
        "asking_item": next((item for item in items if item.asks), None),
    }
    return render(request, "offline/sync/here.html", context)


@require_POST
@session_view(Role.VIEWER, act=acts.LOOK)
def deliver_item(request: ClubRequest, session: Session) -> HttpResponse:
    """Syncs one entry of the device's outbox; always answers with JSON."""
    waiting = _count(request, "waiting")
    try:
        result = _deliver(request, session)
    except NotDeliverableError as exc:
        result = exc.result
    remaining = waiting
    if waiting is not None and request.role >= Role.SCORER:
        remaining = max(0, waiting - isinstance(result.outcome, Done))
        note_behind(session=session, by=request.membership, count=remaining)
    return JsonResponse({**result.plain, "version": _version(session), "waiting": remaining})


def _deliver(request: ClubRequest, session: Session) -> Result:
    """Raises NotDeliverableError."""
    choice = str(request.POST.get("choice", ""))
    if choice and choice not in list(ItemChoice):
        raise BadRequest("no such choice")
    try:
        item = read_item(request, session, add_missing=choice != ItemChoice.KEEP)
    except NotDeliverableError as exc:
        if choice != ItemChoice.KEEP or isinstance(exc.result.outcome, Done):
            raise
        return discard(request, session, request_key(request), None)
    if choice:
        return choose(request, session, item, ItemChoice(choice))
    return deliver(request, session, item)


@session_view(Role.VIEWER, act=acts.LOOK)
def compare(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows an offline entry beside the saved one, to choose between them. Read only."""
    if request.method != "POST":  # only the device knows its entries
        return redirect("sync:here", session.code)
    context = {
        "session": session,
        "token": str(request.POST.get("token", "")),
        "message": str(request.POST.get("says", ""))[:LONGEST_MESSAGE],
        "later": _count(request, "later") or 0,
    }
    try:
        item = read_item(request, session)
    except NotDeliverableError as exc:
        context["message"] = exc.result.outcome.message
        return render(request, "offline/sync/compare.html", context | {"kind": _(UNKNOWN)})
    hands = compare_hands(session, item)
    context |= {"token": context["token"] or item.token, "kind": _(KINDS[item.aim.name])}
    if hands is not None:
        context |= {"both": hands, "hand": hands.hand, "rows": hands.rows, "table": hands.table}
        context |= {"mine_at": hands.entered_at, "hands_after": hands.hands_after}
    return render(request, "offline/sync/compare.html", context)


@session_view(Role.VIEWER, act=acts.LOOK)
def answered_by_device(_request: ClubRequest, session: Session) -> HttpResponse:
    """The device itself answers these while offline use is on; otherwise there is nothing to do."""
    return redirect("scoreboard:session", session.code)


def _count(request: HttpRequest, name: str) -> int | None:
    number = whole_number(request.POST.get(name, ""), digits=8)
    return None if number is None else min(number, MOST)


def _version(session: Session) -> int:
    return Session.objects.values_list("version", flat=True).get(pk=session.pk)
