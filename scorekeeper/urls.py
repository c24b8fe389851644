"""Every part names its own full paths; here they are only put together, the most asked first."""

from django.urls import include, path

from scorekeeper.health.views import health

urlpatterns = [
    path("health/", health, name="health"),
    path("", include("scorekeeper.capture.urls")),
    path("", include("scorekeeper.board.urls")),
    path("", include("scorekeeper.live.urls")),
    path("", include("scorekeeper.along.urls")),
    path("", include("scorekeeper.consent.urls")),
    path("", include("scorekeeper.home.urls")),
    path("", include("scorekeeper.clubs.urls")),
    path("", include("scorekeeper.presets.urls")),
    path("", include("scorekeeper.starting.urls")),
    path("", include("scorekeeper.settling.urls")),
    path("", include("scorekeeper.paying.urls")),
    path("", include("scorekeeper.standings.urls")),
    path("", include("scorekeeper.statements.urls")),
    path("", include("scorekeeper.publishing.urls")),
    path("", include("scorekeeper.rebuilding.urls")),
    path("", include("scorekeeper.mailing.urls")),
    path("", include("scorekeeper.jobs.urls")),
    path("", include("scorekeeper.planning.urls")),
    path("", include("scorekeeper.proving.urls")),
    path("", include("scorekeeper.documents.urls")),
    path("", include("scorekeeper.people.urls")),
    path("", include("scorekeeper.history.urls")),
    path("", include("scorekeeper.rulebook.urls")),
    path("trust/", include("scorekeeper.trust.urls")),
    path("", include("scorekeeper.pocket.serving")),
]
