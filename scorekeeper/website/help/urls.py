from django.urls import path

from scorekeeper.website.help import views

app_name = "help"
urlpatterns = [
    path("help/", views.start, name="start"),
    path("help/messages/", views.messages, name="messages"),
    path("help/keys/", views.keys, name="keys"),
]
