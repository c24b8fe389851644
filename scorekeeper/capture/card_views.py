"""Answers about tapped cards, for the capture page. Nothing here writes."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.capture import counting, shows
from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.pages import sheet_shown, sheet_typed
from scorekeeper.capture.playable import needs_rules
from scorekeeper.capture.sheet import Bar, Sheet
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.limits import acts


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def cards_counted(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """How the cards in some fields are laid and what they count."""
    sheet = sheet_typed(request, session, number)
    if sheet.is_next and request.POST.get("number", str(sheet.number)) != str(sheet.number):
        return HttpResponse(status=204)  # that hand was saved while its cards were on their way
    return counted(request, sheet.form)


def counted(request: HttpRequest, form: HandForm) -> HttpResponse:
    """The same for any form, kept or not. ``field``: the names, each once."""
    names = dict.fromkeys(request.POST.getlist("field"))
    found = [_of(request, form, name) for name in names]
    if not found or None in found:
        raise Http404
    return render(request, "capture/_laid.html", {"counted": found})


def _of(request: HttpRequest, form: HandForm, name: str) -> counting.Counted | None:
    if name == shows.SHOWN and form.rules.shows:
        return shows.counted(form, request.POST)
    return counting.counted(form, name)


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def show_judged(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Whether a show stands; with ``apply``, the hand with the verdict in it."""
    sheet = sheet_typed(request, session, number)
    if sheet.form.rules.shows is None:
        raise Http404
    sheet.show = shows.show(sheet.form, request.POST)
    if request.POST.get("apply") and sheet.show.verdict:
        return _applied(request, sheet, sheet.show)
    if request.htmx:
        return render(request, "capture/_referee.html", {"sheet": sheet})
    return sheet_shown(request, sheet, request.POST)


def _applied(request: ClubRequest, sheet: Sheet, ruled: shows.Show) -> HttpResponse:
    """The page with the verdict put into the hand."""
    data = shows.applied(sheet.form, request.POST, ruled)
    sheet.show = None
    sheet.bar = Bar(_put_in(ruled))
    return trigger_client_event(sheet_shown(request, sheet, data), "hand-changed", after="settle")


def _put_in(ruled: shows.Show) -> str:
    if ruled.verdict and ruled.verdict.valid:
        return _("The verdict is in the hand. Nothing is saved yet.")
    return _("The verdict and its cards are in the hand. Nothing is saved yet.")
