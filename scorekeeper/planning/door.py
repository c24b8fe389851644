"""For whoever holds a link, without being in the club: the player's own page, and calendars.

To open one changes nothing, for mail programs open what they find. What is said is posted.
"""

from __future__ import annotations

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
from scorekeeper.limits import acts
from scorekeeper.limits.spending import check, spend
from scorekeeper.planning import calendars, links, selectors, services
from scorekeeper.planning.models import LinkFor, PlanLink, Says, Unreminded
from scorekeeper.planning.pages import alarms_told, shown
from scorekeeper.planning.selectors import WhoComes
from scorekeeper.serving.network import phone_url
from scorekeeper.serving.private import private
from scorekeeper.wording.reader import use_club_language

PAGE: Final = 20
"""Nights."""


def _link(request: HttpRequest, secret: str, leads: LinkFor) -> PlanLink | None:
    """Raises TooMuchError for who tries one after the other."""
    check(acts.MISSED_LINK, request)
    link = links.link_of(secret, leads)
    if link is None:
        spend(acts.MISSED_LINK, request)
    return link


@partial(private, referrer="same-origin")
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest, secret: str) -> HttpResponse:
    """What a player says to the nights that are planned."""
    link = _link(request, secret, LinkFor.REPLIES)
    if link is None or link.player is None:
        return render(request, "clubs/join_not.html", status=404)
    use_club_language(request, link.club.language)
    if request.method != "POST":
        return _page(request, link, link.player)
    spend(acts.REPLY, request, link=link)
    try:
        _write(request, link, link.player)
    except services.TooLateError as error:
        return _page(request, link, link.player, str(error), status=409)
    return redirect(f"{request.get_full_path()}#planned-{request.POST.get('planned', '')[:20]}")


def _page(
    request: HttpRequest, link: PlanLink, player: Player, trouble: str = "", status: int = 200
) -> HttpResponse:
    own = links.stands(link.club, player, LinkFor.CALENDAR)
    coming = Paginator(selectors.ahead(link.club), PAGE).get_page(request.GET.get("coming"))
    with timezone.override(link.club.zone):
        context: dict[str, Any] = {
            "club": link.club,
            "player": player,
            "nights": shown(coming, player),
            "coming": coming,
            "reminded": not Unreminded.objects.filter(player=player).exists(),
            "address": phone_url(request, links.path_of(own)) or "" if own else "",
            **alarms_told(request),
            "leads": links.leads(link.club, player, LinkFor.CALENDAR),
            "trouble": trouble,
            "troubled": request.POST.get("planned", ""),
        }
        return render(request, "planning/mine.html", context, status=status)


def _write(request: HttpRequest, link: PlanLink, player: Player) -> None:
    """Raises TooLateError, Http404."""
    told = request.POST.get("act", "")
    if told in ("remind", "quiet"):
        services.remind(player=player, wanted=told == "remind")
    elif told == "calendar":
        links.make(club=link.club, player=player, leads=LinkFor.CALENDAR)
    elif told == "calendar-back":
        links.take_back(club=link.club, player=player, leads=LinkFor.CALENDAR)
    else:
        _reply(request, link, player)


def _reply(request: HttpRequest, link: PlanLink, player: Player) -> None:
    pk, says = request.POST.get("planned", ""), request.POST.get("says", "")
    known = pk.isdecimal() and len(pk) < 19 and says in Says.values
    planned = link.club.planned.filter(pk=int(pk)).first() if known else None
    if planned is None:
        raise Http404
    token = request.POST.get("token", "")[:64] or None
    services.reply(planned=planned, player=player, says=Says(says), token=token)


@require_safe
def feed(request: HttpRequest, secret: str) -> HttpResponse:
    """A calendar, whole; for who has just that 304, and nothing is written."""
    link = _link(request, secret, LinkFor.CALENDAR)
    if link is None:
        raise Http404
    spend(acts.CALENDAR, request, link=link)
    use_club_language(request, link.club.language)
    nights = calendars.nights_of(link)
    alarm = calendars.alarm_of(request.GET.get("alarm", ""))
    etag = f'"{calendars.mark(link, nights, alarm)}"'
    changed = int(calendars.changed(link, nights).timestamp())
    there = get_conditional_response(request, etag=etag, last_modified=changed)
    answer = _calendar(link, nights, alarm) if there is None else there
    answer["ETag"], answer["Last-Modified"] = etag, http_date(changed)
    answer["Cache-Control"] = "private, no-cache"
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _calendar(link: PlanLink, nights: Sequence[WhoComes], alarm: int) -> HttpResponse:
    from scorekeeper.planning.feed import written  # its library takes 0.15 s, and few ask for it

    answer = HttpResponse(written(link, nights, alarm), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="calendar.ics"'
    return answer
