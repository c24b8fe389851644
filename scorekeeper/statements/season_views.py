"""Requests the statement of a season, or a player's; shows its progress, and serves the files."""

from __future__ import annotations

from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.database.one_view import read_at_once
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.seasons import services as standings
from scorekeeper.seasons.models import Season
from scorekeeper.statements import selectors, services
from scorekeeper.statements.downloads import file_response, is_id, player_of, sheet_response
from scorekeeper.statements.models import Statement
from scorekeeper.statements.subject import visible_sheets


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
@read_at_once
def season(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=pk, club=club)
    season.club = club
    if request.method == "POST":
        return _ask(request, season)
    context = {
        "club": club,
        "season": season,
        "sheets": selectors.sheets(season),
        "keep_days": services.KEEP_FOR.days,
    }
    return render(request, "statements/season.html", context)


@require_POST
@club_view(Role.VIEWER)
def all_time(request: ClubRequest, club: Club) -> HttpResponse:
    """Redirects to the statements of all sessions, or to one player's."""
    place = reverse("statements:season", args=[club.code, standings.all_time(club).pk])
    player = request.POST.get("player", "")
    return redirect(f"{place}#player-{player}" if is_id(player) else place)


def _ask(request: ClubRequest, season: Season) -> HttpResponse:
    if request.role < Role.SCORER:
        raise PermissionDenied
    statement = services.request_sheet(
        about=season,
        player=player_of(season, request.POST.get("player", "")),
        by=request.membership,
        spend=partial(spend, acts.SHEET, request, club=season.club),
    )
    return sheet_response(request, season, statement)


@require_GET
@club_view(Role.VIEWER)
def season_state(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    statement = _statement(club, pk)
    return sheet_response(request, _about(statement), statement)


@require_POST
@club_view(Role.SCORER)
def season_retry(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    spend(acts.SHEET, request, club=club)
    statement = services.retry(statement=_statement(club, pk))
    return sheet_response(request, _about(statement), statement)


@require_GET
@club_view(Role.VIEWER)
def season_file(_request: HttpRequest, club: Club, pk: int) -> HttpResponseBase:
    statement = _statement(club, pk)
    return file_response(_about(statement), statement, "pdf")


@require_GET
@club_view(Role.VIEWER)
def season_csv(_request: HttpRequest, club: Club, pk: int) -> HttpResponseBase:
    statement = _statement(club, pk)
    return file_response(_about(statement), statement, "csv")


def _statement(club: Club, pk: int) -> Statement:
    statements = visible_sheets().select_related("player", "season__club").filter(season__club=club)
    return get_object_or_404(statements, pk=pk)


def _about(statement: Statement) -> Season:
    assert statement.season is not None
    return statement.season
