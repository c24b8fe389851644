"""A season for readers who are not members: its link, JSON, and a table to embed."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.invitations.services import secret_of
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.database import one_view
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.currencies import reader_tag
from scorekeeper.core.localization.reader import read_as_club
from scorekeeper.core.server.network import device_url
from scorekeeper.extensions.exchange.public_season import links
from scorekeeper.extensions.exchange.public_season.cache import (
    STRANGERS,
    cached_response,
    mark,
    season_json,
)
from scorekeeper.extensions.exchange.public_season.models import SeasonLink
from scorekeeper.seasons import words
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.page import rows
from scorekeeper.seasons.selectors import rules_of, seasons
from scorekeeper.seasons.table_html import cached_table

SCHEMA: Final = Path(__file__).with_name("season.schema.json")
FRAMED: Final = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
"""For the embedded table only: no script, no image, in any frame."""
HEIGHT: Final = 480
STYLES: Final = "framed/embed.css"
"""Its address changes with its content."""


# For hosts -----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def share(request: ClubRequest, club: Club) -> HttpResponse:
    """Creates the link to a season, or revokes it with ``back``, and shows how to use it."""
    season = _season_or_404(club, request.GET.get("season", "all"))
    if request.method == "POST":
        return _update_link(request, club, season)
    link = links.current_link(club, season)
    context: dict[str, Any] = {"club": club, "season": season, "link": link, "height": HEIGHT}
    context["has_hidden_link"] = links.has_hidden_link(club, season)
    if link:
        secret = secret_of(link)
        for name in ("season", "embed"):
            path = reverse(f"public_season:{name}", args=[secret])
            context[name + "_url"] = device_url(request, path) or ""
    return render(request, "exchange/public_season/share.html", context)


def _update_link(request: ClubRequest, club: Club, season: Season | None) -> HttpResponse:
    if request.POST.get("back"):
        links.revoke_link(club=club, season=season, by=request.membership)
    else:
        spend(acts.NEW_LINK, request, club=club)
        money = request.POST.get("money") == "1"
        links.create_link(club=club, season=season, shows_money=money, by=request.membership)
    address = reverse("public_season:share", args=[club.code])
    return redirect(f"{address}?season={season.pk if season else 'all'}")


def _season_or_404(club: Club, text: str) -> Season | None:
    """Returns the season; None for all time. Raises Http404."""
    if text == "all":
        return None
    for season in seasons(club):
        if str(season.pk) == text:
            return season
    raise Http404


# For strangers -------------------------------------------------------------------------------


def with_link(
    view: Callable[[HttpRequest, SeasonLink], HttpResponseBase],
) -> Callable[[HttpRequest, str], HttpResponseBase]:
    """Decorates views for anyone with a link in force: reads and sets no cookies."""

    @wraps(view)
    def wrapped(request: HttpRequest, token: str) -> HttpResponseBase:
        check(acts.MISSED_LINK, request)
        with one_view():
            link = links.link_by_secret(token)
            if link is not None:
                spend(acts.PUBLISHED, request, link=link)
                if link.club.hides_money:
                    currencies.hide()
                return view(request, link)
        spend(acts.MISSED_LINK, request)
        raise Http404

    return wrapped


@require_safe
@with_link
def season(request: HttpRequest, link: SeasonLink) -> HttpResponseBase:
    """Returns JSON for a page of any site."""
    response = cached_response(
        request, mark(link, "json"), "application/json", lambda: season_json(link)
    )
    response["Access-Control-Allow-Origin"] = "*"
    response["Access-Control-Expose-Headers"] = "ETag"
    return response


@xframe_options_exempt
@require_safe
@with_link
def embed(request: HttpRequest, link: SeasonLink) -> HttpResponseBase:
    """Returns the table for a frame: in the group's language, without links."""
    read_as_club(request, link.club.language, money=not link.club.hides_money)
    name = mark(link, "embed", static(STYLES), get_language() or "", reader_tag())
    response = cached_response(request, name, "text/html; charset=utf-8", lambda: _drawn(link))
    response["Content-Security-Policy"] = FRAMED
    response["Content-Language"] = get_language() or ""
    return response


def _drawn(link: SeasonLink) -> bytes:
    club, season = link.club, link.season
    table = cached_table(club, season, rules_of(season), STRANGERS).table
    context = {
        "club": club,
        "season": season,
        "rows": rows(table, club.currency, money=links.shows_money_now(link)),
        "explanation": words.explanation(table.method),
        "scope": words.scope_name(table.rules),
        "figure_heading": words.figure_name(table.method),
        "shows_figure": links.shows_money_now(link) or not table.method.counts_money,
        "language": get_language(),
        "styles": static(STYLES),
    }
    return render_to_string("exchange/public_season/embed.html", context).encode()


@require_safe
def schema(_request: HttpRequest) -> HttpResponse:
    """Returns the JSON schema of a season."""
    response = HttpResponse(SCHEMA.read_bytes(), content_type="application/schema+json")
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = "public, max-age=86400"
    return response
