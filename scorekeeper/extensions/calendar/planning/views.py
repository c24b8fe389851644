"""Views of a group's calendar, of a scheduled session, and for replies."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import MEMBERS, Club, Player, Role
from scorekeeper.clubs.selectors import members
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import sent_token, whole_number
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.planning import selectors, services
from scorekeeper.extensions.calendar.planning.emails import queue
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Says
from scorekeeper.extensions.calendar.planning.pages import PlanDisplay, plan_displays

PAGE = 20


def get_plan(club: Club, pk: int) -> PlannedSession:
    """Returns the scheduled session. Raises Http404."""
    planned = get_object_or_404(
        PlannedSession.objects.select_related("session", "own"), club=club, pk=pk
    )
    planned.club = club
    return planned


@require_safe
@club_view(Role.VIEWER)
def calendar(request: ClubRequest, club: Club) -> HttpResponse:
    past = Paginator(selectors.past(club), PAGE).get_page(request.GET.get("page"))
    coming = Paginator(selectors.upcoming(club), PAGE).get_page(request.GET.get("coming"))
    reader = request.membership.player
    context = {
        "club": club,
        "ahead": plan_displays(coming, reader),
        "coming": coming,
        "page": past,
        "behind": plan_displays(past, reader),
    }
    return render(request, "calendar/planning/calendar.html", context)


@require_safe
@club_view(Role.VIEWER)
def plan(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return plan_page(request, get_plan(club, pk))


def plan_page(
    request: ClubRequest, planned: PlannedSession, problem: str = "", status: int = 200
) -> HttpResponse:
    """Renders the scheduled session; ``problem``: what failed, if anything."""
    session = PlanDisplay(selectors.plan_attendance(planned), request.membership.player)
    context = {"club": planned.club, "plan": session, "error": problem} | _attendance_context(
        session
    )
    if request.role == Role.HOST:
        context |= _host_context(session)
    return render(request, "calendar/planning/plan.html", context, status=status)


def _attendance_context(session: PlanDisplay) -> dict[str, Any]:
    expected = selectors.expected_members(session.planned.club)
    return {
        "same_day": plan_displays(selectors.same_day(session.planned)),
        "silent": [player for player in expected if session.attendance.reply_of(player) is None],
        "everybody": members(session.planned.club),
        "is_set_up": outbox.is_set_up(),
    }


def _host_context(session: PlanDisplay) -> dict[str, Any]:
    failed = session.planned.letters.filter(state="failed").exclude(error="")
    return {
        "unasked": queue.players_to_ask(session.attendance) if outbox.is_set_up() else [],
        "sent": session.planned.letters.filter(state="sent").count(),
        "failed": failed.select_related("player").order_by("pk"),
    }


@require_POST
@club_view(Role.VIEWER)
def plan_reply(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Saves the reader's reply, or, by a host, any player's."""
    planned = get_plan(club, pk)
    player, answer = _chosen_player(request, club), request.POST.get("says", "")
    if player is None or answer not in Says.values:
        raise Http404
    spend(acts.REPLY, request, link=f"phone {request.membership.pk}")
    try:
        services.save_reply(
            planned=planned,
            player=player,
            says=Says(answer),
            token=sent_token(request) or None,
            by=request.membership,
        )
    except Refusal as refusal:
        return plan_page(request, get_plan(club, pk), refusal.sentence, status=refusal.status)
    return redirect("planning:plan", club.code, pk)


def _chosen_player(request: ClubRequest, club: Club) -> Player | None:
    player_id = request.POST.get("player", "")
    if not player_id:
        return request.membership.player
    if request.role < Role.HOST:
        return None
    chosen = club.players.filter(MEMBERS, pk=whole_number(player_id) or 0)
    return chosen.select_related("club").first()
