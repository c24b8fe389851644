from django.urls import path

from scorekeeper.exchange.people import views

app_name = "people"
urlpatterns = [
    path("clubs/<str:code>/people/", views.people, name="people"),
    path("clubs/<str:code>/people/merge/", views.merge, name="merge"),
    path("clubs/<str:code>/people/<int:pk>/part/", views.part, name="part"),
    path("clubs/<str:code>/players/<int:pk>/leave/", views.leave, name="leave"),
    path("clubs/<str:code>/players/<int:pk>/face/", views.face, name="face"),
]
