"""On the phone: what every page is told besides, the page about this phone, and the sentence where
something is not to be had here."""

from __future__ import annotations

import os
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.offline.pocket import inside
from scorekeeper.play.sessions import places


def on_this_phone(_request: HttpRequest) -> dict[str, Any]:
    """Context of the standalone app's pages; those of an offline session are like the server's."""
    whereabouts = inside.place()
    return (
        {} if whereabouts.session else {"on_this_phone": True, "came_along": whereabouts.elsewhere}
    )


def not_here(request: HttpRequest, **_parts: Any) -> HttpResponse:
    """Answers for pages that the standalone app or an offline session does not have."""
    if inside.place().session:
        return render(
            request,
            "offline/pocket/no_network.html",
            {"session": inside.place().session},
            status=503,
        )
    return render(request, "offline/pocket/not_here.html", status=404)


@never_cache
def no_network(request: HttpRequest) -> HttpResponse:
    """The worker's page for what only the server can do."""
    return render(
        request, "offline/pocket/no_network.html", {"session": inside.place().session}, status=503
    )


@never_cache
@require_safe
def left(request: HttpRequest, session: str) -> HttpResponse:
    """What the worker answers in place of a session that this phone may not see any more, while
    something that was written in it is still here. ``saved``: whether it is in a file, where its
    holder says so; only then it may be taken off the phone."""
    saved = request.GET.get("saved")
    context = {"session": session, "is_saved": saved == "yes", "is_early": saved == "no"}
    return render(request, "offline/pocket/left.html", context, status=404)


@never_cache
def give(_request: HttpRequest) -> HttpResponse:
    """Address at which the worker uploads a club; without a server it shows the device's page."""
    return redirect("pocket:here")


@never_cache
@require_safe
def full(request: HttpRequest) -> HttpResponse:
    """The worker's page for a write without space on the device."""
    return render(request, "offline/pocket/full.html")


@never_cache
@require_safe
def not_kept(request: HttpRequest) -> HttpResponse:
    """The worker's page for a write that failed otherwise."""
    return render(request, "offline/pocket/not_kept.html")


@never_cache
@require_safe
def here(request: HttpRequest) -> HttpResponse:
    """Shows the clubs on this device, to export or upload."""
    own_clubs, whereabouts = (
        [place.club for place in places(device_digests(request))],
        inside.place(),
    )
    return render(
        request,
        "offline/pocket/here.html",
        {
            "clubs": [club for club in own_clubs if club.code not in whereabouts.given],
            "has_server": whereabouts.has_server,
            "release": os.environ.get("POCKET_RELEASE", ""),
        },
    )
