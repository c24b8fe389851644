from django.urls import path

from scorekeeper.trust import views

app_name = "trust"
urlpatterns = [
    path("", views.page, name="page"),
    path("scorekeeper.crt", views.certificate, name="certificate"),
    path("scorekeeper.mobileconfig", views.profile, name="profile"),
]
