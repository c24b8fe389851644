"""The site, and the floors it is measured against."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from bench.models import FloorGame, FloorHand, FloorPayment


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing, behind the same middleware: the floor of a poll."""
    return HttpResponse(status=204)


def save(request: HttpRequest) -> HttpResponse:
    """One row locked, one hand and six payments inserted, six totals read: the floor of a save.

    Served without middleware (``bench.wsgi``).
    """
    with transaction.atomic():
        game = FloorGame.objects.select_for_update().get(pk=1)
        game.hands += 1
        game.save()
        hand = FloorHand.objects.create(game=game, number=game.hands, entry={"lines": [1] * 6})
        FloorPayment.objects.bulk_create(
            FloorPayment(game=game, hand=hand, payer=payer, payee=6, amount=100 + payer)
            for payer in range(6)
        )
        # of this hand: the floor does not grow with the game
        totals = dict(
            FloorPayment.objects.filter(hand=hand).values_list("payer").annotate(Sum("amount"))
        )
    return HttpResponse(" ".join(f"{payer}:{total}" for payer, total in totals.items()))


urlpatterns = [
    path("floor/empty/", empty),
    path("floor/save/", save),
    path("", include("scorekeeper.urls")),
]
