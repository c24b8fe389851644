from django.urls import path

from scorekeeper.statements import views

app_name = "statements"
urlpatterns = [
    path("nights/<str:code>/statements/", views.statement_list, name="list"),
    path("nights/<str:code>/statements/<int:pk>/", views.statement_state, name="state"),
    path("nights/<str:code>/statements/<int:pk>/retry/", views.statement_retry, name="retry"),
    path("nights/<str:code>/statements/<int:pk>/file/", views.statement_file, name="file"),
    path("nights/<str:code>/statements/<int:pk>/csv/", views.statement_csv, name="csv"),
]
