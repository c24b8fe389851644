from django.urls import path

from scorekeeper.seasons import views

app_name = "seasons"
urlpatterns = [
    path("g/<str:code>/standings/", views.table, name="table"),
    path("g/<str:code>/standings/charts/", views.charts, name="charts"),
    path("g/<str:code>/players/<int:pk>/", views.player, name="player"),
    path("g/<str:code>/players/<int:pk>/rivals/", views.rivals_of, name="rivals"),
    path("g/<str:code>/standings/<int:pk>/", views.course, name="course"),
    path("g/<str:code>/seasons/<int:pk>/", views.season_change, name="season_change"),
    path("g/<str:code>/seasons/new/", views.season_new, name="season_new"),
]
