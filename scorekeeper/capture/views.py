"""The screen on which hands are typed in. Reads and shows; ``play.services`` writes."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect, trigger_client_event

from scorekeeper.capture.answering import Outcome, name_write, names_its_write, token_after
from scorekeeper.capture.comparison import compared
from scorekeeper.capture.forms import HandForm, as_posted
from scorekeeper.capture.otherwise import known, otherwise
from scorekeeper.capture.playable import impossible, needs_rules
from scorekeeper.capture.sheet import Bar, Sheet, saved_bar
from scorekeeper.capture.slip import slip
from scorekeeper.clubs.access import session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.limits import acts
from scorekeeper.play import services
from scorekeeper.play.left_out import insert_hand
from scorekeeper.play.models import Hand
from scorekeeper.play.pace import Question
from scorekeeper.play.repeated import SavedOtherwise, written
from scorekeeper.play.replay import NotPossible, before
from scorekeeper.play.selectors import Table, hands_in_force, table_of
from scorekeeper.play.services import Closed, Stale
from scorekeeper.serving.one_view import one_view, read_at_once
from scorekeeper.wording.words import new_token

TOKEN_LENGTH = 64


# Pages -------------------------------------------------------------------------------------


@session_view(Role.SCORER)
@read_at_once
@names_its_write
@needs_rules
def hand_new(request: Any, session: Session, number: int) -> HttpResponse:
    """The next hand: an empty form, or what was typed into it."""
    at = _table(session, number)
    if request.method == "POST":
        return _save(request, session, at)
    bar = _bar_after(request, at)
    if _closed(at):
        return _over(request, session, at, bar)
    again = _undone(request, at)
    return _sheet(request, _blank(session, at, bar, again))


@require_POST
@session_view(Role.SCORER, act=acts.LOOK)
@needs_rules
def slip_show(request: Any, session: Session, number: int) -> HttpResponse:
    """What the hand as typed so far would bring. Writes nothing."""
    sheet = sheet_typed(request, session, number)
    if sheet.form.fold.over or session.closed_at:
        return render(request, "capture/_slip.html", {"hint": _("This game is over.")})
    if sheet.is_next and _seats_changed(request, sheet.table):
        return render(request, "capture/_slip.html", {"hint": _seats_have_changed()})
    return render(request, "capture/_slip.html", _slip_of(sheet.table, sheet.form))


@session_view(Role.SCORER)
@read_at_once
@names_its_write
@needs_rules
def hand_amend(request: Any, session: Session, number: int, pk: int) -> HttpResponse:
    """An earlier hand, with its answers, to be put right."""
    at, hand, fold = _dealt_before(session, number, pk, _sent(request))
    if session.closed_at and not written(at.game, _sent(request)):
        return _refused(request, session, at, _night_closed())
    if request.method == "POST":
        return _amend(request, session, at, hand, fold)
    if hand.voided_at:
        return redirect("board:hand", session.code, hand.pk)
    form = HandForm(at.rules, fold, at.names, entry=at.entry(hand), everybody=True)
    return _sheet(request, Sheet(session, at, form, hand.number, amends=hand))


@session_view(Role.SCORER)
@read_at_once
@names_its_write
@needs_rules
def hand_left_out(request: Any, session: Session, number: int, pk: int) -> HttpResponse:
    """A hand that was left out before this one, to be written in its place."""
    at, hand, fold = _dealt_before(session, number, pk, _sent(request))
    hand.game = at.game
    if session.closed_at and not written(at.game, _sent(request)):
        return _refused(request, session, at, _night_closed())
    posted = request.POST if request.method == "POST" else None
    if hand.voided_at and posted is None:
        return redirect("board:hand", session.code, hand.pk)
    form = HandForm(at.rules, fold, at.names, posted, everybody=True)
    sheet = Sheet(session, at, form, hand.number, before=hand)
    return _sheet(request, sheet) if posted is None else _insert(request, sheet, hand)


@require_POST
@session_view(Role.SCORER)
def hand_void(request: Any, session: Session, number: int, pk: int) -> HttpResponse:
    """Take a hand out of the game. ``again``: it was a slip of the finger; show its answers."""
    at = _table(session, number)
    hand = get_object_or_404(Hand, pk=pk, game=at.game)
    hand.game = at.game
    try:
        now = services.void_hand(
            hand=hand, reason=request.POST.get("reason", "").strip(), by=request.membership
        )
    except Closed:
        return _refused(request, session, at, _night_closed())
    except Stale:
        pass  # it is out already
    except NotPossible as broken:
        return _refused(request, session, at, impossible(broken))
    else:
        at = now
    return _voided(request, session, at, hand)


def _voided(request: Any, session: Session, at: Table, hand: Hand) -> HttpResponse:
    if not request.POST.get("again"):
        return _to(request, reverse("board:night", args=[session.code]))
    if request.htmx and not _closed(at):
        bar = Bar(_("Hand %(number)d taken back.") % {"number": hand.number})
        answer = _sheet(request, _blank(session, at, bar, hand if _kept(request) else None))
        return trigger_client_event(answer, "hand-saved", after="settle")
    place = reverse("capture:hand_new", args=[session.code, at.game.number])
    return redirect(f"{place}?{urlencode({'again': hand.pk})}" if _kept(request) else place)


def _kept(request: Any) -> bool:
    """The answers of the hand taken back are to be shown again: it was not the hand before."""
    return bool(request.POST.get("again") != "0")


# Saving ------------------------------------------------------------------------------------


def _save(request: Any, session: Session, at: Table) -> HttpResponse:
    number, token = _number(request), _token(request)
    fresh, fold = number == at.game.last_number + 1 and not _closed(at), at.fold
    if not fresh:
        at, fold = known(session, at, token)
        fresh = number == at.game.last_number + 1 and not _closed(at)
    form = HandForm(at.rules, fold, at.names, request.POST)
    sheet = Sheet(session, at, form, number, token)
    if fresh and _seats_changed(request, at):
        form.is_valid()
        sheet.bar = Bar(_seats_have_changed())
        return _sheet(request, sheet)
    if fresh and not form.is_valid():
        return _sheet(request, sheet)
    try:
        saved = services.record_hand(
            at=at, entry=form.entry, number=number, token=token, by=request.membership
        )
    except EntryError as error:
        form.refuse(error)
        return _sheet(request, sheet)
    except Stale as stale:
        with one_view():
            now = _table(session, at.game.number)
            return _stale(request, Sheet(session, now, form, number, token), stale.hand)
    except SavedOtherwise as other:
        return otherwise(request, session, at.game.number, other.hand)
    except Closed:
        return _over(request, session, _table(session, at.game.number), Bar(_not_saved(number)))
    return _saved(request, session, saved)


def _saved(request: Any, session: Session, saved: services.Saved) -> HttpResponse:
    name_write(request, Outcome.SETTLED)
    if not request.htmx:
        place = reverse("capture:hand_new", args=[session.code, saved.table.game.number])
        told: dict[str, Any] = {"saved": saved.hand.pk}
        if saved.question:
            told["odd"] = saved.question.told()
        return redirect(f"{place}?{urlencode(told)}")
    bar = saved_bar(saved.table, saved.hand, saved.question)
    if _closed(saved.table):
        answer = _over(request, session, saved.table, bar)
    else:
        answer = _sheet(request, _blank(session, saved.table, bar))
    return trigger_client_event(answer, "hand-saved", {"number": saved.hand.number})


def _stale(request: Any, sheet: Sheet, theirs: Hand | None) -> HttpResponse:
    """Somebody else's hand stands in the place of this one: both are shown, nothing is lost."""
    at, next_number = sheet.table, sheet.table.game.last_number + 1
    fold = _fold_before(at, theirs) if theirs else at.fold
    sheet.form = HandForm(at.rules, fold, at.names, request.POST)
    if sheet.form.is_valid() and theirs is None and sheet.number == next_number:
        sheet.bar = Bar(_("The game was corrected meanwhile: look at the slip and save again."))
        return _sheet(request, sheet)
    name_write(request, Outcome.STALE)
    context = {
        "sheet": sheet,
        "session": sheet.session,
        "hand": theirs,
        "rows": compared(at, at.entry(theirs) if theirs else None, sheet.form.entry),
        "posted": as_posted(sheet.form),
        "changes": _changes(request),
        "next_number": next_number,
        "token": token_after(sheet.token, "next"),
        "token_instead": token_after(sheet.token, "instead"),
    }
    return _page(request, "stale", context, status=409)


def _amend(
    request: Any, session: Session, at: Table, hand: Hand, fold: Fold[Any, Any]
) -> HttpResponse:
    form = HandForm(at.rules, fold, at.names, request.POST, everybody=True)
    reason = request.POST.get("reason", "").strip()
    sheet = Sheet(session, at, form, hand.number, _token(request), amends=hand, reason=reason)
    if not form.is_valid():
        return _sheet(request, sheet)
    hand.game = at.game
    try:
        saved = services.amend_hand(
            hand=hand, entry=form.entry, token=sheet.token, reason=reason, by=request.membership
        )
    except SavedOtherwise as other:
        return otherwise(request, session, at.game.number, other.hand, everybody=True)
    except EntryError as error:
        form.refuse(error)
        return _sheet(request, sheet)
    except NotPossible as broken:
        sheet.bar = Bar(impossible(broken))
        return _sheet(request, sheet)
    except Stale as stale:
        name_write(request, Outcome.SETTLED)
        return _refused(request, session, at, _corrected_meanwhile(hand), stale.hand)
    except Closed:
        return _refused(request, session, at, _night_closed())
    name_write(request, Outcome.SETTLED)
    return _to(request, reverse("board:hand", args=[session.code, saved.hand.pk]))


def _insert(request: Any, sheet: Sheet, hand: Hand) -> HttpResponse:
    session, at, form = sheet.session, sheet.table, sheet.form
    sheet.token = _token(request)
    if not form.is_valid():
        return _sheet(request, sheet)
    try:
        saved = insert_hand(before=hand, entry=form.entry, token=sheet.token, by=request.membership)
    except SavedOtherwise as other:
        return otherwise(request, session, at.game.number, other.hand, everybody=True)
    except EntryError as error:
        form.refuse(error)
        return _sheet(request, sheet)
    except NotPossible as broken:
        sheet.bar = Bar(impossible(broken))
        return _sheet(request, sheet)
    except Stale as stale:
        name_write(request, Outcome.SETTLED)
        return _refused(request, session, at, _corrected_meanwhile(hand), stale.hand)
    except Closed:
        return _refused(request, session, at, _night_closed())
    name_write(request, Outcome.SETTLED)
    place = reverse("capture:hand_new", args=sheet.place)
    return _to(request, f"{place}?{urlencode({'saved': saved.hand.pk})}")


# What pages are made of --------------------------------------------------------------------


def sheet_typed(request: Any, session: Session, number: int) -> Sheet:
    """The page as it was typed so far: the next hand, one to be corrected, or one left out."""
    with one_view():
        at = _table(session, number)
        amended, left_out = _earlier(request, at, "amends"), _earlier(request, at, "before")
        earlier = amended or left_out
        fold = _fold_before(at, earlier) if earlier else at.fold
    form = HandForm(at.rules, fold, at.names, request.POST, everybody=earlier is not None)
    which = earlier.number if earlier else at.game.last_number + 1
    token, reason = _token_or_new(request), request.POST.get("reason", "").strip()
    return Sheet(session, at, form, which, token, amends=amended, before=left_out, reason=reason)


def sheet_shown(request: Any, sheet: Sheet, data: Any) -> HttpResponse:
    """The page with these answers in it; what is still missing is said on the slip alone."""
    at, fold, everybody = sheet.table, sheet.form.fold, not sheet.is_next
    sheet.form, tried = (
        HandForm(at.rules, fold, at.names, data, everybody=everybody) for _form in range(2)
    )
    context = {"sheet": sheet, "form": sheet.form, "session": sheet.session}
    return _page(request, "hand_new", context | _slip_of(at, tried))


def _table(session: Session, number: int) -> Table:
    at = table_of(session, number)
    if at is None:
        raise Http404
    return at


def _dealt_before(
    session: Session, number: int, pk: int, token: str
) -> tuple[Table, Hand, Fold[Any, Any]]:
    """The table, a hand of its game, and the game as it stood when that was dealt; or that hand
    was which the token has written."""
    with one_view():
        at = _table(session, number)
        hand = get_object_or_404(Hand.objects.select_related("by__player"), pk=pk, game=at.game)
        return at, hand, _fold_before(at, written(at.game, token) or hand)


def _closed(at: Table) -> bool:
    return bool(at.game.closed_at or at.game.session.closed_at)


def _blank(session: Session, at: Table, bar: Bar | None, again: Hand | None = None) -> Sheet:
    """The next hand; ``again``: with the answers of a hand that was taken back."""
    fits = again is not None and again.persons <= at.fold.persons
    entry = at.entry(again) if again and fits else None
    form = HandForm(at.rules, at.fold, at.names, entry=entry)
    return Sheet(session, at, form, at.game.last_number + 1, bar=bar)


def _sheet(request: Any, sheet: Sheet) -> HttpResponse:
    context = {"sheet": sheet, "form": sheet.form, "session": sheet.session}
    if sheet.form.is_started or (sheet.form.is_bound and not sheet.form.faults):
        context |= _slip_of(sheet.table, sheet.form)
    return _page(request, "hand_new", context)


def _page(request: Any, name: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A whole page, or for htmx the part of it that changes (it takes no status for a failure)."""
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, f"capture/_{name}.html", context)
    return render(request, f"capture/{name}.html", context, status=status)


def _over(request: Any, session: Session, at: Table, bar: Bar | None) -> HttpResponse:
    """The game has ended: how it came out, and what comes next."""
    kept, totals = at.kept, at.kept.totals
    order = sorted(range(kept.seats), key=lambda seat: totals[seat], reverse=not kept.lowest_leads)
    context = {
        "session": session,
        "table": at,
        "bar": bar,
        "keeps_score": kept.keeps_score,
        "totals": [(at.seat_names[seat], totals[seat]) for seat in order],
        "balances": list(zip(at.names, kept.balances, strict=True)),
        "any_money": any(kept.balances),
    }
    return _page(request, "over", context)


def _refused(
    request: Any, session: Session, at: Table, said: str, hand: Hand | None = None
) -> HttpResponse:
    context = {"session": session, "table": at, "said": said, "hand": hand}
    return _page(request, "refused", context, status=409)


def _to(request: Any, place: str) -> HttpResponse:
    return HttpResponseClientRedirect(place) if request.htmx else redirect(place)


def _slip_of(at: Table, form: HandForm) -> dict[str, Any]:
    """The slip, or what is still missing."""
    currency = at.game.session.club.currency
    if form.is_valid():
        made = slip(at.rules, form.after, at.names)
        return {"slip": made, "currency": currency, "unusual": at.agreement.unusual()}
    fault = form.faults[0]
    return {"hint": fault.message, "hint_who": fault.who, "names": at.names}


# What a request says -----------------------------------------------------------------------


def _number(request: Any) -> int:
    told = request.POST.get("number", "")
    if not (told.isdecimal() and len(told) < 9):
        raise BadRequest("a hand has a number")
    return int(told)


def _token(request: Any) -> str:
    token = str(request.POST.get("token", ""))
    if not 0 < len(token) <= TOKEN_LENGTH:
        raise BadRequest("a write has a token")
    return token


def _sent(request: Any) -> str:
    """The token that came along, if any: whether there must be one is asked later."""
    return str(request.POST.get("token", ""))


def _token_or_new(request: Any) -> str:
    """Pages that only look may have lost theirs."""
    return str(request.POST.get("token", ""))[:TOKEN_LENGTH] or new_token()


def _found(request: Any, at: Table, name: str) -> Hand | None:
    """The hand of this game that the address names."""
    told = request.GET.get(name, "")
    if not (told.isdecimal() and len(told) < 18):
        return None
    return Hand.objects.filter(game=at.game, pk=int(told)).first()


def _bar_after(request: Any, at: Table) -> Bar | None:
    hand = _found(request, at, "saved")
    if hand:
        name_write(request, Outcome.SETTLED, hand.token)
    return saved_bar(at, hand, Question.read(request.GET.get("odd", ""))) if hand else None


def _undone(request: Any, at: Table) -> Hand | None:
    hand = _found(request, at, "again")
    return hand if hand and hand.voided_at else None


def _changes(request: Any) -> int:
    """How many changes of seats the page knew of; a page that says nothing knew of none."""
    told = request.POST.get("changes", "")
    return int(told) if told.isdecimal() and len(told) < 6 else 0


def _seats_changed(request: Any, at: Table) -> bool:
    return _changes(request) != at.game.change_count


def _seats_have_changed() -> str:
    return _("Somebody left or joined meanwhile. Look who plays, and save again.")


def _earlier(request: Any, at: Table, name: str) -> Hand | None:
    """The hand that is corrected (``amends``), or ``before`` which one was left out."""
    told = request.POST.get(name, "")
    if not (told.isdecimal() and len(told) < 18):
        return None
    return get_object_or_404(Hand, pk=int(told), game=at.game)


def _fold_before(at: Table, hand: Hand) -> Fold[Any, Any]:
    """The game as it stood when this hand was dealt."""
    return before(at, hand, hands_in_force(at.game))


def _not_saved(number: int) -> str:
    return _("Hand %(number)d was not saved: the game is closed.") % {"number": number}


def _night_closed() -> str:
    return _("The night is closed: open it again to correct a hand.")


def _corrected_meanwhile(hand: Hand) -> str:
    return _("Hand %(number)d was corrected by somebody else meanwhile.") % {"number": hand.number}
