from django.urls import path

from scorekeeper.extensions.offline.sync import views

OFFLINE = "sessions/<str:code>/offline"

app_name = "sync"
urlpatterns = [
    path(f"{OFFLINE}/", views.offline_page, name="here"),
    path(f"{OFFLINE}/snapshot/", views.snapshot_json, name="snapshot"),
    path(f"{OFFLINE}/deliver/", views.deliver_item, name="deliver"),
    path(f"{OFFLINE}/compare/", views.compare, name="compare"),
    path(f"{OFFLINE}/choice/", views.answered_by_device, name="choice"),
    path(f"{OFFLINE}/send/", views.answered_by_device, name="send"),
]
