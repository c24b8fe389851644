"""Share a chart of a season: the picture, and the page on which it is seen first."""

from __future__ import annotations

import hashlib
from urllib.parse import urlencode

from django.db.models import Q, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scorekeeper import __version__
from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.serving.one_view import one_view, read_at_once
from scorekeeper.standings.views import season_selection
from scorekeeper.statements.naming import disposition, file_name
from scorekeeper.statements.picture_views import with_money
from scorekeeper.statements.picturing import kept_or_drawn, png
from scorekeeper.statements.season_pictures import CALLED, ChartKind, SeasonChart, draw_chart
from scorekeeper.wording.currencies import locale


@require_safe
@club_view(Role.VIEWER)
@read_at_once
def season_share(request: ClubRequest, club: Club) -> HttpResponse:
    """With or without money, as the reader's screen is, until he says otherwise here."""
    chart = _asked_for(request, club)
    picture, drawing = chart.read()
    asked = season_selection(request, club).query
    base = {"chart": chart.kind, **({"player": chart.player} if chart.player else {})}
    told = f"{asked}&{urlencode(base)}"
    lines = [f"{club.name} · {picture.occasion}", picture.says, *(drawing.lines if drawing else ())]
    source = reverse("statements:season_picture", args=[club.code])
    return render(
        request,
        "statements/season_share.html",
        {
            "club": club,
            "picture": picture,
            "drawn": drawing is not None,
            "told": told,
            "source": f"{source}?{told}&money={int(chart.money)}&v={_version(chart)}",
            "file_name": file_name(_parts(chart), "png"),
            "text": "\n".join(lines),
            "alt": "; ".join(lines),
            "kinds": [(kind, called) for kind, called in CALLED.items() if kind != ChartKind.BARS],
            "chart": chart.kind,
            "asked": asked,
            "back": _back(chart, asked),
        },
    )


@require_safe
@club_view(Role.VIEWER)
def season_picture(request: ClubRequest, club: Club) -> HttpResponse:
    """The same as PNG."""
    chart = _asked_for(request, club)

    def draw() -> tuple[str, bytes]:
        with one_view():
            now, read = _kept_as(chart), chart.read()
        return now, png(draw_chart(*read))

    made = kept_or_drawn(request, _kept_as(chart), draw)
    headers = {"Content-Disposition": disposition(_parts(chart), "png")}
    return HttpResponse(made, content_type="image/png", headers=headers)


def _asked_for(request: ClubRequest, club: Club) -> SeasonChart:
    kind, player = request.GET.get("chart", ChartKind.RACE), request.GET.get("player", "")
    if kind not in set(ChartKind) or not (player == "" or player.isdecimal()):
        raise Http404
    asked, whose = season_selection(request, club), int(player) if player else None
    money = with_money(request)
    return SeasonChart(ChartKind(kind), club, asked.season, asked.rules, whose, money)


def _version(chart: SeasonChart) -> int:
    """Goes up with whatever it shows."""
    season = chart.season
    nights = Session.every.filter(season.days if season else Q(), club=chart.club)
    told = nights.aggregate(versions=Sum("version"))["versions"] or 0
    return int(told) + (season.version if season else 0)


def _kept_as(chart: SeasonChart) -> str:
    """Everything a picture depends on."""
    of = (chart.club.code, chart.season.pk if chart.season else "all", _version(chart))
    how = (chart.kind, chart.player, chart.money, chart.rules.dump(), chart.rules.usual)
    told = (__version__, *of, *how, get_language(), locale())
    digest = hashlib.sha256("/".join(map(str, told)).encode()).hexdigest()
    return f"picture/season/{digest}"


def _back(chart: SeasonChart, asked: str) -> str:
    """The page that it is of."""
    code = chart.club.code
    if chart.kind is ChartKind.BARS and chart.player:
        return f"{reverse('standings:course', args=[code, chart.player])}?{asked}"
    return f"{reverse('standings:charts', args=[code])}?{asked}"


def _parts(chart: SeasonChart) -> list[str]:
    """What its file is called after."""
    return [chart.club.name, str(chart.season) if chart.season else "", chart.title]
