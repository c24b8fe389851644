from django.urls import path

from scorekeeper.settlement import views
from scorekeeper.settlement.balances import method_views
from scorekeeper.settlement.expenses import carry_over_views
from scorekeeper.settlement.expenses import views as beside_views
from scorekeeper.settlement.payments import views as pay_views

app_name = "settlement"
urlpatterns = [
    path("sessions/<str:code>/settle/", views.settle, name="settle"),
    path("sessions/<str:code>/settle/paid/", views.paid, name="paid"),
    path("sessions/<str:code>/settle/step/", views.step, name="step"),
    path("sessions/<str:code>/settle/pay/<int:payer>/<int:payee>/", pay_views.pay, name="pay"),
    path("sessions/<str:code>/settle/unpaid/", views.unpaid, name="unpaid"),
    path("sessions/<str:code>/settle/me/", views.me, name="me"),
    path("sessions/<str:code>/settle/cost/", beside_views.cost, name="cost"),
    path("sessions/<str:code>/settle/cost/back/", beside_views.cost_back, name="cost_back"),
    path("sessions/<str:code>/settle/advance/", beside_views.advance, name="advance"),
    path("sessions/<str:code>/settle/along/", carry_over_views.along, name="along"),
    path("sessions/<str:code>/settle/along/back/", carry_over_views.along_back, name="along_back"),
    path("sessions/<str:code>/settle/ways/", method_views.ways, name="ways"),
    path("sessions/<str:code>/settle/terms/", method_views.terms, name="terms"),
    path("sessions/<str:code>/settle/round/", method_views.round_off, name="round"),
    path("sessions/<str:code>/settle/why/<int:payer>/<int:payee>/", method_views.why, name="why"),
    path(
        "sessions/<str:code>/settle/why/<int:payer>/<int:payee>/<int:number>/",
        method_views.why_hands,
        name="why_hands",
    ),
]
