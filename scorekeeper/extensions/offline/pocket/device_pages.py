"""On the device: the additional context of every page, the page about this device, and the messages
for what is not available here."""

import os
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.extensions.offline.pocket import device_app
from scorekeeper.extensions.offline.pocket.device_example import example_of
from scorekeeper.play.sessions import places


def standalone_context(request: HttpRequest) -> dict[str, Any]:
    """Context of the standalone app's pages. Those of an offline session are like the server's, but
    what they save waits here (``is_unsynced``)."""
    place = device_app.place()
    if place.session:
        return {"is_unsynced": True}
    return {
        "on_this_device": True,
        "has_server": place.has_server,
        "example": example_of(request),
        "offline_sessions": place.offline_sessions,
    }


def not_here(request: HttpRequest, **_parts: Any) -> HttpResponse:
    """Answers for pages that the standalone app or an offline session does not have."""
    if device_app.place().session:
        return no_network(request)
    return render(request, "offline/pocket/not_here.html", status=404)


@never_cache
def no_network(request: HttpRequest) -> HttpResponse:
    """The worker's page for what only the server can do."""
    return render(
        request,
        "offline/pocket/no_network.html",
        {"session": device_app.place().session},
        status=503,
    )


@never_cache
@require_safe
def left(request: HttpRequest, session: str) -> HttpResponse:
    """The worker's page for a session that this device may no longer read, while unsynced entries
    of it are still here. ``saved``: whether the user saved them as a file ("yes") or tried to
    remove them before ("no"). ``withdrawn``: it is a table of a tournament, and was withdrawn."""
    saved = request.GET.get("saved")
    context = {
        "session": session,
        "is_saved": saved == "yes",
        "is_early": saved == "no",
        "is_withdrawn": "withdrawn" in request.GET,
    }
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
    place = device_app.place()
    own_clubs = [membership.club for membership in places(device_digests(request))]
    context = {
        "clubs": [club for club in own_clubs if club.code not in place.uploaded_clubs],
        "has_server": place.has_server,
        "release": os.environ.get("POCKET_RELEASE", ""),
    }
    return render(request, "offline/pocket/here.html", context)
