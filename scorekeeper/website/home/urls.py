from django.urls import path, re_path

from scorekeeper.website.home import views
from scorekeeper.website.home.operator_views import operator_page

app_name = "home"
urlpatterns = [
    path("", views.front, name="front"),
    path("language/", views.language, name="language"),
    path("start/", views.start, name="start"),
    re_path(r"^(?P<page>imprint|privacy)/$", operator_page, name="operator"),
    path("g/<str:code>/", views.club_home, name="club"),
]
