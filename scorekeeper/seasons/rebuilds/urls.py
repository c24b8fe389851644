from django.urls import path

from scorekeeper.seasons.rebuilds import views

app_name = "rebuilds"
urlpatterns = [
    path("g/<str:code>/standings/rebuild/", views.rebuild, name="rebuild"),
]
