from django.urls import path

from scorekeeper.extensions.exchange.spreadsheets import views

app_name = "spreadsheets"
urlpatterns = [
    path("g/<str:code>/spreadsheets/", views.imports, name="imports"),
    path("g/<str:code>/spreadsheets/<int:pk>/", views.import_detail, name="import"),
    path("sessions/<str:code>/spreadsheet/", views.session, name="session"),
]
