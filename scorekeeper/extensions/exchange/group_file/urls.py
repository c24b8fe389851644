from django.urls import path

from scorekeeper.extensions.exchange.group_file import views
from scorekeeper.extensions.exchange.group_file.player import views as person_views

app_name = "group_file"
urlpatterns = [
    path("g/<str:code>/document/", views.of_club, name="of_club"),
    path("sessions/<str:code>/document/", views.of_session, name="of_session"),
    path("g/<str:code>/players/<int:pk>/data.json", person_views.data, {"kind": "json"}, "json"),
    path("g/<str:code>/players/<int:pk>/data.csv", person_views.data, {"kind": "csv"}, "csv"),
    path(
        "g/<str:code>/players/<int:pk>/anonymize/", person_views.player_anonymize, name="anonymize"
    ),
    path("document/", views.take, name="take"),
    path("document/piece/", views.piece, name="piece"),
]
