from django.urls import path

from scorekeeper.tournaments import views

app_name = "tournaments"
urlpatterns = [
    path("g/<str:code>/tournaments/", views.tournament_list, name="list"),
    path("g/<str:code>/tournaments/new/", views.tournament_new, name="new"),
    path("sessions/<str:code>/tournament/", views.day, name="day"),
]
