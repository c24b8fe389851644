from django.urls import path

from scorekeeper.extensions.chats import views

app_name = "chats"
urlpatterns = [
    path("g/<str:code>/chats/", views.chats, name="chats"),
]
