from django.urls import path

from scorekeeper.extensions.exchange.proof import views

app_name = "proof"
urlpatterns = [
    path("sessions/<str:code>/proof/", views.session, name="session"),
    path("sessions/<str:code>/proof/link/", views.link, name="link"),
    path("proof/<str:token>/", views.proof_by_link, name="shown"),
]
