from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.table.entry.edits.views import (
    game_delete,
    game_deleted,
    game_restore,
    game_resume,
    hand_delete,
    hand_edit,
    hand_insert,
    hand_restore,
)
from scorekeeper.table.entry.views import (
    cards_count,
    hand_continue,
    hand_new,
    hand_news,
    show_judge,
    slip_show,
)

app_name = "entry"
GAME = "sessions/<str:code>/games/<int:number>"
urlpatterns = [
    path(f"{GAME}/hand/", hand_new, name="hand_new"),
    path(f"{GAME}/hand/slip/", slip_show, name="slip"),
    path(f"{GAME}/hand/cards/", cards_count, name="cards"),
    path(f"{GAME}/hand/show/", show_judge, name="show"),
    path(f"{GAME}/hand/news/", hand_news, name="hand_news"),
    path(f"{GAME}/hand/continue/", hand_continue, name="hand_continue"),
    path(f"{GAME}/delete/", game_delete, name="game_delete"),
    path(f"{GAME}/deleted/", game_deleted, name="game_deleted"),
    path(f"{GAME}/resume/", game_resume, name="game_resume"),
    path(f"{GAME}/restore/", game_restore, name="game_restore"),
    path(f"{HAND_PATH}/edit/", hand_edit, name="hand_edit"),
    path(f"{HAND_PATH}/insert/", hand_insert, name="hand_insert"),
    path(f"{HAND_PATH}/delete/", hand_delete, name="hand_delete"),
    path(f"{HAND_PATH}/restore/", hand_restore, name="hand_restore"),
]
