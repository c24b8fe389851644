from django.urls import path

from scorekeeper.core.jobs import views

app_name = "jobs"
urlpatterns = [
    path("jobs/<str:key>/", views.page, name="page"),
]
