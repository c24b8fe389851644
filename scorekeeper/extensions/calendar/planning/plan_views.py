"""Hosts' views of scheduled sessions: schedule, edit, cancel, ask by e-mail, start."""

from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.words import new_token
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, sent_token, whole_number
from scorekeeper.core.server.network import device_origin
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.planning import services
from scorekeeper.extensions.calendar.planning.emails import queue
from scorekeeper.extensions.calendar.planning.forms import PlanForm
from scorekeeper.extensions.calendar.planning.games import game_of
from scorekeeper.extensions.calendar.planning.models import PlannedSession
from scorekeeper.extensions.calendar.planning.pages import PlanDisplay
from scorekeeper.extensions.calendar.planning.selectors import plan_attendance
from scorekeeper.extensions.calendar.planning.views import get_plan, plan_page


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def plan_new(request: ClubRequest, club: Club) -> HttpResponse:
    form = PlanForm(club, data=request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _form_page(request, club, form)
    spend(acts.NEW_PLAN, request, club=club)
    planned = services.plan_session(
        club=club,
        details=form.details,
        token=sent_token(request) or new_token(),
        origin=device_origin(request),
        by=request.membership,
    )
    return redirect("planning:plan", club.code, planned.pk)


def _form_page(
    request: ClubRequest, club: Club, form: PlanForm, problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"club": club, "form": form, "planned": form.planned, "error": problem}
    context["zone"] = form.zone.key.replace("_", " ")
    context["version"] = form.planned.version if form.planned else 0
    context["token"] = request.POST.get("token", "")
    if problem and form.planned:
        context["now"] = PlanDisplay(plan_attendance(form.planned))
    return render(
        request, "calendar/planning/plan_form.html", context, status=400 if form.errors else status
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def plan_edit(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    planned = get_plan(club, pk)
    form = PlanForm(club, planned, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _form_page(request, club, form)
    try:
        services.change_plan(
            planned=planned,
            details=form.details,
            version=whole_number(request.POST.get("version", ""), digits=9) or 0,
            origin=device_origin(request),
            by=request.membership,
        )
    except OtherwiseError:
        return _form_page(request, club, form, "changed", status=409)
    except Refusal as refusal:
        return plan_page(request, get_plan(club, pk), refusal.sentence, status=refusal.status)
    except ValidationError as error:
        form.add_error(None, error)
        return _form_page(request, club, form)
    return redirect("planning:plan", club.code, pk)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def plan_cancel(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Cancels the session, or with ``back`` reinstates it."""
    planned = get_plan(club, pk)
    if request.method != "POST":
        context = {"club": club, "plan": PlanDisplay(plan_attendance(planned))}
        context["is_set_up"] = outbox.is_set_up()
        return render(request, "calendar/planning/plan_cancel.html", context)
    try:
        if request.POST.get("back"):
            services.reinstate_plan(planned=planned, by=request.membership)
        else:
            services.cancel_plan(planned=planned, by=request.membership)
    except Refusal as refusal:
        return plan_page(request, get_plan(club, pk), refusal.sentence, status=refusal.status)
    return redirect("planning:plan", club.code, pk)


@require_POST
@club_view(Role.HOST)
def plan_ask(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """E-mails the players who have not replied."""
    queue.ask_players(
        planned=get_plan(club, pk),
        spend=lambda times: spend(acts.MAIL, request, times, club=club),
    )
    return redirect("planning:plan", club.code, pk)


@require_POST
@club_view(Role.HOST)
def plan_start(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Starts the session; its seats and rules are set on the page of a new game."""
    planned = get_plan(club, pk)
    if planned.session is None:
        spend(acts.NEW_SESSION, request, club=club)
    try:
        session = services.open_plan(planned=planned, by=request.membership)
    except Refusal as refusal:
        return plan_page(request, get_plan(club, pk), refusal.sentence, status=refusal.status)
    if session.closed_at or session.games.exists():
        return redirect("scoreboard:session", session.code)
    return redirect(_first_game(session, planned))


def _first_game(session: Session, planned: PlannedSession) -> str:
    """Returns the address for the first game, with the coming players and the planned rules."""
    query, game = QueryDict(mutable=True), game_of(planned)
    query.setlist("p", [str(reply.player.person_pk) for reply in plan_attendance(planned).seated])
    if game is None or not game.variant:
        query["choose"] = "1"
    else:
        query["variant"] = game.variant
        if game.preset is not None:
            query["preset"] = game.preset
    return f"{reverse('starting:game_new', args=[session.code])}?{query.urlencode()}"
