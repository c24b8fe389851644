from django.urls import path

from scorekeeper.settlement.payment_details import views

app_name = "payment_details"
urlpatterns = [
    path("nights/<str:code>/paid-to/", views.of_night, name="of_night"),
    path("clubs/<str:code>/paid-to/", views.of_club, name="of_club"),
]
