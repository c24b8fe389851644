"""On the phone: what every page is told besides, the page about this phone, and the sentence where
something is not to be had here."""

from __future__ import annotations

import os
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.clubs.phones import keys
from scorekeeper.play.nights import places


def on_this_phone(_request: HttpRequest) -> dict[str, Any]:
    return {"on_this_phone": True}


def not_here(request: HttpRequest, **_parts: Any) -> HttpResponse:
    """Whatever a phone alone does not do."""
    return render(request, "pocket/not_here.html", status=404)


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
    own = [place.club for place in places(keys(request))]
    return render(
        request,
        "pocket/here.html",
        {"clubs": own, "release": os.environ.get("POCKET_RELEASE", "")},
    )
