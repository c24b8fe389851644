"""Shares a chart of a season: the image, and a page with its preview."""

from urllib.parse import urlencode

from django.db.models import Q, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.pages.cache import read_alike
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.seasons.views import season_selection
from scorekeeper.statements.files.names import file_name
from scorekeeper.statements.images.rendering import drawn_response, png
from scorekeeper.statements.images.season import CHART_NAMES, ChartKind, SeasonChart, draw_chart
from scorekeeper.statements.images.views import with_money


@require_safe
@club_view(Role.VIEWER)
def season_share(request: ClubRequest, club: Club) -> HttpResponse:
    """The preview, with or without money as on the reader's screen, unless chosen otherwise
    here."""
    chart = _requested_chart(request, club)
    image, drawing = chart.read()
    query = season_selection(request, club).query
    chart_values = {"chart": chart.kind, **({"player": chart.player} if chart.player else {})}
    chart_query = f"{query}&{urlencode(chart_values)}"
    lines = [f"{club.name} · {image.occasion}", image.says, *(drawing.lines if drawing else ())]
    source = reverse("statements:season_image", args=[club.code])
    return render(
        request,
        "statements/season_share.html",
        {
            "club": club,
            "image": image,
            "is_drawn": drawing is not None,
            "chart_query": chart_query,
            "source": f"{source}?{chart_query}&money={int(chart.money)}&v={_version(chart)}",
            "file_name": file_name(_file_name_parts(chart), "png"),
            "text": "\n".join(lines),
            "alt": "; ".join(lines),
            "kinds": [
                (kind, called) for kind, called in CHART_NAMES.items() if kind != ChartKind.BARS
            ],
            "chart": chart.kind,
            "query": query,
            "back": _back_address(chart, query),
        },
    )


@require_safe
@club_view(Role.VIEWER)
def season_image(request: ClubRequest, club: Club) -> HttpResponse:
    """The image as PNG."""
    chart = _requested_chart(request, club)

    def draw() -> bytes:
        return png(draw_chart(*chart.read()))

    return drawn_response(request, _cache_key(chart), draw, _file_name_parts(chart), "png")


def _requested_chart(request: ClubRequest, club: Club) -> SeasonChart:
    kind, player = request.GET.get("chart", ChartKind.RACE), request.GET.get("player", "")
    player_id = whole_number(player)
    if kind not in set(ChartKind) or (player and player_id is None):
        raise Http404
    view, money = season_selection(request, club), with_money(request)
    return SeasonChart(ChartKind(kind), club, view.season, view.rules, player_id, money)


def _version(chart: SeasonChart) -> int:
    """Goes up with everything the chart shows."""
    season = chart.season
    sessions = Session.every.filter(season.days if season else Q(), club=chart.club)
    versions = sessions.aggregate(versions=Sum("version"))["versions"] or 0
    return int(versions) + (season.version if season else 0)


def _cache_key(chart: SeasonChart) -> tuple[object, ...]:
    """Returns everything the image depends on."""
    state = (chart.club.code, chart.season.pk if chart.season else "all", _version(chart))
    options = (chart.kind, chart.player, chart.money, chart.rules.dump(), chart.rules.usual)
    return ("season image", *state, *options, *read_alike())


def _back_address(chart: SeasonChart, query: str) -> str:
    """Returns the address of the chart's page."""
    code = chart.club.code
    if chart.kind is ChartKind.BARS and chart.player:
        return f"{reverse('seasons:course', args=[code, chart.player])}?{query}"
    return f"{reverse('seasons:charts', args=[code])}?{query}"


def _file_name_parts(chart: SeasonChart) -> list[str]:
    """Returns the parts of the file's name."""
    return [chart.club.name, str(chart.season) if chart.season else "", chart.title]
