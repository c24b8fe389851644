from django.urls import path

from scorekeeper.house_rules import views

app_name = "house_rules"
urlpatterns = [
    path("g/<str:code>/rules/", views.preset_list, name="list"),
    path("g/<str:code>/rules/new/", views.preset_new, name="new"),
    path("g/<str:code>/rules/import/", views.preset_import, name="import"),
    path("g/<str:code>/rules/<int:pk>/", views.preset_show, name="show"),
    path("g/<str:code>/rules/<int:pk>/file/", views.preset_file, name="file"),
    path(
        "g/<str:code>/rules/<int:pk>/edit/",
        views.preset_edit,
        name="edit",
    ),
    path(
        "g/<str:code>/rules/<int:pk>/archive/",
        views.preset_archive,
        name="archive",
    ),
    path("g/<str:code>/rules/<int:pk>/share/", views.preset_share, name="share"),
    path(
        "g/<str:code>/rules/links/<int:pk>/revoke/",
        views.preset_unshare,
        name="unshare",
    ),
    path("rules/<str:token>/", views.preset_shared, name="shared"),
    path("rules/<str:token>/file/", views.preset_shared_file, name="shared_file"),
]
