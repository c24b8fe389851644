"""A player's partner and rivals: a part of his page that comes after it, or a page of its own."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.selectors import players
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.standings.rivals import rivals
from scorekeeper.wording.reader import shows_money


@require_GET
@club_view(Role.VIEWER)
@read_at_once
def rivals_of(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
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
