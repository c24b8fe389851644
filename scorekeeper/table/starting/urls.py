from django.urls import path

from scorekeeper.table.starting import seats, views

app_name = "starting"
urlpatterns = [
    path("g/<str:code>/sessions/new/", views.session_new, name="session_new"),
    path("sessions/<str:code>/games/new/", views.game_new, name="game_new"),
    path("sessions/<str:code>/games/<int:number>/close/", views.game_close, name="game_close"),
    path("sessions/<str:code>/games/<int:number>/again/", views.game_again, name="game_again"),
    path("sessions/<str:code>/games/<int:number>/rules/", views.game_rules, name="game_rules"),
    path("sessions/<str:code>/games/<int:number>/table-card/", views.table_card, name="table_card"),
    path("sessions/<str:code>/games/<int:number>/seats/", seats.seats, name="seats"),
    path("sessions/<str:code>/close/", views.session_close, name="session_close"),
    path("sessions/<str:code>/reopen/", views.session_reopen, name="session_reopen"),
]
