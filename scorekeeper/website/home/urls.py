from django.urls import path

from scorekeeper.website.home import views
from scorekeeper.website.home.operator_views import operator_page

app_name = "home"
urlpatterns = [
    path("", views.front, name="front"),
    path("language/", views.language, name="language"),
    path("start/", views.start, name="start"),
    path("imprint/", operator_page, {"page": "imprint"}, name="imprint"),
    path("privacy/", operator_page, {"page": "privacy"}, name="privacy"),
    path("g/<str:code>/", views.club_home, name="club"),
]
