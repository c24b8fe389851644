from django.urls import path

from scorekeeper.clubs import views
from scorekeeper.clubs.devices import views as device_views
from scorekeeper.clubs.invitations import views as invite_views

app_name = "clubs"
urlpatterns = [
    path("join/<str:token>/", invite_views.join, name="join"),
    path("g/<str:code>/settings/", views.club_settings, name="settings"),
    path("g/<str:code>/share/", invite_views.share, name="share"),
    path("g/<str:code>/share/<int:pk>/revoke/", invite_views.share_revoke, name="share_revoke"),
    path("g/<str:code>/activity/", views.activity_list, name="activity"),
    path("sessions/<str:code>/who/", device_views.who, name="who"),
    path("g/<str:code>/who/", device_views.own_device, name="own_device"),
    path("g/<str:code>/devices/", device_views.devices, name="devices"),
    path("g/<str:code>/devices/<int:pk>/", device_views.device, name="device"),
    path("g/<str:code>/devices/<int:pk>/remove/", device_views.device_remove, name="device_remove"),
    path("g/<str:code>/devices/<int:pk>/role/", device_views.device_role, name="device_role"),
    path("g/<str:code>/devices/<int:pk>/player/", device_views.device_player, name="device_player"),
    path("g/<str:code>/recovery/", device_views.recovery_code, name="recovery"),
    path("recover/", device_views.recover, name="recover"),
    path("sessions/<str:code>/invite/", invite_views.session_invite, name="session_invite"),
    path("sessions/<str:code>/screen/", invite_views.session_screen, name="session_screen"),
]
