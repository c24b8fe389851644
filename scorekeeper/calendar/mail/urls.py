from django.urls import path

from scorekeeper.calendar.mail import views

app_name = "mail"
urlpatterns = [
    path("nights/<str:code>/mail-to/", views.of_night, name="of_night"),
    path("clubs/<str:code>/mail-to/", views.of_club, name="of_club"),
    path("nights/<str:code>/mail/", views.send, name="send"),
    path("mail/stop/<str:secret>/", views.stop, name="stop"),
]
