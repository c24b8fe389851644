from django.urls import path

from scorekeeper.exchange.spreadsheets import views

app_name = "spreadsheets"
urlpatterns = [
    path("clubs/<str:code>/books/", views.books, name="books"),
    path("clubs/<str:code>/books/<int:pk>/", views.book, name="book"),
    path("nights/<str:code>/book/", views.night, name="night"),
]
