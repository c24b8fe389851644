from django.urls import path

from scorekeeper.tournaments import views
from scorekeeper.tournaments.hall import views as hall
from scorekeeper.tournaments.ranking import views as ranking

app_name = "tournaments"
urlpatterns = [
    path("g/<str:code>/tournaments/", views.tournament_list, name="list"),
    path("g/<str:code>/tournaments/new/", views.tournament_new, name="new"),
    path("sessions/<str:code>/tournament/", views.day, name="day"),
    path("sessions/<str:code>/tournament/end/", views.end, name="end"),
    path("sessions/<str:code>/tournament/tables/<int:number>/", hall.table, name="table"),
    path("sessions/<str:code>/tournament/tables/<int:number>/call/", hall.call, name="call"),
    path("sessions/<str:code>/tournament/calls/<int:pk>/", hall.ruling, name="ruling"),
    path("sessions/<str:code>/tournament/more-time/", hall.more_time, name="more_time"),
    path("sessions/<str:code>/tournament/screen/", hall.screen, name="screen"),
    path("sessions/<str:code>/tournament/cards/", hall.cards, name="cards"),
    path("tables/<str:code>/<int:number>/<str:secret>/", hall.card, name="card"),
    path("sessions/<str:code>/tournament/ranking/", ranking.ranking, name="ranking"),
    path("sessions/<str:code>/tournament/ranking.csv", ranking.ranking_file, name="ranking_csv"),
    path("sessions/<str:code>/tournament/results.json", ranking.results_file, name="results_json"),
    path("sessions/<str:code>/tournament/penalties/", ranking.penalties, name="penalties"),
    path(
        "sessions/<str:code>/tournament/penalties/<int:pk>/withdraw/",
        ranking.penalty_withdraw,
        name="penalty_withdraw",
    ),
    path("sessions/<str:code>/tournament/cut/", ranking.cut, name="cut"),
]
