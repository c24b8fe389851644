from django.urls import path

from scorekeeper.table.live import views

app_name = "live"
urlpatterns = [
    path("sessions/<str:code>/live/", views.news, name="news"),
    path("sessions/<str:code>/games/<int:number>/hand/writing/", views.writing, name="writing"),
]
