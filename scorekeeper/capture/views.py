"""The screen on which the next hand is typed in. Reads and shows; ``play.services`` writes."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.capture.conflict import known, otherwise, stale
from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.pages import (
    agreed,
    blank,
    fold_before,
    is_closed,
    over_page,
    proposed_of,
    sheet_again,
    sheet_page,
    sheet_typed,
    slip_of,
    the_table,
)
from scorekeeper.capture.playable import needs_rules
from scorekeeper.capture.result import result_kept, result_of
from scorekeeper.capture.sent import found, number_of, seats_changed, token_of
from scorekeeper.capture.sheet import (
    Bar,
    Sheet,
    back_bar,
    corrected_bar,
    out_bar,
    refusal,
    saved_bar,
)
from scorekeeper.capture.shows import claims
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.errors import EntryError
from scorekeeper.limits import acts
from scorekeeper.play import services
from scorekeeper.play.models import Hand
from scorekeeper.play.pace import Doubt
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.serving.one_view import one_view, read_at_once
from scorekeeper.serving.outcomes import Done, Refused, conclude
from scorekeeper.serving.tokens import OtherwiseError


@session_view(Role.SCORER)
@read_at_once
@needs_rules
def hand_new(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """The next hand: an empty form, or what was typed into it."""
    at = the_table(session, number)
    if request.method == "POST":
        return _save(request, session, at)
    bar = _bar_after(request, at)
    if is_closed(at):
        return over_page(request, session, at, bar)
    if "agreed" in request.GET:
        return sheet_page(request, agreed(session, at))
    again = _undone(request, at)
    return sheet_page(request, blank(session, at, bar, again))


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def slip_show(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """What the hand as typed so far would bring. Writes nothing."""
    sheet = sheet_typed(request, session, number)
    if sheet.form.fold.over or (sheet.is_next and session.closed_at):
        return render(request, "capture/_slip.html", {"hint": _("This game is over.")})
    if sheet.is_next and seats_changed(request, sheet.table):
        return render(request, "capture/_slip.html", {"hint": _seats_have_changed()})
    context = slip_of(sheet.table, sheet.form) | proposed_of(sheet) | {"beside": True}
    return render(request, "capture/_slip.html", context)


# Saving ------------------------------------------------------------------------------------


def _save(request: ClubRequest, session: Session, at: Table) -> HttpResponse:
    number, token = number_of(request), token_of(request)
    fresh, fold = number == at.game.last_number + 1 and not is_closed(at), at.fold
    if not fresh:
        at, fold = known(session, at, token)
        fresh = number == at.game.last_number + 1 and not is_closed(at)
    form = HandForm(at.rules, fold, at.names, request.POST)
    sheet = Sheet(session, at, form, number, token)
    if fresh and seats_changed(request, at):
        form.is_valid()
        sheet.bar = refusal(_seats_have_changed())
        return sheet_again(request, sheet)
    if fresh and not form.is_valid():
        if form.entry == HandForm(at.rules, fold, at.names).entry:
            sheet.bar = _last_saved(at)  # a late second press: nothing was typed
        return sheet_again(request, sheet)
    try:
        saved = services.record_hand(
            at=at,
            entry=form.entry,
            number=number,
            token=token,
            by=request.membership,
            claims=claims(form),
            after=form.after if fresh and fold is at.fold else None,
        )
    except EntryError as error:
        form.refuse(error)
        return sheet_again(request, sheet)
    except StaleError as late:
        with one_view():
            now = the_table(session, at.game.number)
            return _stale(request, Sheet(session, now, form, number, token), late.hand)
    except OtherwiseError as other:
        return otherwise(request, session, at.game.number, other.first)
    except ClosedError:
        conclude(request, Refused(_not_saved(number)))
        now = the_table(session, at.game.number)
        return over_page(request, session, now, refusal(_not_saved(number)))
    return _saved(request, session, saved)


def _saved(request: ClubRequest, session: Session, saved: services.SavedHand) -> HttpResponse:
    conclude(request, Done())
    if not request.htmx:
        place = reverse("capture:hand_new", args=[session.code, saved.table.game.number])
        told: dict[str, Any] = {"saved": saved.hand.token}
        if saved.question:
            told["odd"] = saved.question.told()
        return redirect(f"{place}?{urlencode(told)}")
    bar = saved_bar(saved.table, saved.hand, saved.question)
    if is_closed(saved.table):
        answer = over_page(request, session, saved.table, bar)
    else:
        bar.result = None if saved.hand.voided_at else result_of(saved)
        answer = sheet_page(request, blank(session, saved.table, bar))
    return trigger_client_event(answer, "hand-saved", {"number": saved.hand.number})


def _stale(request: ClubRequest, sheet: Sheet, theirs: Hand | None) -> HttpResponse:
    """Somebody else's hand stands in the place of this one: both are shown, nothing is lost."""
    at, next_number = sheet.table, sheet.table.game.last_number + 1
    fold = fold_before(at, theirs) if theirs else at.fold
    sheet.form = HandForm(at.rules, fold, at.names, request.POST)
    if sheet.form.is_valid() and theirs is None and sheet.number == next_number:
        sheet.bar = refusal(
            _("The game was edited. Check the result of this hand, then save again.")
        )
        return sheet_again(request, sheet)
    return stale(request, at, sheet.form, sheet.number, theirs)


def _bar_after(request: ClubRequest, at: Table) -> Bar | None:
    """What the page before this one has done, as the address tells it."""
    if hand := found(request, at, "saved"):
        conclude(request, Done(), hand.token)
        return _told_of(at, hand, Doubt.read(request.GET.get("odd", "")))
    if (hand := found(request, at, "corrected")) and not hand.voided_at:
        return corrected_bar(at, hand, result_kept(at, hand))
    if (hand := found(request, at, "back")) and not hand.voided_at:
        return back_bar(hand, result_kept(at, hand))
    if (hand := found(request, at, "out")) and hand.voided_at:
        return out_bar(hand)
    return None


def _last_saved(at: Table) -> Bar | None:
    hand = at.game.hands.filter(number=at.game.last_number, voided_at=None).first()
    return _told_of(at, hand, None) if hand else None


def _told_of(at: Table, hand: Hand, doubt: Doubt | None) -> Bar:
    bar = saved_bar(at, hand, doubt)
    if not (hand.voided_at or is_closed(at)):
        bar.result = result_kept(at, hand)
    return bar


def _undone(request: ClubRequest, at: Table) -> Hand | None:
    hand = found(request, at, "again")
    return hand if hand and hand.voided_at else None


def _seats_have_changed() -> str:
    return _("The players have changed. Check who is playing, then save again.")


def _not_saved(number: int) -> str:
    return _("Hand %(number)d was not saved because the game has ended.") % {"number": number}
