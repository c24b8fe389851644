"""On the device: every address of the site. Those of apps left out answer with a message."""

from typing import Any

from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver

from scorekeeper.extensions.offline.pocket import device_pages, device_statement
from scorekeeper.extensions.offline.pocket.device_files import built_json


def build_pattern(row: dict[str, Any]) -> URLResolver | URLPattern:
    """Builds a URL pattern from a row of ``building.addresses``."""
    if "urls" in row:
        return path(row["prefix"], include(row["urls"]))
    if "app" not in row:
        return path(row["prefix"], device_pages.not_here, name=row["name"])
    routes = [path(route, device_pages.not_here, name=name) for route, name in row["routes"]]
    return path(row["prefix"], include((routes, row["app"])))


urlpatterns = [
    path("pocket/", include("scorekeeper.extensions.offline.pocket.urls")),
    path("sessions/<str:code>/statements/", device_statement.statement),
    *(build_pattern(row) for row in built_json("addresses.json")),
]
