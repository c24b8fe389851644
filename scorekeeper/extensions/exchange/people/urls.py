from django.urls import path

from scorekeeper.extensions.exchange.people import views

app_name = "people"
urlpatterns = [
    path("g/<str:code>/people/", views.people, name="people"),
    path("g/<str:code>/people/merge/", views.merge, name="merge"),
    path("g/<str:code>/people/<int:pk>/unmerge/", views.unmerge, name="unmerge"),
    path("g/<str:code>/players/<int:pk>/leave/", views.leave, name="leave"),
    path("g/<str:code>/players/<int:pk>/avatar/", views.avatar, name="avatar"),
]
