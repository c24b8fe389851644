"""The first screen, a club's home, invitations, settings."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import segno
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs import recovery, selectors, services
from scorekeeper.clubs.access import best_membership, club_view
from scorekeeper.clubs.forms import (
    ROLE_HELP,
    ClubForm,
    PlayerNames,
    ShareForm,
    StartForm,
    write_token,
)
from scorekeeper.clubs.models import Club, Membership, Role, ShareLink
from scorekeeper.clubs.phones import again_secret, keys, remember
from scorekeeper.limits import acts
from scorekeeper.limits.spending import check, spend
from scorekeeper.play.models import Game
from scorekeeper.play.start import Started, StartedElsewhere, start_table
from scorekeeper.serving.one_view import read_at_once

PAGE = 20
PREVIEW = re.compile(r"bot\b|crawler|spider|preview|whatsapp|facebookexternalhit|skype", re.I)
"""Machines that look at a link before a person does."""

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
    if data is not None and form.is_valid() & names.is_valid() and _keep(club, form, names):
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


def _keep(club: Club, form: ClubForm, names: PlayerNames) -> bool:
    """All of the settings, or none and an error beside the one that cannot be."""
    try:
        services.update_club(club=club, renamed=names.renamed, **form.cleaned_data)
    except ValidationError as error:
        names.refuse(error.message_dict)
        return False
    return True


# Invitations -------------------------------------------------------------------------------


@club_view(Role.HOST)
def share(request: Any, club: Club) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = ShareForm(data, initial={"night": request.GET.get("night", "")})
    made: dict[str, Any] = {}
    if data is not None and form.is_valid():
        try:
            made = _invitation(request, club, form)
        except ValidationError as error:
            form.add_error(None, error)
    running = selectors.running_nights(club, may_score=True)
    chosen = (form.data if data is not None else form.initial).get("night") or ""
    context = {
        "club": club,
        "form": form,
        "roles": [(role, ROLE_HELP[role]) for role in Role],
        "role": made.get("role") or _role_in(data),
        "nights": running,
        "night": chosen,
        "links": selectors.live_links(club),
        **made,
    }
    return render(request, "clubs/share.html", context)


def _role_in(data: QueryDict | None) -> Role:
    try:
        return Role(int(data.get("role", ""))) if data else Role.VIEWER
    except ValueError:
        return Role.VIEWER


def _invitation(request: Any, club: Club, form: ShareForm) -> dict[str, Any]:
    """Make the link the host asked for, as the page shows it. Raises ValidationError."""
    session = None
    if code := form.cleaned_data["night"]:
        session = club.sessions.filter(code=code).first()
        if session is None:
            raise ValidationError(_("That night is not one of this club."))
    spend(acts.NEW_LINK, request, club=club)
    link, secret = services.create_link(
        club=club,
        role=form.cleaned_data["role"],
        session=session,
        by=request.membership,
        token=write_token(request.POST),
    )
    if link.revoked_at:
        raise ValidationError(_("That link was taken back. Make another."))
    url = request.build_absolute_uri(reverse("clubs:join", args=[secret]))
    picture = segno.make(url, error="m").svg_data_uri(border=2, dark="#1c1812", light="#ffffff")
    return {"link": link, "role": Role(link.role), "url": url, "qr": picture}


@require_POST
@club_view(Role.HOST)
def share_revoke(request: Any, club: Club, pk: int) -> HttpResponse:
    services.revoke_link(link=get_object_or_404(ShareLink, pk=pk, club=club))
    return redirect("clubs:share", club.code)


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


@private
@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Trade an invitation for a place; the address forgets the token at once."""
    if _only_looking(request):
        return _preview(request, token)
    with transaction.atomic():
        membership = _place(request, token)
        if membership is not None:
            remember(request, membership)
    if membership is None:
        return render(request, "clubs/join_not.html", status=404)
    if membership.session:
        return redirect("board:night", membership.session.code)
    running = membership.club.sessions.filter(closed_at__isnull=True).order_by("-pk")[:2]
    if len(running) == 1:
        return redirect("board:night", running[0].code)
    return redirect("clubs:home", membership.club.code)


def _place(request: HttpRequest, token: str) -> Membership | None:
    """This browser's place by this invitation: the one it has, if that allows as much."""
    check(acts.MISSED_LINK, request)
    link = services.link_of(token)
    if link is None:
        spend(acts.MISSED_LINK, request)
        return None
    has = best_membership(request, link.club, link.session)
    if has and has.role >= link.role and has.session_id in (None, link.session_id):
        return has
    spend(acts.JOIN, request, club=link.club, link=link)
    return services.redeem_link(token=token, held=keys(request))


def _only_looking(request: HttpRequest) -> bool:
    purpose = request.headers.get("Sec-Purpose", "") + request.headers.get("Purpose", "")
    agent = request.headers.get("User-Agent", "")
    return request.method == "HEAD" or "prefetch" in purpose or bool(PREVIEW.search(agent))


def _preview(request: HttpRequest, token: str) -> HttpResponse:
    if services.link_of(token) is None:
        return render(request, "clubs/join_not.html", status=404)
    return render(request, "clubs/join_preview.html")
