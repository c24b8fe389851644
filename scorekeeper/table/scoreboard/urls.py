from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.table.scoreboard import views

app_name = "scoreboard"
urlpatterns = [
    path("sessions/<str:code>/newer/", views.newer, name="newer"),
    path("sessions/<str:code>/", views.session, name="session"),
    path("sessions/<str:code>/tv/", views.tv, name="tv"),
    path("sessions/<str:code>/money/", views.money, name="money"),
    path(f"{HAND_PATH}/", views.hand, name="hand"),
    path("sessions/<str:code>/players/<int:pk>/", views.player, name="player"),
]
