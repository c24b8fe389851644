from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.table.entry.cards.views import cards_count, show_judge
from scorekeeper.table.entry.edits.removal import game_remove, game_removed, game_restore
from scorekeeper.table.entry.edits.views import hand_amend, hand_insert, hand_restore, hand_void
from scorekeeper.table.entry.overtaken import hand_continue, hand_news
from scorekeeper.table.entry.views import hand_new, slip_show

app_name = "entry"
GAME = "sessions/<str:code>/games/<int:number>"
urlpatterns = [
    path(f"{GAME}/hand/", hand_new, name="hand_new"),
    path(f"{GAME}/hand/slip/", slip_show, name="slip"),
    path(f"{GAME}/hand/cards/", cards_count, name="cards"),
    path(f"{GAME}/hand/show/", show_judge, name="show"),
    path(f"{GAME}/hand/news/", hand_news, name="overtaken"),
    path(f"{GAME}/hand/on/", hand_continue, name="go_on"),
    path(f"{GAME}/remove/", game_remove, name="game_remove"),
    path(f"{GAME}/removed/", game_removed, name="game_removed"),
    path(f"{GAME}/restore/", game_restore, name="game_restore"),
    path(f"{HAND_PATH}/amend/", hand_amend, name="hand_amend"),
    path(f"{HAND_PATH}/before/", hand_insert, name="hand_left_out"),
    path(f"{HAND_PATH}/void/", hand_void, name="hand_void"),
    path(f"{HAND_PATH}/back/", hand_restore, name="hand_back"),
]
