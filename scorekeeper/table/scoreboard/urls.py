from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.table.scoreboard import views

app_name = "scoreboard"
urlpatterns = [
    path("nights/<str:code>/newer/", views.newer, name="newer"),
    path("nights/<str:code>/", views.night, name="night"),
    path("nights/<str:code>/tv/", views.tv, name="tv"),
    path("nights/<str:code>/money/", views.money, name="money"),
    path(f"{HAND_PATH}/", views.hand, name="hand"),
    path("nights/<str:code>/hands/<int:pk>/", views.hand_by_key, name="hand_by_key"),
    path("nights/<str:code>/players/<int:pk>/", views.player, name="player"),
]
