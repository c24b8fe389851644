from django.urls import path

from scorekeeper.capture import views

app_name = "capture"
GAME = "nights/<str:code>/games/<int:number>"
HAND = "nights/<str:code>/games/<int:number>/hands/<int:pk>"
urlpatterns = [
    path(f"{GAME}/hand/", views.hand_new, name="hand_new"),
    path(f"{GAME}/hand/slip/", views.slip_show, name="slip"),
    path(f"{HAND}/amend/", views.hand_amend, name="hand_amend"),
    path(f"{HAND}/void/", views.hand_void, name="hand_void"),
]
