"""The site, and the floors it is measured against."""

from django.db import transaction
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from bench.models import FloorGame, FloorHand, FloorPayment
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.ledger.models import GameResult


def empty(request: HttpRequest) -> HttpResponse:
    """Nothing, behind the same middleware: the floor of a poll."""
    return HttpResponse(status=204)


@session_view(Role.VIEWER)
def read(request: ClubRequest, session: Session) -> HttpResponse:
    """One indexed read of a session, admitted as to any page of it, and no template: the floor of a
    page. Who sat where and what each game brought them: a few rows, however many hands."""
    rows = GameResult.objects.filter(session=session).values_list("game", "player", "net")
    return HttpResponse("\n".join(f"{game} {player} {net}" for game, player, net in rows))


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
    path("floor/read/<str:code>/", read),
    path("", include("scorekeeper.urls")),
]
