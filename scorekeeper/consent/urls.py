from django.urls import path

from scorekeeper.consent import views
from scorekeeper.play.places import HAND

app_name = "consent"
urlpatterns = [
    path("nights/<str:code>/consent/", views.asked, name="asked"),
    path(f"{HAND}/line/", views.line, name="line"),
    path(f"{HAND}/said/", views.said, name="said"),
    path(f"{HAND}/overrule/", views.overruled, name="overrule"),
]
