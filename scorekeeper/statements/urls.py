from django.urls import path
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import club_view, session_view
from scorekeeper.clubs.models import Role
from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.statements import views
from scorekeeper.statements.images import season_views
from scorekeeper.statements.images import views as image_views

app_name = "statements"
urlpatterns = [
    path("sessions/<str:code>/statements/", views.statement_list, name="list"),
    path("sessions/<str:code>/statements/all/", views.statement_all, name="all"),
    path("sessions/<str:code>/statements/zip/", views.statement_zip, name="zip"),
    path("g/<str:code>/seasons/<int:pk>/statements/", views.season, name="season"),
    path("g/<str:code>/seasons/all/statements/", views.all_time, name="all_time"),
    *(
        path(f"{place}/statements/<int:pk>/{ending}", method(admit(role)(view)), name=before + name)
        for place, before, admit in (
            ("sessions/<str:code>", "", session_view),
            ("g/<str:code>", "season_", club_view),
        )
        for name, ending, method, role, view in (
            ("state", "", require_GET, Role.VIEWER, views.state),
            ("retry", "retry/", require_POST, Role.SCORER, views.retry),
            ("file", "file/", require_GET, Role.VIEWER, views.pdf),
            ("csv", "csv/", require_GET, Role.VIEWER, views.csv),
        )
    ),
    path(
        "g/<str:code>/standings/image/",
        season_views.season_share,
        name="season_share",
    ),
    path(
        "g/<str:code>/standings/image/png/",
        season_views.season_image,
        name="season_image",
    ),
    path("sessions/<str:code>/image/", image_views.share, name="share_session"),
    path("sessions/<str:code>/image/png/", image_views.image, name="image_session"),
    path("sessions/<str:code>/games/<int:number>/image/", image_views.share, name="share_game"),
    path(
        "sessions/<str:code>/games/<int:number>/image/png/",
        image_views.image,
        name="image_game",
    ),
    path(f"{HAND_PATH}/image/", image_views.share, name="share_hand"),
    path(f"{HAND_PATH}/image/png/", image_views.image, name="image_hand"),
]
