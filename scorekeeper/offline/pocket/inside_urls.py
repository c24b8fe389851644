"""On the phone: every address of the site. Those of rooms left behind answer by a sentence."""

from __future__ import annotations

from typing import Any

from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

from scorekeeper.offline.pocket import inside_pages
from scorekeeper.offline.pocket.inside_files import told


def build_pattern(room: dict[str, Any]) -> URLResolver | URLPattern:
    """Builds a URL pattern from a row of ``building.addresses``."""
    if "urls" in room:
        return path(room["prefix"], include(room["urls"]))
    if "app" not in room:
        return path(room["prefix"], inside_pages.not_here, name=room["name"])
    routes = [path(route, inside_pages.not_here, name=name) for route, name in room["routes"]]
    return path(room["prefix"], include((routes, room["app"])))


urlpatterns = [
    path("pocket/", include("scorekeeper.offline.pocket.urls")),
    *(build_pattern(room) for room in told("addresses.json")),
]
