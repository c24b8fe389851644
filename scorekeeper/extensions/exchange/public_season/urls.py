from django.urls import path

from scorekeeper.extensions.exchange.public_season import views

app_name = "public_season"
urlpatterns = [
    path("g/<str:code>/standings/share/", views.share, name="share"),
    path("season.schema.json", views.schema, name="schema"),
    path("out/<str:token>/season.json", views.season, name="season"),
    path("out/<str:token>/embed/", views.embed, name="embed"),
]
