"""The season: who is ahead over many nights, and how it came about."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.keepers import has_own
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.standings import selectors, services
from scorekeeper.standings.chart import Chart, Track, chart
from scorekeeper.standings.forms import SeasonForm
from scorekeeper.standings.models import Season
from scorekeeper.standings.player import games_of, nights_of, read_night, seasons_of
from scorekeeper.variants import VARIANTS
from scorekeeper.wording.currencies import day

ALL_TIME = "all"
PAGE = 20
"""Nights of one player."""


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def table(request: ClubRequest, club: Club) -> HttpResponse:
    mark = selectors.mark(club)
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    listed = list(selectors.seasons(club))
    season = _season(request.GET.get("season", ""), listed)
    variant = _variant(request.GET.get("variant", ""))
    ranks = selectors.season_table(club, season, variant)
    lines = selectors.season_lines(club, season, variant, ranks=ranks)
    return render(
        request,
        "standings/_table.html" if request.htmx else "standings/table.html",
        {
            "club": club,
            "mark": mark,
            "seasons": listed,
            "season": season,
            "variants": [(key, VARIANTS[key].name) for key in _known(club)],
            "variant": variant,
            "ranks": ranks,
            "moves_money": any(rank.net for rank in ranks),
            "lines": lines,
            "chart": _chart(lines, club),
        },
    )


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def player(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Where a player's name leads: his games and his nights in this club."""
    found = get_object_or_404(Player, pk=pk, club=club)
    parts = games_of(found)
    page = Paginator(nights_of(found), PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "standings/player.html",
        {
            "club": club,
            "player": found,
            "games": [(_title(part.variant), part) for part in parts],
            "won": sum(part.won for part in parts),
            "played": sum(part.played for part in parts),
            "money": sum(part.money for part in parts),
            "moves_money": any(part.money for part in parts),
            "page": page,
            "nights": [read_night(row) for row in page],
            "seasons": seasons_of(found),
            "has_own": request.role == Role.HOST and has_own(found),
        },
    )


def _title(variant: str) -> str:
    rules = VARIANTS.get(variant)
    return rules.name if rules else variant


def _chart(told: selectors.Courses, club: Club) -> Chart | None:
    """From nothing before the first night."""
    if not told.nights:
        return None
    ends = (day(told.nights[0]), day(told.nights[-1]))
    words = _(
        "Running totals of the players, night by night; the same numbers are in the table below."
    )
    tracks = [Track(line.name, (0, *line.totals)) for line in told.lines]
    return chart(tracks, words, *ends, club.currency)


def _known(club: Club) -> list[str]:
    return [key for key in selectors.variants_played(club) if key in VARIANTS]


def _season(told: str, listed: list[Season]) -> Season | None:
    """The season asked for; the one today is in, if none was; None for all time."""
    if not told:
        return selectors.season_on(listed, timezone.localdate())
    if told == ALL_TIME:
        return None
    found = [season for season in listed if str(season.pk) == told]
    if not found:
        raise Http404
    return found[0]


def _variant(told: str) -> str | None:
    if told and told not in VARIANTS:
        raise Http404
    return told or None


@require_http_methods(["GET", "POST"])
@club_view(Role.HOST)
def season_new(request: ClubRequest, club: Club) -> HttpResponse:
    first = {"starts": timezone.localdate()}
    form = SeasonForm(request.POST or None, club=club, initial=first)
    if request.method == "POST" and form.is_valid():
        spend(acts.NEW_SEASON, request, club=club)
        season = services.create_season(club=club, **form.cleaned_data)
        return redirect(f"{reverse('standings:table', args=[club.code])}?season={season.pk}")
    status = 400 if form.is_bound else 200
    return render(request, "standings/season_new.html", {"club": club, "form": form}, status=status)
