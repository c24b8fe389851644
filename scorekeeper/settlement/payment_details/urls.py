from django.urls import path

from scorekeeper.settlement.payment_details import views

app_name = "payment_details"
urlpatterns = [
    path("sessions/<str:code>/payment-details/", views.of_session, name="of_session"),
    path("g/<str:code>/payment-details/", views.of_club, name="of_club"),
    path("g/<str:code>/players/<int:pk>/release/", views.release, name="release"),
]
