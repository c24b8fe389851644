"""Answers about tapped cards, for the page of a hand. Nothing here writes."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import reswap, retarget, trigger_client_event

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.table.entry.bars import Bar
from scorekeeper.table.entry.cards import counting, referee
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.game_pages import needs_rules
from scorekeeper.table.entry.hand_page import HandPage


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def cards_count(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows how the cards in some fields are laid out and what they count."""
    page = HandPage.typed(request, session, number)
    if page.is_next and request.POST.get("number", str(page.number)) != str(page.number):
        return HttpResponse(status=204)  # the hand was saved in the meantime
    return counts_page(request, page.form)


def counts_page(request: HttpRequest, form: HandForm) -> HttpResponse:
    """Returns the same for any form, saved or not. ``field``: the names, each once."""
    names = dict.fromkeys(request.POST.getlist("field"))
    counts = [_count(request, form, name) for name in names]
    if not counts or None in counts:
        raise Http404
    return render(request, "table/entry/_counted_cards.html", {"counts": counts})


def _count(request: HttpRequest, form: HandForm, name: str) -> counting.CardCount | None:
    if name == referee.CARDS_INPUT and form.rules.shows:
        return referee.count_show(form, request.POST)
    return counting.count_field(form, name)


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def show_judge(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows the verdict on a show; with ``apply``, the hand with the verdict in it, if it answers
    something there."""
    page = HandPage.typed(request, session, number)
    if not page.form.rules.shows:
        raise Http404
    page.show = referee.judge_show(page.form, request.POST)
    if request.POST.get("apply") and page.show.can_be_applied:
        return _applied_page(request, page, page.show)
    if request.htmx:
        response = render(request, "table/entry/_referee.html", {"page": page})
        return retarget(response, "#referee")
    return page.answer_with(request, request.POST)


def _applied_page(request: ClubRequest, page: HandPage, show: referee.Show) -> HttpResponse:
    """Shows the page with the verdict applied to the hand."""
    data = referee.apply_verdict(page.form, request.POST, show)
    if at_once := request.POST.get("apply") == referee.AT_ONCE:
        page.show = replace(show, is_applied=True)
    else:
        page.show, page.bar = None, Bar(_applied_message(show))
    response = page.answer_with(request, data)
    if at_once:
        response = reswap(retarget(response, "#capture"), "outerHTML")
    return trigger_client_event(response, "hand-changed", after="settle")


def _applied_message(show: referee.Show) -> str:
    if show.verdict and show.verdict.valid:
        return _("The verdict is in the hand. Nothing is saved yet.")
    return _("The verdict and its cards are in the hand. Nothing is saved yet.")
