"""The group's tournaments, setting one up, and the page of its day."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.database.one_view import read_at_once
from scorekeeper.tournaments import selectors
from scorekeeper.tournaments.access import tournament_view
from scorekeeper.tournaments.models import Tournament


@require_safe
@club_view(Role.VIEWER)
def tournament_list(request: ClubRequest, club: Club) -> HttpResponse:
    context = {"club": club, "tournaments": selectors.tournaments(club)}
    return render(request, "tournaments/list.html", context)


@club_view(Role.HOST)
def tournament_new(request: ClubRequest, club: Club) -> HttpResponse:
    return render(request, "tournaments/new.html", {"club": club})


@require_safe
@tournament_view(Role.VIEWER)
@read_at_once
def day(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "entrants": selectors.entrant_rows(tournament),
        "rounds": selectors.published_rounds(tournament),
    }
    return render(request, "tournaments/day.html", context)
