from django.urls import path

from scorekeeper.play.addresses import HAND_PATH
from scorekeeper.table.approvals import views

app_name = "approvals"
urlpatterns = [
    path("sessions/<str:code>/approvals/", views.approval_settings, name="settings"),
    path(f"{HAND_PATH}/approvals/reply/", views.approval_reply, name="reply"),
    path(f"{HAND_PATH}/approvals/", views.approval_news, name="news"),
    path(f"{HAND_PATH}/overrule/", views.contest_overrule, name="overrule"),
]
