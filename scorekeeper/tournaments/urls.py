from django.urls import path

from scorekeeper.tournaments import views
from scorekeeper.tournaments.hall import views as hall

app_name = "tournaments"
urlpatterns = [
    path("g/<str:code>/tournaments/", views.tournament_list, name="list"),
    path("g/<str:code>/tournaments/new/", views.tournament_new, name="new"),
    path("sessions/<str:code>/tournament/", views.day, name="day"),
    path("sessions/<str:code>/tournament/tables/<int:number>/", hall.table, name="table"),
    path("sessions/<str:code>/tournament/tables/<int:number>/call/", hall.call, name="call"),
    path("sessions/<str:code>/tournament/calls/<int:pk>/", hall.ruling, name="ruling"),
    path("sessions/<str:code>/tournament/more-time/", hall.more_time, name="more_time"),
    path("sessions/<str:code>/tournament/screen/", hall.screen, name="screen"),
    path("sessions/<str:code>/tournament/cards/", hall.cards, name="cards"),
    path("tables/<str:code>/<int:number>/<str:secret>/", hall.card, name="card"),
]
