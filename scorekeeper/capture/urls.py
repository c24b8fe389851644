from django.urls import path

from scorekeeper.capture.card_views import cards_counted, show_judged
from scorekeeper.capture.corrections import hand_amend, hand_back, hand_left_out, hand_void
from scorekeeper.capture.overtaken import go_on, overtaken
from scorekeeper.capture.removal import game_remove, game_removed, game_restore
from scorekeeper.capture.views import hand_new, slip_show
from scorekeeper.play.places import HAND_PATH

app_name = "capture"
GAME = "nights/<str:code>/games/<int:number>"
urlpatterns = [
    path(f"{GAME}/hand/", hand_new, name="hand_new"),
    path(f"{GAME}/hand/slip/", slip_show, name="slip"),
    path(f"{GAME}/hand/cards/", cards_counted, name="cards"),
    path(f"{GAME}/hand/show/", show_judged, name="show"),
    path(f"{GAME}/hand/news/", overtaken, name="overtaken"),
    path(f"{GAME}/hand/on/", go_on, name="go_on"),
    path(f"{GAME}/remove/", game_remove, name="game_remove"),
    path(f"{GAME}/removed/", game_removed, name="game_removed"),
    path(f"{GAME}/restore/", game_restore, name="game_restore"),
    path(f"{HAND_PATH}/amend/", hand_amend, name="hand_amend"),
    path(f"{HAND_PATH}/before/", hand_left_out, name="hand_left_out"),
    path(f"{HAND_PATH}/void/", hand_void, name="hand_void"),
    path(f"{HAND_PATH}/back/", hand_back, name="hand_back"),
]
