from django.urls import path

from scorekeeper.extensions.calendar.mail import views

app_name = "mail"
urlpatterns = [
    path("sessions/<str:code>/mail-to/", views.of_session, name="of_session"),
    path("g/<str:code>/mail-to/", views.of_club, name="of_club"),
    path("sessions/<str:code>/mail/", views.send, name="send"),
    path("mail/stop/<str:secret>/", views.stop, name="stop"),
]
