from django.urls import path

from scorekeeper.table.starting import end_views, seat_views, views

app_name = "starting"
urlpatterns = [
    path("clubs/<str:code>/nights/new/", views.night_new, name="night_new"),
    path("nights/<str:code>/games/new/", views.game_new, name="game_new"),
    path("nights/<str:code>/games/<int:number>/close/", end_views.game_close, name="game_close"),
    path("nights/<str:code>/games/<int:number>/again/", end_views.game_again, name="game_again"),
    path("nights/<str:code>/games/<int:number>/rules/", views.game_rules, name="game_rules"),
    path("nights/<str:code>/games/<int:number>/table-card/", views.table_card, name="table_card"),
    path("nights/<str:code>/games/<int:number>/seats/", seat_views.seats, name="seats"),
    path("nights/<str:code>/close/", views.night_close, name="night_close"),
    path("nights/<str:code>/reopen/", views.night_reopen, name="night_reopen"),
]
