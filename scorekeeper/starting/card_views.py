"""The page of a game's table card, which also prints. Nothing here is written."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.play.selectors import table_of
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.starting.table_card import card_of


@require_safe
@session_view(Role.VIEWER)
@read_at_once
def table_card(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    at = table_of(session, number)
    if at is None:
        raise Http404
    dealer, open_still = at.kept.dealer, not (at.game.closed_at or session.closed_at)
    context = {
        "session": session,
        "game": at.game,
        "persons": len(at.players),
        "dealer": None if dealer is None else at.players[dealer],
        "card": card_of(at),
        "may_write": open_still and request.role >= Role.SCORER,
    }
    return render(request, "starting/table_card.html", context)
