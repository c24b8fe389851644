from django.urls import path

from scorekeeper.along import views

ALONG = "nights/<str:code>/along"

app_name = "along"
urlpatterns = [
    path(f"{ALONG}/", views.here, name="here"),
    path(f"{ALONG}/snapshot/", views.told, name="snapshot"),
    path(f"{ALONG}/deliver/", views.delivered, name="deliver"),
    path(f"{ALONG}/behind/", views.behind, name="behind"),
    path(f"{ALONG}/compare/", views.compare, name="compare"),
    path(f"{ALONG}/choice/", views.answered_by_phone, name="choice"),
    path(f"{ALONG}/send/", views.answered_by_phone, name="send"),
]
