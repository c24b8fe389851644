from django.urls import path

from scorekeeper.settling import views

app_name = "settling"
urlpatterns = [
    path("nights/<str:code>/settle/", views.settle, name="settle"),
    path("nights/<str:code>/settle/paid/", views.paid, name="paid"),
    path("nights/<str:code>/settle/unpaid/", views.unpaid, name="unpaid"),
]
