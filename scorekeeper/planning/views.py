"""The club's calendar, and one night of it: who comes, and what the reader says to it."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.selectors import members
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.mailing import outbox
from scorekeeper.planning import queueing, selectors, services
from scorekeeper.planning.models import PlannedNight, Says
from scorekeeper.planning.pages import NightShown, shown
from scorekeeper.serving.one_view import read_at_once

PAGE = 20


def night_of(club: Club, pk: int) -> PlannedNight:
    """Raises Http404."""
    planned = get_object_or_404(
        PlannedNight.objects.select_related("session", "own"), club=club, pk=pk
    )
    planned.club = club
    return planned


@require_safe
@club_view(Role.VIEWER)
@read_at_once
def calendar(request: ClubRequest, club: Club) -> HttpResponse:
    past = Paginator(selectors.behind(club), PAGE).get_page(request.GET.get("page"))
    coming = Paginator(selectors.ahead(club), PAGE).get_page(request.GET.get("coming"))
    reader = request.membership.player
    context = {
        "club": club,
        "ahead": shown(coming, reader),
        "coming": coming,
        "page": past,
        "behind": shown(past, reader),
    }
    return render(request, "planning/calendar.html", context)


@require_safe
@club_view(Role.VIEWER)
@read_at_once
def plan(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return plan_page(request, night_of(club, pk))


def plan_page(
    request: ClubRequest, planned: PlannedNight, trouble: str = "", status: int = 200
) -> HttpResponse:
    """``trouble``: what could not be done."""
    night = NightShown(selectors.who_comes(planned), request.membership.player)
    context = {"club": planned.club, "night": night, "trouble": trouble} | _around(night)
    if request.role == Role.HOST:
        context |= _for_hosts(night)
    return render(request, "planning/plan.html", context, status=status)


def _around(night: NightShown) -> dict[str, Any]:
    everybody = members(night.planned.club)
    return {
        "same_day": shown(selectors.same_day(night.planned)),
        "silent": [player for player in everybody if night.who.of(player) is None],
        "everybody": everybody,
        "is_set_up": outbox.is_set_up(),
    }


def _for_hosts(night: NightShown) -> dict[str, Any]:
    failed = night.planned.letters.filter(state="failed").exclude(error="")
    return {
        "unasked": queueing.unasked(night.who) if outbox.is_set_up() else [],
        "sent": night.planned.letters.filter(state="sent").count(),
        "failed": failed.select_related("player").order_by("pk"),
    }


@require_POST
@club_view(Role.VIEWER)
def plan_reply(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """The reader's own word; a host's for anybody."""
    planned = night_of(club, pk)
    player, says = _whose(request, club), request.POST.get("says", "")
    if player is None or says not in Says.values:
        raise Http404
    spend(acts.REPLY, request, link=f"phone {request.membership.pk}")
    try:
        services.reply(
            planned=planned,
            player=player,
            says=Says(says),
            token=request.POST.get("token", "")[:64] or None,
            by=request.membership,
        )
    except services.TooLateError as error:
        return plan_page(request, night_of(club, pk), str(error), status=409)
    return redirect("planning:plan", club.code, pk)


def _whose(request: ClubRequest, club: Club) -> Player | None:
    told = request.POST.get("player", "")
    if not told:
        return request.membership.player
    if request.role < Role.HOST or not (told.isdecimal() and len(told) < 19):
        return None
    return Player.objects.select_related("club").filter(club=club, pk=int(told)).first()
