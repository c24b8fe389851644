from django.urls import path

from scorekeeper.paying import views

app_name = "paying"
urlpatterns = [
    path("nights/<str:code>/paid-to/", views.of_night, name="of_night"),
    path("clubs/<str:code>/paid-to/", views.of_club, name="of_club"),
]
