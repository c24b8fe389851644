from django.urls import path

from scorekeeper.website.rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("games/", views.games, name="games"),
    path("games/<str:key>/", views.game, name="game"),
    path("games/<str:key>/try/", views.try_it, name="try_it"),
    path("games/<str:key>/try/cards/", views.try_cards, name="try_cards"),
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
]
