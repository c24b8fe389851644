from django.urls import path

from scorekeeper.offline.sync import views

ALONG = "sessions/<str:code>/along"

app_name = "sync"
urlpatterns = [
    path(f"{ALONG}/", views.offline_page, name="here"),
    path(f"{ALONG}/snapshot/", views.snapshot_json, name="snapshot"),
    path(f"{ALONG}/deliver/", views.deliver_item, name="deliver"),
    path(f"{ALONG}/behind/", views.report_waiting, name="behind"),
    path(f"{ALONG}/compare/", views.compare, name="compare"),
    path(f"{ALONG}/choice/", views.answered_by_device, name="choice"),
    path(f"{ALONG}/send/", views.answered_by_device, name="send"),
]
