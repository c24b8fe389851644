"""Every part names its own full paths; here they are only put together."""

from importlib.util import find_spec

from django.urls import include, path

from scorekeeper.health.views import health

PARTS = ("clubs", "play", "capture", "board", "ledger", "standings", "statements")

urlpatterns = [
    path("health/", health, name="health"),
    *(
        path("", include(f"scorekeeper.{part}.urls"))
        for part in PARTS
        if find_spec(f"scorekeeper.{part}.urls")
    ),
]
