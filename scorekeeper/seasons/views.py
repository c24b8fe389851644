"""Standings over many sessions, their charts, and a player's page."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.devices.viewer import has_own
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.selectors import players
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.reader import shows_money
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.seasons import selectors, services, table_html, words
from scorekeeper.seasons.forms import SeasonForm
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.page import bars, rows, shares
from scorekeeper.seasons.player.page import PlayerPage
from scorekeeper.seasons.player.rivals import rivals
from scorekeeper.seasons.player.selectors import seasons_of
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.rules import SeasonRules, limited_to, with_measure
from scorekeeper.seasons.table_html import cached_table
from scorekeeper.variants import VARIANTS

ALL_TIME = "all"


@dataclass(frozen=True, slots=True)
class SeasonSelection:
    """The reader's selection: a season (None: all time), and in it a game or another measure."""

    listed: list[Season]
    season: Season | None
    variant: str | None
    measure: Measure | None

    @property
    def rules(self) -> SeasonRules:
        own = selectors.rules_of(self.season)
        own = limited_to(self.variant, own) if self.variant else own
        return with_measure(self.measure, own) if self.measure else own

    @property
    def query(self) -> str:
        params = {
            "season": str(self.season.pk) if self.season else ALL_TIME,
            "variant": self.variant or "",
            "by": self.measure or "",
        }
        return urlencode(params)


def season_selection(request: HttpRequest, club: Club) -> SeasonSelection:
    listed = list(selectors.seasons(club))
    return SeasonSelection(
        listed,
        _season(request.GET.get("season", ""), listed),
        _variant(request.GET.get("variant", "")),
        _measure(request.GET.get("by", "")),
    )


@require_GET
@club_view(Role.VIEWER)
def table(request: ClubRequest, club: Club) -> HttpResponse:
    selection = season_selection(request, club)
    mark = selectors.mark(club, selection.listed)
    if request.htmx and request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    money = shows_money(request) is not False
    cached = cached_table(club, selection.season, selection.rules)
    html = table_html.table(cached, club, selection.season, selection.query, mark, money=money)
    if request.htmx:
        return HttpResponse(html)
    return render(
        request,
        "seasons/table.html",
        {
            "club": club,
            "seasons": selection.listed,
            "season": selection.season,
            "query": selection.query,
            "variants": [(key, VARIANTS[key].name) for key in _selectable_games(club, selection)],
            "variant": selection.variant,
            "measures": words.measures().items(),
            "by": selection.measure,
            "table": cached.table,
            "table_html": html,
        },
    )


@require_GET
@club_view(Role.VIEWER)
def charts(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows head-to-head results, and the days on which the season was played."""
    selection = season_selection(request, club)
    money = shows_money(request) is not False
    cached = cached_table(club, selection.season, selection.rules)
    context = {
        "club": club,
        "season": selection.season,
        "query": selection.query,
        "charts_html": table_html.charts(
            cached, club, selection.season, selection.query, money=money
        ),
    }
    return render(request, "seasons/charts.html", context)


@require_GET
@club_view(Role.VIEWER)
def player(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Shows a player's figures, games and sessions, and those of another player beside them if
    chosen."""
    everybody = players(club)
    if merged := Player.objects.filter(pk=pk, club=club, person__isnull=False).first():
        return redirect("seasons:player", club.code, merged.person_pk)
    chosen = _player_or_404(everybody, str(pk))
    other_pk = request.GET.get("with", "")
    beside = _player_or_404(everybody, other_pk) if other_pk not in ("", str(pk)) else None
    money = shows_money(request) is not False
    page = whole_number(request.GET.get("page", ""), digits=5) or 1
    player_page = PlayerPage(club, chosen, beside, page, money)
    context = {
        "club": club,
        "player": chosen,
        "names": Player.objects.filter(person=chosen).order_by("name"),
        "figures_html": player_page.html(everybody),
        "seasons": seasons_of(chosen),
        "has_own": request.role == Role.HOST and has_own(chosen),
    }
    return render(request, "seasons/player.html", context)


def _player_or_404(everybody: list[Player], pk: str) -> Player:
    for player in everybody:
        if str(player.pk) == pk:
            return player
    raise Http404


def _selectable_games(club: Club, selection: SeasonSelection) -> list[str]:
    """Games to choose from: those that were played and that the season counts."""
    own = selectors.rules_of(selection.season)
    played = selectors.variants_played(club)
    return [key for key in played if key in VARIANTS and own.may_count(key)]


def _season(text: str, listed: list[Season]) -> Season | None:
    """Returns the chosen season, or by default today's; None for all time. Raises Http404."""
    if not text:
        return selectors.season_on(listed, timezone.localdate())
    if text == ALL_TIME:
        return None
    for season in listed:
        if str(season.pk) == text:
            return season
    raise Http404


def _measure(text: str) -> Measure | None:
    if text and text not in set(Measure):
        raise Http404
    measure = Measure(text) if text else None
    return measure if measure in words.measures() else None


def _variant(text: str) -> str | None:
    if text and text not in VARIANTS:
        raise Http404
    return text or None


@require_GET
@club_view(Role.VIEWER)
def course(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Shows which sessions made up a player's figure, and which of them do not count."""
    selection = season_selection(request, club)
    table = selectors.ranked(club, selection.season, selection.rules)
    money = shows_money(request) is not False
    shows_figures = money or not table.method.counts_money
    matching = [r for r in rows(table, club.currency, money=money) if r.rank.player_id == pk]
    if not matching:
        raise Http404
    return render(
        request,
        "seasons/course.html",
        {
            "club": club,
            "season": selection.season,
            "query": selection.query,
            "row": matching[0],
            "explanation": words.explanation(table.method),
            "rating": words.rating_text(matching[0].rank.placing),
            "without_money": table.moves_money and not shows_figures,
            "bars": bars(table, matching[0].rank, club.currency) if shows_figures else None,
            "shares": shares(table, matching[0].rank, club, money=money),
        },
    )


@require_http_methods(["GET", "POST"])
@club_view(Role.HOST)
def season_change(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Edits the days and rules of a season."""
    season = get_object_or_404(selectors.seasons(club), pk=pk)
    form = SeasonForm(request.POST or None, club=club, season=season)
    return _written(
        request, form, lambda: services.change_season(season=season, **form.season_fields())
    )


@require_http_methods(["GET", "POST"])
@club_view(Role.HOST)
def season_new(request: ClubRequest, club: Club) -> HttpResponse:
    form = SeasonForm(request.POST or None, club=club)

    def create() -> Season:
        spend(acts.NEW_SEASON, request, club=club)
        return services.create_season(club=club, **form.season_fields())

    return _written(request, form, create)


def _written(request: ClubRequest, form: SeasonForm, write: Callable[[], Season]) -> HttpResponse:
    """Writes the season of a valid form and leads to its table; else shows the form."""
    if request.method == "POST" and form.is_valid():
        try:
            season = write()
            return redirect(f"{reverse('seasons:table', args=[form.club.code])}?season={season.pk}")
        except Refusal as refusal:
            form.add_error("starts", refusal)
    context = {"club": form.club, "form": form, "season": form.season}
    status = 400 if form.is_bound else 200
    return render(request, "seasons/season_form.html", context, status=status)


@require_GET
@club_view(Role.VIEWER)
def rivals_of(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Shows a player's rivals: as a part of their page, or as a page of its own."""
    chosen = _player_or_404(players(club), str(pk))
    name = "seasons/_rivals.html" if request.htmx else "seasons/rivals.html"
    return render(
        request,
        name,
        {
            "club": club,
            "player": chosen,
            "rivals": rivals(chosen),
            "money": shows_money(request) is not False,
        },
    )
