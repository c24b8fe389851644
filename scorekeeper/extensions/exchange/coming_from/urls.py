from django.urls import path

from scorekeeper.extensions.exchange.coming_from import views

app_name = "coming_from"
urlpatterns = [
    path("help/coming-from/<slug:key>/", views.page, name="page"),
    path("help/coming-from/<slug:key>/sample.csv", views.sample, name="sample"),
]
