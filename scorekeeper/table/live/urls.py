from django.urls import path

from scorekeeper.table.live import hub

app_name = "live"
urlpatterns = [
    path("sessions/<str:code>/live/", hub.news, name="news"),
    path("sessions/<str:code>/games/<int:number>/hand/writing/", hub.writing, name="writing"),
]
