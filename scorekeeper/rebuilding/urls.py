from django.urls import path

from scorekeeper.rebuilding import views

app_name = "rebuilding"
urlpatterns = [
    path("clubs/<str:code>/standings/rebuild/", views.rebuild, name="rebuild"),
]
