"""Answers about tapped cards, for the capture page. Nothing here writes."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from scorekeeper.capture import counting, views
from scorekeeper.capture.forms import HandForm
from scorekeeper.clubs.access import session_view
from scorekeeper.clubs.models import Role
from scorekeeper.play.models import Session


@require_POST
@session_view(Role.SCORER)
def cards_counted(request: Any, session: Session, number: int) -> HttpResponse:
    """How the cards in one field are laid and what they count."""
    sheet = views.sheet_typed(request, session, number)
    return counted(request, sheet.form)


def counted(request: Any, form: HandForm) -> HttpResponse:
    """The same for any form, kept or not."""
    found = counting.counted(form, request.POST.get("field", ""))
    if found is None:
        raise Http404
    return render(request, "capture/_laid.html", {"counted": found, "laid": found.laid})


@require_POST
@session_view(Role.SCORER)
def show_judged(request: Any, session: Session, number: int) -> HttpResponse:
    """Whether a show stands; with ``apply``, the hand with the verdict in it."""
    sheet = views.sheet_typed(request, session, number)
    if sheet.form.rules.judge is None:
        raise Http404
    sheet.show = counting.show(sheet.form, request.POST)
    if request.POST.get("apply") and sheet.show.verdict:
        return views.sheet_applied(request, sheet)
    if request.htmx:
        return render(request, "capture/_verdict.html", {"sheet": sheet, "show": sheet.show})
    return views.sheet_shown(request, sheet)
