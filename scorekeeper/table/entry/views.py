"""The page on which the next hand is entered. Reads and shows; ``play.services`` writes."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.limits import acts
from scorekeeper.core.requests.outcomes import Done, Refused, conclude
from scorekeeper.core.requests.sent import OtherwiseError, required_number, required_token
from scorekeeper.engine.errors import EntryError
from scorekeeper.play import services
from scorekeeper.play.edits.hints import Doubt
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.play.terms import game_text
from scorekeeper.table.entry.bars import (
    Bar,
    corrected_bar,
    deleted_bar,
    refusal_bar,
    restored_bar,
    saved_bar,
)
from scorekeeper.table.entry.cards.referee import claims
from scorekeeper.table.entry.edits.conflict import mismatch_page, stale_page, table_for_token
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.game_pages import (
    fold_before,
    is_closed,
    needs_rules,
    over_page,
    require_table,
)
from scorekeeper.table.entry.hand_page import HandPage
from scorekeeper.table.entry.posted import (
    hand_in_address,
    seats_changed,
)
from scorekeeper.table.entry.preview import result_of, stored_result


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
    is_fresh, fold = number == table.game.last_number + 1 and not is_closed(table), table.fold
    if not is_fresh:
        table, fold = table_for_token(session, table, token)
        is_fresh = number == table.game.last_number + 1 and not is_closed(table)
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
        with one_view():
            current = require_table(session, table.game.number)
            return _stale(request, HandPage(session, current, form, number, token), late.hand)
    except OtherwiseError as mismatch:
        return mismatch_page(request, session, table.game.number, mismatch.first)
    except ClosedError:
        current = require_table(session, table.game.number)
        message = _not_saved(current, number)
        conclude(request, Refused(message))
        return over_page(request, session, current, refusal_bar(message))
    return _saved(request, session, saved)


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


def _stale(request: ClubRequest, page: HandPage, saved_hand: Hand | None) -> HttpResponse:
    """Shows both hands if somebody else's is in the place of this one; nothing is lost."""
    table, next_number = page.table, page.table.game.last_number + 1
    fold = fold_before(table, saved_hand) if saved_hand else table.fold
    page.form = HandForm(table.rules, fold, table.names, request.POST)
    if page.form.is_valid() and saved_hand is None and page.number == next_number:
        page.bar = refusal_bar(
            game_text(
                table.game.terms,
                "The game was edited. Check the result of this hand, then save again.",
            )
        )
        return page.refuse(request)
    return stale_page(request, table, page.form, page.number, saved_hand)


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


def _not_saved(table: Table, number: int) -> str:
    message = game_text(
        table.game.terms, "Hand %(number)d was not saved because the game has ended."
    )
    return message % {"number": number}
