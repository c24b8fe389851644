from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.table.approvals import views

app_name = "approvals"
urlpatterns = [
    path("sessions/<str:code>/consent/", views.consent_settings, name="asked"),
    path(f"{HAND_PATH}/line/", views.line_word, name="line"),
    path(f"{HAND_PATH}/said/", views.hand_news, name="said"),
    path(f"{HAND_PATH}/overrule/", views.contest_overrule, name="overrule"),
]
