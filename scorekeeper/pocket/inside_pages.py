"""On the phone: what every page is told besides, the page about this phone, and the sentence where
something is not to be had here."""

from __future__ import annotations

import os
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs.phones import device_digests
from scorekeeper.play.nights import places
from scorekeeper.pocket import inside


def on_this_phone(_request: HttpRequest) -> dict[str, Any]:
    """Pages of a night that came along are those of its server."""
    at = inside.place()
    return {} if at.night else {"on_this_phone": True, "came_along": at.elsewhere}


def not_here(request: HttpRequest, **_parts: Any) -> HttpResponse:
    """Whatever a phone alone does not do, or one without a network."""
    if inside.place().night:
        return render(
            request, "pocket/no_network.html", {"night": inside.place().night}, status=503
        )
    return render(request, "pocket/not_here.html", status=404)


@never_cache
def no_network(request: HttpRequest) -> HttpResponse:
    """What the worker answers in place of what only the server can do."""
    return render(request, "pocket/no_network.html", {"night": inside.place().night}, status=503)


@never_cache
@require_safe
def left(request: HttpRequest, night: str) -> HttpResponse:
    """What the worker answers in place of a night that this phone may not see any more, while
    something that was written in it is still here. ``saved``: whether it is in a file, where its
    holder says so; only then it may be taken off the phone."""
    saved = request.GET.get("saved")
    told = {"night": night, "is_saved": saved == "yes", "is_early": saved == "no"}
    return render(request, "pocket/left.html", told, status=404)


@never_cache
def give(_request: HttpRequest) -> HttpResponse:
    """The worker hands a club over, where there is a server; where it cannot, this page again."""
    return redirect("pocket:here")


@never_cache
@require_safe
def full(request: HttpRequest) -> HttpResponse:
    """What the worker answers in place of a write that the phone had no room for."""
    return render(request, "pocket/full.html")


@never_cache
@require_safe
def not_kept(request: HttpRequest) -> HttpResponse:
    """The same, where it is not for want of room."""
    return render(request, "pocket/not_kept.html")


@never_cache
@require_safe
def here(request: HttpRequest) -> HttpResponse:
    """The clubs on this phone, as files to keep or to hand over."""
    own, at = [place.club for place in places(device_digests(request))], inside.place()
    return render(
        request,
        "pocket/here.html",
        {
            "clubs": [club for club in own if club.code not in at.given],
            "has_server": at.has_server,
            "release": os.environ.get("POCKET_RELEASE", ""),
        },
    )
