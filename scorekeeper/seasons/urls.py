from django.urls import path

from scorekeeper.seasons import views

app_name = "seasons"
urlpatterns = [
    path("clubs/<str:code>/standings/", views.table, name="table"),
    path("clubs/<str:code>/standings/charts/", views.charts, name="charts"),
    path("clubs/<str:code>/players/<int:pk>/", views.player, name="player"),
    path("clubs/<str:code>/players/<int:pk>/rivals/", views.rivals_of, name="rivals"),
    path("clubs/<str:code>/standings/<int:pk>/", views.course, name="course"),
    path("clubs/<str:code>/seasons/<int:pk>/", views.season_change, name="season_change"),
    path("clubs/<str:code>/seasons/new/", views.season_new, name="season_new"),
]
