"""Every part names its own full paths; here they are only put together, the most asked first."""

from django.conf import settings
from django.urls import include, path

urlpatterns = [
    path("", include("scorekeeper.table.entry.urls")),
    path("", include("scorekeeper.table.scoreboard.urls")),
    path("", include("scorekeeper.table.live.urls")),
    path("", include("scorekeeper.table.approvals.urls")),
    path("", include("scorekeeper.website.home.urls")),
    path("", include("scorekeeper.clubs.urls")),
    path("", include("scorekeeper.house_rules.urls")),
    path("", include("scorekeeper.table.starting.urls")),
    path("", include("scorekeeper.settlement.urls")),
    path("", include("scorekeeper.settlement.payment_details.urls")),
    path("", include("scorekeeper.seasons.urls")),
    path("", include("scorekeeper.statements.urls")),
    path("", include("scorekeeper.seasons.rebuilds.urls")),
    path("", include("scorekeeper.core.jobs.urls")),
    path("", include("scorekeeper.website.rulebook.urls")),
    path("", include("scorekeeper.website.help.urls")),
    path("trust/", include("scorekeeper.website.certificates.urls")),
    *(path("", include(module)) for module in settings.EXTENSIONS.addresses),
]
