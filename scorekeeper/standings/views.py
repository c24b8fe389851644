"""The season: who is ahead over many nights, and how it came about."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.keepers import has_own
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.selectors import players
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.standings import drawn, kept, selectors, services, words
from scorekeeper.standings.forms import SeasonForm
from scorekeeper.standings.models import Season
from scorekeeper.standings.page import bars, rows, shares
from scorekeeper.standings.player import seasons_of
from scorekeeper.standings.player_drawn import PlayerLook
from scorekeeper.standings.ranking.measures import Measure
from scorekeeper.standings.rivals import rivals
from scorekeeper.standings.rules import SeasonRules, by, only
from scorekeeper.variants import VARIANTS
from scorekeeper.wording.reader import shows_money

ALL_TIME = "all"


@dataclass(frozen=True, slots=True)
class LookedAt:
    """What somebody looks at: a season (None: all time), and of it one game, or another measure
    than its own."""

    listed: list[Season]
    season: Season | None
    variant: str | None
    measure: Measure | None

    @property
    def rules(self) -> SeasonRules:
        own = selectors.rules_of(self.season)
        own = only(self.variant, own) if self.variant else own
        return by(self.measure, own) if self.measure else own

    @property
    def query(self) -> str:
        told = {
            "season": str(self.season.pk) if self.season else ALL_TIME,
            "variant": self.variant or "",
            "by": self.measure or "",
        }
        return urlencode(told)


def looked_at(request: HttpRequest, club: Club) -> LookedAt:
    listed = list(selectors.seasons(club))
    return LookedAt(
        listed,
        _season(request.GET.get("season", ""), listed),
        _variant(request.GET.get("variant", "")),
        _measure(request.GET.get("by", "")),
    )


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def table(request: ClubRequest, club: Club) -> HttpResponse:
    asked = looked_at(request, club)
    mark = selectors.mark(club, asked.listed)
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    money = shows_money(request) is not False
    found = kept.kept_table(club, asked.season, asked.rules)
    shown = drawn.table(found, club, asked.season, asked.query, mark, money=money)
    if request.htmx:
        return HttpResponse(shown)
    return render(
        request,
        "standings/table.html",
        {
            "club": club,
            "seasons": asked.listed,
            "season": asked.season,
            "asked": asked.query,
            "variants": [(key, VARIANTS[key].name) for key in _known(club, asked)],
            "variant": asked.variant,
            "measures": words.MEASURES.items(),
            "by": asked.measure,
            "told": found.table,
            "drawn": shown,
        },
    )


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def charts(request: ClubRequest, club: Club) -> HttpResponse:
    """Who took how much from whom, and on which days the season was played."""
    asked = looked_at(request, club)
    money = shows_money(request) is not False
    found = kept.kept_table(club, asked.season, asked.rules)
    context = {
        "club": club,
        "season": asked.season,
        "asked": asked.query,
        "drawn": drawn.charts(found, club, asked.season, asked.query, money=money),
    }
    return render(request, "standings/charts.html", context)


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def player(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Where a player's name leads: his figures, games and nights in this club, and beside them
    those of another one, if one is asked for."""
    everybody = players(club)
    if known := Player.objects.filter(pk=pk, club=club, person__isnull=False).first():
        return redirect("standings:player", club.code, known.person_pk)
    found = _one_of(everybody, str(pk))
    told = request.GET.get("with", "")
    beside = _one_of(everybody, told) if told not in ("", str(pk)) else None
    money = shows_money(request) is not False
    look = PlayerLook(club, found, beside, _page(request.GET.get("page", "")), money)
    context = {
        "club": club,
        "player": found,
        "names": Player.objects.filter(person=found).order_by("name"),
        "drawn": look.drawn(everybody),
        "seasons": seasons_of(found),
        "has_own": request.role == Role.HOST and has_own(found),
    }
    return render(request, "standings/player.html", context)


def _page(told: str) -> int:
    return int(told) if told.isdecimal() and len(told) < 6 else 1


def _one_of(everybody: list[Player], told: str) -> Player:
    found = [each for each in everybody if str(each.pk) == told]
    if not found:
        raise Http404
    return found[0]


def _known(club: Club, asked: LookedAt) -> list[str]:
    """The games to choose from: those that were played, and that the season counts."""
    own = selectors.rules_of(asked.season)
    played = selectors.variants_played(club)
    return [key for key in played if key in VARIANTS and own.may_count(key)]


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


def _measure(told: str) -> Measure | None:
    if told and told not in set(Measure):
        raise Http404
    return Measure(told) if told else None


def _variant(told: str) -> str | None:
    if told and told not in VARIANTS:
        raise Http404
    return told or None


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def course(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Which nights made somebody's figure in a season, and which of them do not count."""
    asked = looked_at(request, club)
    told = selectors.ranked(club, asked.season, asked.rules)
    money = shows_money(request) is not False
    shown = money or not told.method.counts_money
    found = [r for r in rows(told, club.currency, money=money) if r.rank.player_id == pk]
    if not found:
        raise Http404
    return render(
        request,
        "standings/course.html",
        {
            "club": club,
            "season": asked.season,
            "asked": asked.query,
            "row": found[0],
            "explained": words.explained(told.method),
            "rating": words.sure(found[0].rank.placing),
            "without_money": told.moves_money and not shown,
            "bars": bars(told, found[0].rank, club.currency) if shown else None,
            "shares": shares(told, found[0].rank, club, money=money),
        },
    )


@require_http_methods(["GET", "POST"])
@club_view(Role.HOST)
def season_change(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """The days of a season, and by what it is ranked."""
    season = get_object_or_404(selectors.seasons(club), pk=pk)
    form = SeasonForm(request.POST or None, club=club, season=season)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_season(season=season, **form.told())
            return redirect(f"{reverse('standings:table', args=[club.code])}?season={season.pk}")
        except services.OverlapsError as other:
            form.refuse(other.season)
    status = 400 if form.is_bound else 200
    context = {"club": club, "form": form, "season": season}
    return render(request, "standings/season_form.html", context, status=status)


@require_http_methods(["GET", "POST"])
@club_view(Role.HOST)
def season_new(request: ClubRequest, club: Club) -> HttpResponse:
    form = SeasonForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        spend(acts.NEW_SEASON, request, club=club)
        try:
            season = services.create_season(club=club, **form.told())
            return redirect(f"{reverse('standings:table', args=[club.code])}?season={season.pk}")
        except services.OverlapsError as other:
            form.refuse(other.season)
    status = 400 if form.is_bound else 200
    return render(
        request, "standings/season_form.html", {"club": club, "form": form}, status=status
    )


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def rivals_of(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """A part of the player's page that comes after it, or a page of its own."""
    everybody = {each.pk: each for each in players(club)}
    found = everybody.get(pk)
    if found is None:
        raise Http404
    name = "standings/_rivals.html" if request.htmx else "standings/rivals.html"
    return render(
        request,
        name,
        {
            "club": club,
            "player": found,
            "rivals": rivals(found),
            "money": shows_money(request) is not False,
        },
    )
