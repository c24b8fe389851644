"""On the phone: pages of a night's server that need more than what came along with the night.

A page drawn from a part would look right and be wrong. So whatever rests on all nights of the club
says that it needs a network; and so does the table of a season that was too long to come along.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.along.others import STANDINGS
from scorekeeper.clubs.models import Session
from scorekeeper.pocket import inside
from scorekeeper.pocket.inside_pages import no_network
from scorekeeper.standings.views import season_selection

BEYOND: Final = re.compile(
    r"/clubs/\w+/(standings/.+|players/.*|paid-to/)"  # of all nights, and of one's own addresses
    r"|/nights/\w+/(settle/along/|proof/.*|paid-to/)"
)
SEASON: Final = re.compile(r"/clubs/\w+/standings/")


def within_reach(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        at = inside.place()
        if not at.night:
            return get_response(request)
        if BEYOND.fullmatch(request.path_info):
            return no_network(request)
        if SEASON.fullmatch(request.path_info):
            if STANDINGS in at.beside.lacks:
                return render(request, "pocket/long_season.html", {"night": at.night}, status=503)
            if not _came_along(request, at.night):
                return no_network(request)
        return get_response(request)

    return answer


def _came_along(request: HttpRequest, code: str) -> bool:
    """Whether the season that is asked for holds the night: of others there are no results. Where
    no season does, all time came along."""
    night = Session.objects.select_related("club").filter(code=code).first()
    if night is None:
        return False
    asked = season_selection(request, night.club)
    holding = [
        season
        for season in asked.listed
        if season.starts and season.starts <= night.played_on <= (season.ends or night.played_on)
    ]
    return asked.season in holding if holding else asked.season is None
