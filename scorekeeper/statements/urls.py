from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.statements import season_views, views
from scorekeeper.statements.images import season_views as season_image_views
from scorekeeper.statements.images import views as image_views

app_name = "statements"
urlpatterns = [
    path("sessions/<str:code>/statements/", views.statement_list, name="list"),
    path("sessions/<str:code>/statements/all/", views.statement_all, name="all"),
    path("sessions/<str:code>/statements/zip/", views.statement_zip, name="zip"),
    path("sessions/<str:code>/statements/<int:pk>/", views.statement_state, name="state"),
    path("sessions/<str:code>/statements/<int:pk>/retry/", views.statement_retry, name="retry"),
    path("sessions/<str:code>/statements/<int:pk>/file/", views.statement_file, name="file"),
    path("sessions/<str:code>/statements/<int:pk>/csv/", views.statement_csv, name="csv"),
    path("g/<str:code>/seasons/<int:pk>/statements/", season_views.season, name="season"),
    path("g/<str:code>/seasons/all/statements/", season_views.all_time, name="all_time"),
    *(
        path(f"g/<str:code>/statements/<int:pk>/{ending}", view, name=f"season_{name}")
        for name, ending, view in (
            ("state", "", season_views.season_state),
            ("retry", "retry/", season_views.season_retry),
            ("file", "file/", season_views.season_file),
            ("csv", "csv/", season_views.season_csv),
        )
    ),
    path(
        "g/<str:code>/standings/image/",
        season_image_views.season_share,
        name="season_share",
    ),
    path(
        "g/<str:code>/standings/image/png/",
        season_image_views.season_image,
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
