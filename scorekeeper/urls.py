"""Every part names its own full paths; here they are only put together, the most asked first."""

from django.urls import include, path

from scorekeeper.extensions.operation.health.views import health
from scorekeeper.extensions.operation.metrics.views import metrics

urlpatterns = [
    path("health/", health, name="health"),
    path("metrics", metrics, name="metrics"),
    path("", include("scorekeeper.table.entry.urls")),
    path("", include("scorekeeper.table.scoreboard.urls")),
    path("", include("scorekeeper.table.live.urls")),
    path("", include("scorekeeper.extensions.offline.sync.urls")),
    path("", include("scorekeeper.table.approvals.urls")),
    path("", include("scorekeeper.website.home.urls")),
    path("", include("scorekeeper.clubs.urls")),
    path("", include("scorekeeper.house_rules.urls")),
    path("", include("scorekeeper.table.starting.urls")),
    path("", include("scorekeeper.settlement.urls")),
    path("", include("scorekeeper.settlement.payment_details.urls")),
    path("", include("scorekeeper.seasons.urls")),
    path("", include("scorekeeper.statements.urls")),
    path("", include("scorekeeper.extensions.tournaments.urls")),
    path("", include("scorekeeper.extensions.exchange.public_season.urls")),
    path("", include("scorekeeper.seasons.rebuilds.urls")),
    path("", include("scorekeeper.extensions.calendar.mail.urls")),
    path("", include("scorekeeper.core.jobs.urls")),
    path("", include("scorekeeper.extensions.calendar.planning.urls")),
    path("", include("scorekeeper.extensions.exchange.proof.urls")),
    path("", include("scorekeeper.extensions.exchange.group_file.urls")),
    path("", include("scorekeeper.extensions.exchange.people.urls")),
    path("", include("scorekeeper.extensions.exchange.spreadsheets.urls")),
    path("", include("scorekeeper.website.rulebook.urls")),
    path("trust/", include("scorekeeper.website.certificates.urls")),
    path("", include("scorekeeper.extensions.offline.pocket.serving")),
    path("", include("scorekeeper.extensions.operation.admin.urls")),
]
