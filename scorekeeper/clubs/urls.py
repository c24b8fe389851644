from django.urls import path

from scorekeeper.clubs import invite_views, phone_views, preset_views, views

app_name = "clubs"
urlpatterns = [
    path("", views.front, name="front"),
    path("start/", views.start, name="start"),
    path("join/<str:token>/", invite_views.join, name="join"),
    path("clubs/<str:code>/", views.club_home, name="home"),
    path("clubs/<str:code>/settings/", views.club_settings, name="settings"),
    path("clubs/<str:code>/share/", invite_views.share, name="share"),
    path("clubs/<str:code>/share/<int:pk>/revoke/", invite_views.share_revoke, name="share_revoke"),
    path("clubs/<str:code>/happened/", views.happened, name="happened"),
    path("clubs/<str:code>/rules/", preset_views.preset_list, name="presets"),
    path("clubs/<str:code>/rules/new/", preset_views.preset_new, name="preset_new"),
    path("clubs/<str:code>/rules/import/", preset_views.preset_import, name="preset_import"),
    path("clubs/<str:code>/rules/<int:pk>/", preset_views.preset_show, name="preset"),
    path("clubs/<str:code>/rules/<int:pk>/file/", preset_views.preset_file, name="preset_file"),
    path(
        "clubs/<str:code>/rules/<int:pk>/change/",
        preset_views.preset_change,
        name="preset_change",
    ),
    path(
        "clubs/<str:code>/rules/<int:pk>/retire/",
        preset_views.preset_retire,
        name="preset_retire",
    ),
    path("clubs/<str:code>/rules/<int:pk>/share/", preset_views.preset_share, name="preset_share"),
    path(
        "clubs/<str:code>/rules/links/<int:pk>/revoke/",
        preset_views.preset_unshare,
        name="preset_unshare",
    ),
    path("rules/<str:token>/", preset_views.preset_shared, name="preset_shared"),
    path("rules/<str:token>/file/", preset_views.preset_shared_file, name="preset_shared_file"),
    path("nights/<str:code>/who/", phone_views.who, name="who"),
    path("clubs/<str:code>/who/", phone_views.own_phone, name="own_phone"),
    path("clubs/<str:code>/phones/", phone_views.phones, name="phones"),
    path("clubs/<str:code>/phones/<int:pk>/", phone_views.phone, name="phone"),
    path("clubs/<str:code>/phones/<int:pk>/out/", phone_views.phone_out, name="phone_out"),
    path("clubs/<str:code>/phones/<int:pk>/role/", phone_views.phone_role, name="phone_role"),
    path("clubs/<str:code>/recovery/", phone_views.recovery_code, name="recovery"),
    path("recover/", phone_views.recover, name="recover"),
    path("nights/<str:code>/invite/", invite_views.night_invite, name="night_invite"),
    path("nights/<str:code>/screen/", invite_views.night_screen, name="night_screen"),
]
