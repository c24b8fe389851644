"""On the device: pages that need more than the snapshot of an offline session.

Drawn from a part they would look right and be wrong. So pages about all sessions of the club say
that they need a network; and so do standings of a season too long for the snapshot.
"""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.offline.pocket import device_app
from scorekeeper.extensions.offline.pocket.device_pages import no_network
from scorekeeper.extensions.offline.sync.snapshots.other_sessions import STANDINGS
from scorekeeper.seasons.views import season_selection

PAID_TO: Final = r"(payment-details|paid-to)/"
BEYOND: Final = re.compile(
    rf"/g/\w+/(standings/.+|players/.*|{PAID_TO})"  # of all sessions, and of one's own details
    rf"|/sessions/\w+/(settle/(carry-over|along)/|proof/.*|{PAID_TO})"
)
SEASON: Final = re.compile(r"/g/\w+/standings/")


def within_reach(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        place = device_app.place()
        if not place.session:
            return get_response(request)
        if BEYOND.fullmatch(request.path_info):
            return no_network(request)
        if SEASON.fullmatch(request.path_info):
            if STANDINGS in place.device_state.lacks:
                return render(
                    request,
                    "offline/pocket/long_season.html",
                    {"session": place.session},
                    status=503,
                )
            if not _has_season(request, place.session):
                return no_network(request)
        return get_response(request)

    return answer


def _has_season(request: HttpRequest, code: str) -> bool:
    """Whether the snapshot has the requested season: one that contains the session, or all time if
    there is none."""
    session = Session.objects.select_related("club").filter(code=code).first()
    if session is None:
        return False
    selection = season_selection(request, session.club)
    seasons_of_session = [
        season
        for season in selection.listed
        if season.starts
        and season.starts <= session.played_on <= (season.ends or session.played_on)
    ]
    if seasons_of_session:
        return selection.season in seasons_of_session
    return selection.season is None
