"""The first screen, a club's home, settings, what happened there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs import recovery, selectors, services
from scorekeeper.clubs.access import club_view
from scorekeeper.clubs.forms import ClubForm, PlayerNames, StartForm
from scorekeeper.clubs.happenings import newest_first, said
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.phones import again_secret, keys, remember
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.play.models import Game
from scorekeeper.play.start import Started, StartedElsewhere, start_table
from scorekeeper.serving.one_view import read_at_once

PAGE = 20

View = Callable[..., HttpResponse]


# The first screen --------------------------------------------------------------------------


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    places = [] if "new" in request.GET else selectors.places(keys(request))
    if places:
        return render(request, "clubs/front_again.html", {"places": places})
    return _start_page(request, StartForm(request))


def _start_page(request: HttpRequest, form: StartForm) -> HttpResponse:
    return render(request, "clubs/front.html", {"form": form})


def start(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("clubs:front")
    form = StartForm(request, request.POST)
    if request.POST.get("then") == "rows" or not form.is_valid():
        return _start_page(request, form)
    spend(acts.NEW_CLUB, request)
    try:
        started = _started(request, form)
    except StartedElsewhere:
        return render(request, "clubs/started.html", status=409)
    if started.game is None:
        return redirect(_rules_first(started, form))
    return redirect("capture:hand_new", started.session.code, started.game.number)


@transaction.atomic
def _started(request: HttpRequest, form: StartForm) -> Started:
    """The table with its host's phone, and the code to write down. Raises StartedElsewhere."""
    secret = again_secret(request, f"start {form.token}")
    started = start_table(
        names=form.rows.names,
        plan=None if form.later else form.plan,
        currency=form.currency,
        time_zone=form.time_zone,
        token=form.token,
        held=[*keys(request), services.digest(secret)],
    )
    assert started.membership is not None
    remember(request, started.membership, secret)
    club, seed = started.session.club, again_secret(request, f"recovery {form.token}")
    if club.recovery_digest is None:
        recovery.replace_code(club=club, seed=seed, by=started.membership)
    recovery.show_code(request, club, seed)
    return started


def _rules_first(started: Started, form: StartForm) -> str:
    """The page of house rules, with these people in this order."""
    assert form.plan is not None
    order = {p.name: p.pk for p in started.session.club.players.all()}
    query = QueryDict(mutable=True)
    query["variant"] = form.plan.variant
    query.setlist("p", [str(order[name]) for name in form.rows.names if name in order])
    query["preset"] = form.pick.preset
    return f"{reverse('play:game_new', args=[started.session.code])}?{query.urlencode()}"


# A club ------------------------------------------------------------------------------------


@require_safe
@club_view(Role.VIEWER)
@read_at_once
def club_home(request: Any, club: Club) -> HttpResponse:
    past = Paginator(selectors.past_nights(club), PAGE).get_page(request.GET.get("page"))
    may_score = request.role >= Role.SCORER
    return render(
        request,
        "clubs/club_home.html",
        {
            "club": club,
            "running": selectors.running_nights(club, may_score=may_score),
            "page": past,
            "past": [selectors.Night(s, list(s.games.all()), may_score) for s in past],
            "players": selectors.players(club),
        },
    )


@club_view(Role.HOST)
def club_settings(request: Any, club: Club) -> HttpResponse:
    counted = Game.objects.filter(session__club=club).exists()
    data = request.POST if request.method == "POST" else None
    form = ClubForm(club, counted, data)
    names = PlayerNames(selectors.players(club), data)
    if (
        data is not None
        and form.is_valid() & names.is_valid()
        and _keep(request, club, form, names)
    ):
        return redirect(f"{reverse('clubs:settings', args=[club.code])}?kept=1")
    return render(
        request,
        "clubs/club_settings.html",
        {
            "club": club,
            "form": form,
            "names": names,
            "kept": "kept" in request.GET,
            **selectors.listed_phones(club, keys(request)),
        },
    )


def _keep(request: Any, club: Club, form: ClubForm, names: PlayerNames) -> bool:
    """All of the settings, or none and an error beside the one that cannot be."""
    try:
        services.update_club(
            club=club, renamed=names.renamed, by=request.membership, **form.cleaned_data
        )
    except ValidationError as error:
        names.refuse(error.message_dict)
        return False
    return True


# What happened ----------------------------------------------------------------------------


@require_safe
@club_view(Role.VIEWER)
def happened(request: Any, club: Club) -> HttpResponse:
    """Who did what and when, the newest first."""
    page = Paginator(newest_first(club), PAGE).get_page(request.GET.get("page"))
    told = [(each, said(each)) for each in page]
    context = {"club": club, "page": page, "told": told}
    return render(request, "clubs/happened.html", context)


# Phones and secrets -----------------------------------------------------------------------


def private(view: View, referrer: str = "no-referrer") -> View:
    """The address is a secret: it is not told to the next page, nor kept on the way. A page with
    a form of ours says from which site it comes: ``referrer="strict-origin"``."""

    @wraps(view)
    def shielded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"] = referrer
        response["Cache-Control"] = "no-store, private"
        response["X-Robots-Tag"] = "noindex"
        return response

    return shielded
