"""Every part names its own full paths; here they are only put together."""

from django.urls import include, path

from scorekeeper.health.views import health

PARTS = ("clubs", "play", "capture", "board", "ledger", "standings", "statements")

urlpatterns = [path("health/", health, name="health")]
for part in PARTS:  # FIXME: plain includes as soon as every part has its urls
    try:
        urlpatterns.append(path("", include(f"scorekeeper.{part}.urls")))  # type: ignore[arg-type]
    except ImportError:
        continue
