from django.urls import path

from scorekeeper.website.home import views

app_name = "home"
urlpatterns = [
    path("", views.front, name="front"),
    path("language/", views.language, name="language"),
    path("start/", views.start, name="start"),
    path("g/<str:code>/", views.club_home, name="club"),
]
