from django.urls import path

from scorekeeper.consent import views

app_name = "consent"
urlpatterns = [
    path("nights/<str:code>/consent/", views.asked, name="asked"),
    path("nights/<str:code>/hands/<int:pk>/line/", views.line, name="line"),
    path("nights/<str:code>/hands/<int:pk>/said/", views.said, name="said"),
    path("nights/<str:code>/hands/<int:pk>/overrule/", views.overruled, name="overrule"),
]
