from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.statements import season_views, views
from scorekeeper.statements.images import season_views as season_picture_views
from scorekeeper.statements.images import views as picture_views

app_name = "statements"
urlpatterns = [
    path("nights/<str:code>/statements/", views.statement_list, name="list"),
    path("nights/<str:code>/statements/all/", views.statement_all, name="all"),
    path("nights/<str:code>/statements/zip/", views.statement_zip, name="zip"),
    path("nights/<str:code>/statements/<int:pk>/", views.statement_state, name="state"),
    path("nights/<str:code>/statements/<int:pk>/retry/", views.statement_retry, name="retry"),
    path("nights/<str:code>/statements/<int:pk>/file/", views.statement_file, name="file"),
    path("nights/<str:code>/statements/<int:pk>/csv/", views.statement_csv, name="csv"),
    path("clubs/<str:code>/seasons/<int:pk>/statements/", season_views.season, name="season"),
    path("clubs/<str:code>/seasons/all/statements/", season_views.all_time, name="all_time"),
    *(
        path(f"clubs/<str:code>/statements/<int:pk>/{ending}", view, name=f"season_{name}")
        for name, ending, view in (
            ("state", "", season_views.season_state),
            ("retry", "retry/", season_views.season_retry),
            ("file", "file/", season_views.season_file),
            ("csv", "csv/", season_views.season_csv),
        )
    ),
    path(
        "clubs/<str:code>/standings/picture/",
        season_picture_views.season_share,
        name="season_share",
    ),
    path(
        "clubs/<str:code>/standings/picture/png/",
        season_picture_views.season_picture,
        name="season_picture",
    ),
    path("nights/<str:code>/picture/", picture_views.share, name="share_night"),
    path("nights/<str:code>/picture/png/", picture_views.picture, name="picture_night"),
    path("nights/<str:code>/games/<int:number>/picture/", picture_views.share, name="share_game"),
    path(
        "nights/<str:code>/games/<int:number>/picture/png/",
        picture_views.picture,
        name="picture_game",
    ),
    path(f"{HAND_PATH}/picture/", picture_views.share, name="share_hand"),
    path(f"{HAND_PATH}/picture/png/", picture_views.picture, name="picture_hand"),
]
