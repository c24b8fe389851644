"""Pages for holders of a link, without membership: a player's replies, and calendar feeds.

GET changes nothing, as mail programs open links by themselves.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.models import Player
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend
from scorekeeper.core.localization.reader import read_as_club
from scorekeeper.core.requests.private import private
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import sent_token, whole_number
from scorekeeper.core.server.network import device_url
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.planning import selectors, services
from scorekeeper.extensions.calendar.planning.feeds import access, links
from scorekeeper.extensions.calendar.planning.models import LinkFor, PlanLink, Says, Unreminded
from scorekeeper.extensions.calendar.planning.pages import alarm_context, plan_displays
from scorekeeper.extensions.calendar.planning.selectors import Attendance

PAGE: Final = 20
"""Sessions on a page."""


def _link(request: HttpRequest, secret: str, leads: LinkFor) -> PlanLink | None:
    """Returns the link of the secret. Raises TooMuchError after too many wrong ones."""
    check(acts.MISSED_LINK, request)
    link = links.find_by_secret(secret, leads)
    if link is None:
        spend(acts.MISSED_LINK, request)
    return link


@partial(private, referrer="same-origin")
@require_http_methods(["GET", "HEAD", "POST"])
def player_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Shows a player's replies to scheduled sessions and takes new ones."""
    link = _link(request, secret, LinkFor.REPLIES)
    if link is None or link.player is None:
        return render(request, "clubs/join_not.html", status=404)
    read_as_club(request, link.club.language, money=not link.club.hides_money)
    if request.method != "POST":
        return _render_page(request, link, link.player)
    spend(acts.REPLY, request, link=link)
    try:
        _apply_action(request, link, link.player)
    except Refusal as refusal:
        return _render_page(request, link, link.player, refusal.sentence, status=refusal.status)
    return redirect(f"{request.get_full_path()}#planned-{request.POST.get('planned', '')[:20]}")


def _render_page(
    request: HttpRequest, link: PlanLink, player: Player, message: str = "", status: int = 200
) -> HttpResponse:
    calendar_link = links.find_link(link.club, player, LinkFor.CALENDAR)
    coming = Paginator(selectors.upcoming(link.club), PAGE).get_page(request.GET.get("coming"))
    with timezone.override(link.club.zone):
        context: dict[str, Any] = {
            "club": link.club,
            "player": player,
            "sessions": plan_displays(coming, player),
            "coming": coming,
            "sends_mail": outbox.is_set_up(),
            "reminded": not Unreminded.objects.filter(player=player).exists(),
            "address": device_url(request, links.link_path(calendar_link)) or ""
            if calendar_link
            else "",
            **alarm_context(request),
            "leads": links.link_exists(link.club, player, LinkFor.CALENDAR),
            "error": message,
            "error_at": request.POST.get("planned", ""),
        }
        return render(request, "calendar/planning/mine.html", context, status=status)


def _apply_action(request: HttpRequest, link: PlanLink, player: Player) -> None:
    """Applies the posted action. Raises Refusal, Http404."""
    action = request.POST.get("act", "")
    if action in ("remind", "quiet"):
        services.set_reminders(player=player, is_wanted=action == "remind")
    elif action == "calendar":
        links.make_link(club=link.club, player=player, leads=LinkFor.CALENDAR)
    elif action == "calendar-back":
        links.revoke_links(club=link.club, player=player, leads=LinkFor.CALENDAR)
    else:
        _reply(request, link, player)


def _reply(request: HttpRequest, link: PlanLink, player: Player) -> None:
    pk, says = whole_number(request.POST.get("planned", "")) or 0, request.POST.get("says", "")
    planned = link.club.planned.filter(pk=pk).first() if says in Says.values else None
    if planned is None:
        raise Http404
    token = sent_token(request) or None
    services.save_reply(planned=planned, player=player, says=Says(says), token=token)


@require_safe
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Sends the calendar; 304 if the reader has it."""
    link = _link(request, secret, LinkFor.CALENDAR)
    if link is None:
        raise Http404
    spend(acts.CALENDAR, request, link=link)
    read_as_club(request, link.club.language, money=not link.club.hides_money)
    sessions = access.sessions_for(link)
    alarm = access.parse_alarm(request.GET.get("alarm", ""))
    etag = f'"{access.fingerprint(link, sessions, alarm)}"'
    changed = int(access.last_changed(link, sessions).timestamp())
    not_modified = get_conditional_response(request, etag=etag, last_modified=changed)
    response = _calendar(link, sessions, alarm) if not_modified is None else not_modified
    response["ETag"], response["Last-Modified"] = etag, http_date(changed)
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex"
    return response


def _calendar(link: PlanLink, sessions: Sequence[Attendance], alarm: int) -> HttpResponse:
    from scorekeeper.extensions.calendar.planning.feeds.ical import (
        ical_bytes,  # importing the library takes 0.15 s
    )

    response = HttpResponse(
        ical_bytes(link, sessions, alarm), content_type="text/calendar; charset=utf-8"
    )
    response["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return response
