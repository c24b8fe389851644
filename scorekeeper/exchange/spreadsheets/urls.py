from django.urls import path

from scorekeeper.exchange.spreadsheets import views

app_name = "spreadsheets"
urlpatterns = [
    path("g/<str:code>/books/", views.books, name="books"),
    path("g/<str:code>/books/<int:pk>/", views.book, name="book"),
    path("sessions/<str:code>/book/", views.session, name="session"),
]
