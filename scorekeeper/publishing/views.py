"""A season for those who are not in the club: the page of its link, JSON, and a table to embed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.limits import acts
from scorekeeper.limits.spending import check, spend
from scorekeeper.publishing import links
from scorekeeper.publishing.answers import STRANGERS, answered, as_json, mark
from scorekeeper.publishing.models import SeasonLink
from scorekeeper.serving.network import phone_url
from scorekeeper.serving.one_view import one_view
from scorekeeper.standings import words
from scorekeeper.standings.kept import cached_table
from scorekeeper.standings.models import Season
from scorekeeper.standings.page import rows
from scorekeeper.standings.selectors import rules_of, seasons
from scorekeeper.wording.currencies import reader_tag
from scorekeeper.wording.reader import speak

SCHEMA: Final = Path(__file__).with_name("season.schema.json")
FRAMED: Final = (
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
"""Of the table to embed alone: no script, no picture, in anybody's frame."""
HEIGHT: Final = 480
STYLES: Final = "css/embed.css"
"""Its address changes with what is in it."""


# For hosts -----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def share(request: ClubRequest, club: Club) -> HttpResponse:
    """Make the link to a season, or with ``back`` take it back; what to do with it."""
    season = _asked(club, request.GET.get("season", "all"))
    if request.method == "POST":
        return _changed(request, club, season)
    link = links.stands(club, season)
    context: dict[str, Any] = {"club": club, "season": season, "link": link, "height": HEIGHT}
    context["unshown"] = links.leads_unshown(club, season)
    if link:
        secret = links.secret_of(link)
        for name in ("season", "embed"):
            path = reverse(f"publishing:{name}", args=[secret])
            context[name + "_url"] = phone_url(request, path) or ""
    return render(request, "publishing/share.html", context)


def _changed(request: ClubRequest, club: Club, season: Season | None) -> HttpResponse:
    if request.POST.get("back"):
        links.take_back(club=club, season=season, by=request.membership)
    else:
        spend(acts.NEW_LINK, request, club=club)
        money = request.POST.get("money") == "1"
        links.make(club=club, season=season, shows_money=money, by=request.membership)
    here = reverse("publishing:share", args=[club.code])
    return redirect(f"{here}?season={season.pk if season else 'all'}")


def _asked(club: Club, told: str) -> Season | None:
    """None for all time."""
    if told == "all":
        return None
    found = [season for season in seasons(club) if str(season.pk) == told]
    if not found:
        raise Http404
    return found[0]


# For strangers -------------------------------------------------------------------------------


def by_link(
    view: Callable[[HttpRequest, SeasonLink], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """For whoever holds a link in force: nothing is asked of cookies, and nothing put there."""

    @wraps(view)
    def shown(request: HttpRequest, token: str) -> HttpResponse:
        check(acts.MISSED_LINK, request)
        with one_view():
            link = links.found(token)
            if link is not None:
                spend(acts.PUBLISHED, request, link=link)
                return view(request, link)
        spend(acts.MISSED_LINK, request)
        raise Http404

    return shown


@require_safe
@by_link
def season(request: HttpRequest, link: SeasonLink) -> HttpResponse:
    """As JSON, for any page of any site: it needs no cookie, and gets none."""
    answer = answered(request, mark(link, "json"), "application/json", lambda: as_json(link))
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Access-Control-Expose-Headers"] = "ETag"
    return answer


@xframe_options_exempt
@require_safe
@by_link
def embed(request: HttpRequest, link: SeasonLink) -> HttpResponse:
    """The table in a frame: in the club's language, with no way on from here."""
    speak(request, link.club.language)
    name = mark(link, "embed", static(STYLES), get_language() or "", reader_tag())
    answer = answered(request, name, "text/html; charset=utf-8", lambda: _drawn(link))
    answer["Content-Security-Policy"] = FRAMED
    answer["Content-Language"] = get_language() or ""
    return answer


def _drawn(link: SeasonLink) -> bytes:
    club, season = link.club, link.season
    table = cached_table(club, season, rules_of(season), STRANGERS).table
    context = {
        "club": club,
        "season": season,
        "rows": rows(table, club.currency, money=link.shows_money),
        "explained": words.explained(table.method),
        "scope": words.scope(table.rules),
        "head": words.called(table.method),
        "shows_figure": link.shows_money or not table.method.counts_money,
        "language": get_language(),
        "styles": static(STYLES),
    }
    return render_to_string("publishing/embed.html", context).encode()


@require_safe
def schema(_request: HttpRequest) -> HttpResponse:
    """What the JSON of a season holds."""
    answer = HttpResponse(_schema(), content_type="application/schema+json")
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cache-Control"] = "public, max-age=86400"
    return answer


@cache
def _schema() -> bytes:
    return SCHEMA.read_bytes()
