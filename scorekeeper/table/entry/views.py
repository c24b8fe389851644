"""The page on which the next hand is entered: the form and its preview, the save, news for open
pages, and tapped cards. Reads and shows; ``play.services`` writes."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import reswap, retarget, trigger_client_event

from scorekeeper.clubs.access import ClubRequest, session_view, unchanged_response
from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.requests.outcomes import Done, conclude
from scorekeeper.core.requests.sent import (
    OtherwiseError,
    required_number,
    required_token,
    whole_number,
)
from scorekeeper.engine.errors import EntryError
from scorekeeper.play import services
from scorekeeper.play.approvals.contests import open_contests
from scorekeeper.play.edits.hints import Doubt
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, session_table
from scorekeeper.play.services import ClosedError, StaleError, hand_in_force
from scorekeeper.play.terms import game_text
from scorekeeper.table.entry.cards import referee
from scorekeeper.table.entry.cards.referee import claims
from scorekeeper.table.entry.edits.conflict import mismatch_page, stale_page, table_for_token
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.game_pages import (
    RemovedError,
    hand_in_address,
    is_closed,
    needs_rules,
    over_page,
    require_table,
    seats_changed,
)
from scorekeeper.table.entry.hand_page import HandPage, news_address
from scorekeeper.table.entry.results import (
    Bar,
    corrected_bar,
    deleted_bar,
    refusal_bar,
    restored_bar,
    result_of,
    saved_bar,
    stored_result,
)
from scorekeeper.table.live.devices import session_mark


@session_view(Role.SCORER)
@needs_rules
def hand_new(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows and saves the next hand: an empty form, or what was typed."""
    table = require_table(session, number)
    if request.method == "POST":
        return _save(request, session, table)
    bar = _bar_after(request, table)
    if is_closed(table):
        return over_page(request, session, table, bar)
    if "agreed" in request.GET:
        return HandPage.proposed_hand(session, table).answer(request)
    again = _undone(request, table)
    return HandPage.next_hand(session, table, bar, again).answer(request)


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def slip_show(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows a preview of the hand as typed so far. Writes nothing."""
    page = HandPage.typed(request, session, number)
    if page.form.fold.over or (page.is_next and session.closed_at):
        return render(request, "table/entry/_slip.html", {"hint": _("This game is over.")})
    if page.is_next and seats_changed(request, page.table):
        return render(request, "table/entry/_slip.html", {"hint": _seats_have_changed()})
    context = page.slip_context(page.form) | page.proposal_context | {"beside": True}
    return render(request, "table/entry/_slip.html", context)


# Saving ------------------------------------------------------------------------------------


def _save(request: ClubRequest, session: Session, table: Table) -> HttpResponse:
    number, token = required_number(request, "number"), required_token(request)
    is_fresh, fold = _is_next(table, number), table.fold
    if not is_fresh:
        table, fold = table_for_token(session, table, token)
        is_fresh = _is_next(table, number)
    form = HandForm(table.rules, fold, table.names, request.POST)
    page = HandPage(session, table, form, number, token)
    if is_fresh and seats_changed(request, table):
        form.is_valid()
        page.bar = refusal_bar(_seats_have_changed())
        return page.refuse(request)
    if is_fresh and not form.is_valid():
        if form.entry == HandForm(table.rules, fold, table.names).entry:
            page.bar = _last_saved(table)  # a late second tap: nothing was typed
        return page.refuse(request)
    try:
        saved = services.record_hand(
            table=table,
            entry=form.entry,
            number=number,
            token=token,
            by=request.membership,
            claims=claims(form),
            after=form.after if is_fresh and fold is table.fold else None,
        )
    except EntryError as error:
        form.refuse(error)
        return page.refuse(request)
    except StaleError as late:
        return _stale(request, page, late.now)
    except OtherwiseError as mismatch:
        return mismatch_page(request, mismatch.now)
    except ClosedError as closed:
        if closed.now is None:
            raise RemovedError from closed
        conclude(request, closed.outcome)
        return over_page(request, session, closed.now, refusal_bar(closed.sentence))
    return _saved(request, session, saved)


def _is_next(table: Table, number: int) -> bool:
    return number == table.game.last_number + 1 and not is_closed(table)


def _saved(request: ClubRequest, session: Session, saved: services.SavedHand) -> HttpResponse:
    conclude(request, Done())
    if not request.htmx:
        address = reverse("entry:hand_new", args=[session.code, saved.table.game.number])
        parameters: dict[str, Any] = {"saved": saved.hand.token}
        if saved.question:
            parameters["odd"] = saved.question.to_address()
        return redirect(f"{address}?{urlencode(parameters)}")
    bar = saved_bar(saved.table, saved.hand, saved.question)
    if is_closed(saved.table):
        response = over_page(request, session, saved.table, bar)
    else:
        bar.result = None if saved.hand.voided_at else result_of(saved)
        response = HandPage.next_hand(session, saved.table, bar).answer(request)
    return trigger_client_event(response, "hand-saved", {"number": saved.hand.number})


def _stale(request: ClubRequest, page: HandPage, now: services.InPlace) -> HttpResponse:
    """Shows both hands if somebody else's is in the place of this one; nothing is lost."""
    page.table = table = now.table
    page.form = HandForm(table.rules, now.fold, table.names, request.POST)
    if page.form.is_valid() and now.hand is None and page.number == table.game.last_number + 1:
        page.bar = refusal_bar(
            game_text(
                table.game.terms,
                "The game was edited. Check the result of this hand, then save again.",
            )
        )
        return page.refuse(request)
    return stale_page(request, table, page.form, page.number, now.hand)


def _bar_after(request: ClubRequest, table: Table) -> Bar | None:
    """Returns what the previous page has done, as the address says."""
    if hand := hand_in_address(request, table, "saved"):
        conclude(request, Done(), hand.token)
        return _saved_bar(table, hand, Doubt.from_address(request.GET.get("odd", "")))
    if (hand := hand_in_address(request, table, "corrected")) and not hand.voided_at:
        return corrected_bar(table, hand, stored_result(table, hand))
    if (hand := hand_in_address(request, table, "back")) and not hand.voided_at:
        return restored_bar(hand, stored_result(table, hand))
    if (hand := hand_in_address(request, table, "out")) and hand.voided_at:
        return deleted_bar(table, hand)
    return None


def _last_saved(table: Table) -> Bar | None:
    hand = table.game.hands.filter(number=table.game.last_number, voided_at=None).first()
    return _saved_bar(table, hand, None) if hand else None


def _saved_bar(table: Table, hand: Hand, doubt: Doubt | None) -> Bar:
    bar = saved_bar(table, hand, doubt)
    if not (hand.voided_at or is_closed(table)):
        bar.result = stored_result(table, hand)
    return bar


def _undone(request: ClubRequest, table: Table) -> Hand | None:
    hand = hand_in_address(request, table, "again")
    return hand if hand and hand.voided_at else None


def _seats_have_changed() -> str:
    return _("The players have changed. Check who is playing, then save again.")


# News for an open page ---------------------------------------------------------------------------
# The page asks every two seconds, as a board does, and mostly gets nothing
# (``clubs.access``); or it asks when it is notified (``live``). The news is shown
# above the form; nothing typed changes before a tap.


@require_GET
def hand_news(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Returns nothing (204) while the session is as the page knows it and the same others write
    (``w``); else what became of its hand, and who writes it."""
    response = unchanged_response(request, code)
    if response is None or (response.status_code == 204 and _others_write(request, code)):
        return _news(request, code, number)
    return response


def _others_write(request: HttpRequest, code: str) -> bool:
    return "w" in request.GET and request.GET["w"] != session_mark(
        code, without=device_digests(request)
    )


@session_view(Role.SCORER)
def _news(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    table = session_table(session, number)
    hand = whole_number(request.GET.get("number", ""), digits=8)
    if table is None or hand is None:
        return HttpResponse(status=204)
    news_of_hand = _news_of_hand(request, table, hand)
    context = {"session": session, "table": table, "poll": news_address(session, number)}
    context["contests"] = open_contests(session) if session.consent else []
    return render(request, "table/entry/_overtaken.html", context | news_of_hand)


def _news_of_hand(request: ClubRequest, table: Table, number: int) -> dict[str, Any]:
    """Returns what another device has done; what this one did, it knows."""
    saved_hand = hand_in_force(table.game, number) if number <= table.game.last_number else None
    if saved_hand is not None and saved_hand.by_id == request.membership.pk:
        return {}
    next_number = table.game.last_number + 1
    news: dict[str, Any] = {"over": is_closed(table), "next_number": next_number}
    if saved_hand is not None:
        news |= {"hand": saved_hand, "result": stored_result(table, saved_hand)}
    elif number > next_number:
        news["deleted"] = True
    return news


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def hand_continue(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows what was typed so far as the hand that is next now. Writes nothing."""
    table = require_table(session, number)
    if is_closed(table):
        return over_page(request, session, table, None)
    typed = request.POST.copy()
    typed.pop("dealer", None)  # of the hand that somebody else has saved
    response = HandPage.typed(request, session, number).answer_with(request, typed)
    return trigger_client_event(response, "hand-changed", after="settle")


# Tapped cards ----------------------------------------------------------------------------------


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


def _count(request: HttpRequest, form: HandForm, name: str) -> referee.CardCount | None:
    if name == referee.CARDS_INPUT and form.rules.shows:
        return referee.count_show(form, request.POST)
    return referee.count_field(form, name)


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
