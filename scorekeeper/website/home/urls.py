from django.urls import path

from scorekeeper.website.home import views

app_name = "home"
urlpatterns = [
    path("", views.front, name="front"),
    path("language/", views.language, name="language"),
    path("start/", views.start, name="start"),
    path("imprint/", views.operator_page, {"page": "imprint"}, name="imprint"),
    path("privacy/", views.operator_page, {"page": "privacy"}, name="privacy"),
    path("g/<str:code>/", views.club_home, name="club"),
]
