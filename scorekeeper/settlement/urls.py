from django.urls import path

from scorekeeper.settlement import views
from scorekeeper.settlement.balances import method_views
from scorekeeper.settlement.expenses import carry_over_views
from scorekeeper.settlement.expenses import views as expense_views
from scorekeeper.settlement.payments import views as pay_views

app_name = "settlement"
urlpatterns = [
    path("sessions/<str:code>/settle/", views.settle, name="settle"),
    path("sessions/<str:code>/settle/paid/", views.paid, name="paid"),
    path("sessions/<str:code>/settle/step/", views.step, name="step"),
    path("sessions/<str:code>/settle/pay/<int:payer>/<int:payee>/", pay_views.pay, name="pay"),
    path("sessions/<str:code>/settle/unpaid/", views.unpaid, name="unpaid"),
    path("sessions/<str:code>/settle/me/", views.me, name="me"),
    path("sessions/<str:code>/settle/expense/", expense_views.expense_new, name="expense_new"),
    path(
        "sessions/<str:code>/settle/expense/delete/",
        expense_views.expense_delete,
        name="expense_delete",
    ),
    path("sessions/<str:code>/settle/deposit/", expense_views.deposit_new, name="deposit_new"),
    path(
        "sessions/<str:code>/settle/carry-over/",
        carry_over_views.carry_over_new,
        name="carry_over_new",
    ),
    path(
        "sessions/<str:code>/settle/carry-over/undo/",
        carry_over_views.carry_over_undo,
        name="carry_over_undo",
    ),
    path("sessions/<str:code>/settle/methods/", method_views.method_list, name="method_list"),
    path("sessions/<str:code>/settle/method/", method_views.method_save, name="method_save"),
    path("sessions/<str:code>/settle/round/", method_views.round_off, name="round"),
    path("sessions/<str:code>/settle/why/<int:payer>/<int:payee>/", method_views.why, name="why"),
    path(
        "sessions/<str:code>/settle/why/<int:payer>/<int:payee>/<int:number>/",
        method_views.why_hands,
        name="why_hands",
    ),
]
