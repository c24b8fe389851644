from django.urls import path

from scorekeeper.consent import views
from scorekeeper.play.places import HAND_PATH

app_name = "consent"
urlpatterns = [
    path("nights/<str:code>/consent/", views.asked, name="asked"),
    path(f"{HAND_PATH}/line/", views.line, name="line"),
    path(f"{HAND_PATH}/said/", views.said, name="said"),
    path(f"{HAND_PATH}/overrule/", views.overruled, name="overrule"),
]
