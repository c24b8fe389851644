from django.urls import path

from scorekeeper.settlement import carry_over, expenses, explanation, pay_page, views

app_name = "settlement"
urlpatterns = [
    path("sessions/<str:code>/settle/", views.settle, name="settle"),
    path("sessions/<str:code>/settle/paid/", views.paid, name="paid"),
    path("sessions/<str:code>/settle/paid/all/", views.all_paid, name="all_paid"),
    path("sessions/<str:code>/settle/step/", views.step, name="step"),
    path("sessions/<str:code>/settle/pay/<int:payer>/<int:payee>/", pay_page.pay, name="pay"),
    path("sessions/<str:code>/settle/unpaid/", views.unpaid, name="unpaid"),
    path("sessions/<str:code>/settle/me/", views.me, name="me"),
    path("sessions/<str:code>/settle/expense/", expenses.expense_new, name="expense_new"),
    path(
        "sessions/<str:code>/settle/expense/delete/",
        expenses.expense_delete,
        name="expense_delete",
    ),
    path("sessions/<str:code>/settle/deposit/", expenses.deposit_new, name="deposit_new"),
    path(
        "sessions/<str:code>/settle/carry-over/",
        carry_over.carry_over_new,
        name="carry_over_new",
    ),
    path(
        "sessions/<str:code>/settle/carry-over/undo/",
        carry_over.carry_over_undo,
        name="carry_over_undo",
    ),
    path("sessions/<str:code>/settle/methods/", views.method_list, name="method_list"),
    path("sessions/<str:code>/settle/method/", views.method_save, name="method_save"),
    path("sessions/<str:code>/settle/round/", views.round_off, name="round"),
    path("sessions/<str:code>/settle/why/<int:payer>/<int:payee>/", explanation.why, name="why"),
    path(
        "sessions/<str:code>/settle/why/<int:payer>/<int:payee>/<int:number>/",
        explanation.why_hands,
        name="why_hands",
    ),
]
