from django.urls import path

from scorekeeper.clubs import views

app_name = "clubs"
urlpatterns = [
    path("", views.front, name="front"),
    path("start/", views.start, name="start"),
    path("join/<str:token>/", views.join, name="join"),
    path("clubs/<str:code>/", views.club_home, name="home"),
    path("clubs/<str:code>/settings/", views.club_settings, name="settings"),
    path("clubs/<str:code>/share/", views.share, name="share"),
    path("clubs/<str:code>/share/<int:pk>/revoke/", views.share_revoke, name="share_revoke"),
    path("nights/<str:code>/who/", views.who, name="who"),
]
