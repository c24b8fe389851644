from django.urls import path

from scorekeeper.website.certificates import views

app_name = "certificates"
urlpatterns = [
    path("", views.page, name="page"),
    path("scorekeeper.crt", views.certificate, name="certificate"),
    path("scorekeeper.mobileconfig", views.profile, name="profile"),
]
