"""Views of the start page, of a group's home, and of what the operator of the site says."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs import selectors, services
from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.devices import recovery
from scorekeeper.clubs.devices.services import device_digests, remember, repeatable_secret
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.sign_ups import are_closed, closed_message
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import reader
from scorekeeper.core.localization.reader import read_as_club
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.core.server.network import OPERATOR_PAGES, is_address
from scorekeeper.play.sessions import SessionRow, past_sessions, places, running_sessions
from scorekeeper.table.starting.services import StartedSession, start_table
from scorekeeper.website.home.forms import StartForm

PAGE = 20
ONE_EVENING: Final = timedelta(hours=12)


@never_cache
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Shows the start page or the groups; with ``time_zone`` only the games, as they are offered in
    that zone, if they differ from the page's."""
    if "time_zone" in request.GET:
        return _local_games(request, StartForm(request))
    places_ = [] if "new" in request.GET else places(device_digests(request))
    if places_:
        read_as_club(request, places_[0].club.language, money=True)
        return render(request, "website/home/front_again.html", {"places": places_})
    return _start_page(request, StartForm(request))


def _local_games(request: HttpRequest, form: StartForm) -> HttpResponse:
    if form.is_as_at_first:
        return HttpResponse(status=204)
    return render(request, "house_rules/_games.html", {"pick": form.pick})


def _start_page(request: HttpRequest, form: StartForm) -> HttpResponse:
    if are_closed():
        closed = {"closed": closed_message()}
        return render(request, "website/home/closed.html", closed)
    return render(request, "website/home/front.html", {"form": form})


def start(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("home:front")
    form = StartForm(request, request.POST)
    if not form.is_valid():
        return _start_page(request, form)
    spend(acts.NEW_CLUB, request)
    try:
        started = _start_table(request, form)
    except OtherwiseError:
        return render(request, "website/home/started.html", status=409)
    if started.game is None:
        return redirect(_rules_address(started, form))
    return redirect("entry:hand_new", started.session.code, started.game.number)


@transaction.atomic
def _start_table(request: HttpRequest, form: StartForm) -> StartedSession:
    """Starts the table with its host's device and a recovery code. Raises OtherwiseError."""
    token = form.cleaned_data["token"]
    secret = repeatable_secret(request, f"start {token}")
    started = start_table(
        names=form.rows.names,
        plan=None if form.starts_later else form.plan,
        currency=form.currency,
        time_zone=form.time_zone,
        token=token,
        digests=[*device_digests(request), services.digest(secret)],
    )
    assert started.membership is not None
    remember(request, started.membership, secret)
    club, seed = started.session.club, repeatable_secret(request, f"recovery {token}")
    if club.recovery_digest is None:
        recovery.replace_code(club=club, seed=seed, by=started.membership)
    recovery.show_code(request, club, seed)
    return started


def _rules_address(started: StartedSession, form: StartForm) -> str:
    """Returns the address of the house rules' page for these players."""
    order = {p.name: p.pk for p in started.session.club.players.all()}
    query = QueryDict(mutable=True)
    query["variant"] = form.pick.variant
    query.setlist("p", [str(order[name]) for name in form.rows.names if name in order])
    query["preset"] = form.pick.preset
    return f"{reverse('starting:game_new', args=[started.session.code])}?{query.urlencode()}"


@never_cache
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Saves in the browser what its reader chose in the menu, a language or the colours of suits,
    and returns to the page."""
    back = request.POST.get("next") or request.headers.get("Referer", "")
    is_here = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    is_here = is_here and back.startswith(("/", "http"))
    response = HttpResponseRedirect(back if is_here else reverse("home:front"))
    if "suits" in request.POST:
        four = request.POST["suits"] == "4"
        reader.remember(response, reader.SUITS_COOKIE, "4" if four else "2")
    else:
        reader.remember_language(response, request.POST.get("language", ""))
    return response


@require_safe
@club_view(Role.VIEWER)
def club_home(request: ClubRequest, club: Club) -> HttpResponse:
    past = Paginator(past_sessions(club), PAGE).get_page(request.GET.get("page"))
    may_score = request.role >= Role.SCORER
    running = running_sessions(club, may_score=may_score)
    return render(
        request,
        "website/home/club_home.html",
        {
            "club": club,
            "running": running,
            "next": next(
                (session for session in running if session.game), next(iter(running), None)
            ),
            "page": past,
            "past": [SessionRow(s, list(s.games.all()), may_score) for s in past],
            "players": selectors.members(club),
            "offers_install": _is_later_evening(request),
        },
    )


def _is_later_evening(request: ClubRequest) -> bool:
    """Whether this device joined the group on an earlier evening."""
    return timezone.now() - request.membership.created_at > ONE_EVENING


# The imprint, and how data is treated ---------------------------------------------------------


@require_safe
def operator_page(request: HttpRequest, page: str) -> HttpResponse:
    """Shows the operator's text, or leads to their own page. 404 where they gave neither."""
    text = getattr(settings, page.upper())
    if not text:
        raise Http404
    if is_address(text):
        return redirect(text)
    context = {"label": OPERATOR_PAGES[page], "text": text}
    return render(request, "website/home/operator_text.html", context)
