"""Every part names its own full paths; here they are only put together, the most asked first."""

from collections.abc import Callable

from django.http import HttpResponseBase
from django.urls import include, path
from django.views.generic import RedirectView

from scorekeeper.operation.health.views import health
from scorekeeper.operation.metrics.views import metrics


def moved(*, to: str) -> Callable[..., HttpResponseBase]:
    return RedirectView.as_view(url=f"/{to}", permanent=True, query_string=True)


urlpatterns = [
    path("health/", health, name="health"),
    path("metrics", metrics, name="metrics"),
    path("", include("scorekeeper.table.entry.urls")),
    path("", include("scorekeeper.table.scoreboard.urls")),
    path("", include("scorekeeper.table.live.urls")),
    path("", include("scorekeeper.offline.sync.urls")),
    path("", include("scorekeeper.table.approvals.urls")),
    path("", include("scorekeeper.website.home.urls")),
    path("", include("scorekeeper.clubs.urls")),
    path("", include("scorekeeper.house_rules.urls")),
    path("", include("scorekeeper.table.starting.urls")),
    path("", include("scorekeeper.settlement.urls")),
    path("", include("scorekeeper.settlement.payment_details.urls")),
    path("", include("scorekeeper.seasons.urls")),
    path("", include("scorekeeper.statements.urls")),
    path("", include("scorekeeper.exchange.public_season.urls")),
    path("", include("scorekeeper.seasons.rebuilds.urls")),
    path("", include("scorekeeper.calendar.mail.urls")),
    path("", include("scorekeeper.core.jobs.urls")),
    path("", include("scorekeeper.calendar.planning.urls")),
    path("", include("scorekeeper.exchange.proof.urls")),
    path("", include("scorekeeper.exchange.group_file.urls")),
    path("", include("scorekeeper.exchange.people.urls")),
    path("", include("scorekeeper.exchange.spreadsheets.urls")),
    path("", include("scorekeeper.website.rulebook.urls")),
    path("trust/", include("scorekeeper.website.certificates.urls")),
    path("", include("scorekeeper.offline.pocket.serving")),
    path("", include("scorekeeper.operation.admin.urls")),
    # Addresses of before stand on walls and in chats.
    path("nights/<path:rest>", moved(to="sessions/%(rest)s"), name="session_moved"),
    path("clubs/<path:rest>", moved(to="g/%(rest)s"), name="group_moved"),
    path("g/<str:code>/books/", moved(to="g/%(code)s/spreadsheets/"), name="imports_moved"),
    path(
        "g/<str:code>/books/<int:pk>/",
        moved(to="g/%(code)s/spreadsheets/%(pk)s/"),
        name="import_moved",
    ),
    path(
        "sessions/<str:code>/book/",
        moved(to="sessions/%(code)s/spreadsheet/"),
        name="imported_session_moved",
    ),
]
