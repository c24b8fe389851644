"""Hands put right, written in where one was left out, and taken back. ``play`` writes; of a closed
night only what its host has agreed to (``capture.agreeing``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.capture.agreeing import agree_page, as_agreed
from scorekeeper.capture.conflict import otherwise
from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.pages import (
    blank,
    dealt_before,
    is_closed,
    refused_page,
    sheet_again,
    sheet_page,
    the_table,
)
from scorekeeper.capture.playable import impossible, needs_rules
from scorekeeper.capture.sent import reason_of, token_of, token_sent
from scorekeeper.capture.sheet import Bar, Sheet, refusal
from scorekeeper.capture.shows import carried, claims
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.errors import EntryError
from scorekeeper.play import corrections
from scorekeeper.play.models import Hand, LateKind
from scorekeeper.play.places import hand_address
from scorekeeper.play.repeated import hand_by_token
from scorekeeper.play.replay import NotPossibleError
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.serving.outcomes import Done, Refused, Stale, conclude, done, led_on
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.settling.after_closing import CorrectionResult, NotAgreedError
from scorekeeper.wording.words import words


@session_view(Role.SCORER)
@read_at_once
@needs_rules
def hand_amend(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    """An earlier hand, with its answers, to be put right."""
    at, hand, fold = dealt_before(session, number, which, token_sent(request))
    if refusal := _refusal(request, session, at, hand):
        return refusal
    typed = _typed(request)
    entry = at.entry(hand) if typed is None else None
    form = HandForm(
        at.rules, fold, at.names, typed, entry=entry, everybody=True, shown=carried(hand)
    )
    sheet = Sheet(session, at, form, hand.number, amends=hand, reason=reason_of(request))
    return _corrected(request, sheet, hand, _amend)


@session_view(Role.SCORER)
@read_at_once
@needs_rules
def hand_left_out(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    """A hand that was left out before this one, to be written in its place."""
    at, hand, fold = dealt_before(session, number, which, token_sent(request))
    if refusal := _refusal(request, session, at, hand):
        return refusal
    form = HandForm(at.rules, fold, at.names, _typed(request), everybody=True)
    sheet = Sheet(session, at, form, hand.number, before=hand)
    return _corrected(request, sheet, hand, _insert)


def _typed(request: ClubRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _refusal(request: ClubRequest, session: Session, at: Table, hand: Hand) -> HttpResponse | None:
    """Why this hand cannot be corrected, if it cannot; what was written already may be sent."""
    refused = session.closed_at and not _is_host(request)
    if refused and not hand_by_token(at.game, token_sent(request)):
        return refused_page(request, at, Refused(_night_closed()))
    if hand.voided_at and request.method != "POST":
        return redirect(hand_address("board:hand", hand))
    return None


def _is_host(request: ClubRequest) -> bool:
    """May correct a closed night."""
    return request.role == Role.HOST


def _amend(request: ClubRequest, sheet: Sheet, hand: Hand) -> str:
    def write() -> Hand:
        return corrections.amend_hand(
            hand=hand,
            entry=sheet.form.entry,
            token=sheet.token,
            reason=sheet.reason,
            by=request.membership,
            claims=claims(sheet.form),
            after_closing=_is_host(request),
        ).hand

    made = as_agreed(request, sheet.session, LateKind.AMENDED, write)
    return _after(made, sheet.session, sheet.table, corrected=made.hand.token)


def _insert(request: ClubRequest, sheet: Sheet, hand: Hand) -> str:
    def write() -> Hand:
        return corrections.insert_hand(
            before=hand,
            entry=sheet.form.entry,
            token=sheet.token,
            by=request.membership,
            claims=claims(sheet.form),
            after_closing=_is_host(request),
        ).hand

    made = as_agreed(request, sheet.session, LateKind.PUT_IN, write)
    return _after(made, sheet.session, sheet.table, saved=made.hand.token)


def _after(made: CorrectionResult, session: Session, at: Table, **told: str) -> str:
    """Where it is told what was done: of a closed night, on its settling up."""
    if made.late:
        return f"{reverse('settling:settle', args=[session.code])}#late"
    return _next_hand(session, at, **told)


def _next_hand(session: Session, at: Table, **told: str) -> str:
    """The page of the next hand, which says what was done."""
    place = reverse("capture:hand_new", args=[session.code, at.game.number])
    return f"{place}?{urlencode(told)}" if told else place


def _corrected(
    request: ClubRequest, sheet: Sheet, hand: Hand, write: Callable[[ClubRequest, Sheet, Hand], str]
) -> HttpResponse:
    """The page to type into; ``write`` writes what was typed, and tells the page that shows it."""
    if request.method != "POST":
        return sheet_page(request, sheet)
    session, at, form = sheet.session, sheet.table, sheet.form
    sheet.token, hand.game = token_of(request), at.game
    if not form.is_valid() or "edit" in request.POST:
        return sheet_again(request, sheet)
    try:
        place = write(request, sheet, hand)
    except NotAgreedError as asked:
        return agree_page(request, at, hand, asked)
    except OtherwiseError as other:
        return otherwise(request, session, at.game.number, other.first, everybody=True)
    except EntryError as error:
        form.refuse(error)
        return sheet_again(request, sheet)
    except NotPossibleError as broken:
        sheet.bar = refusal(impossible(broken))
        return sheet_again(request, sheet)
    except StaleError as late:
        return refused_page(request, at, _corrected_meanwhile(hand), late.hand)
    except ClosedError:
        return refused_page(request, at, Refused(_night_closed()))
    return _done(request, place)


def _done(request: ClubRequest, place: str) -> HttpResponse:
    """It is written, and told on another page, also where htmx asked for a part of this one."""
    conclude(request, Done())
    return led_on(request, place)


@require_POST
@session_view(Role.SCORER)
@needs_rules
def hand_void(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    """Take a hand out of the game. ``again``: it was a slip of the finger; show its answers."""
    at = the_table(session, number)
    hand = get_object_or_404(at.game.hands, token=which)

    def write() -> Hand:
        corrections.void_hand(
            hand=hand,
            reason=reason_of(request),
            by=request.membership,
            after_closing=_is_host(request),
        )
        return hand

    try:
        made = as_agreed(request, session, LateKind.TAKEN_BACK, write)
    except NotAgreedError as asked:
        return agree_page(request, at, hand, asked)
    except ClosedError:
        return refused_page(request, at, Refused(_night_closed()))
    except StaleError:  # it is out already
        return _voided(request, session, at, hand)
    except NotPossibleError as broken:
        return refused_page(request, at, Refused(impossible(broken)))
    at = the_table(session, number)
    if made.late:
        return _done(request, _after(made, session, at))
    return _voided(request, session, at, hand)


def _voided(request: ClubRequest, session: Session, at: Table, hand: Hand) -> HttpResponse:
    if not request.POST.get("again"):
        return _done(request, _next_hand(session, at, out=hand.token))
    if request.htmx and not is_closed(at):
        conclude(request, Done())
        bar = Bar(_("Hand %(number)d deleted.") % {"number": hand.number})
        answer = sheet_page(request, blank(session, at, bar, hand if _kept(request) else None))
        return trigger_client_event(answer, "hand-saved", after="settle")
    return done(request, _next_hand(session, at, **{"again": hand.token} if _kept(request) else {}))


@require_POST
@session_view(Role.SCORER)
@needs_rules
def hand_back(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    """Undo: a hand that was taken back or corrected counts again as it was."""
    at = the_table(session, number)
    hand = get_object_or_404(at.game.hands, token=which)
    token = token_of(request)

    def write() -> Hand:
        who, may = request.membership, _is_host(request)
        return corrections.restore_hand(hand=hand, token=token, by=who, after_closing=may).hand

    try:
        made = as_agreed(request, session, LateKind.PUT_BACK, write)
    except NotAgreedError as asked:
        return agree_page(request, at, hand, asked)
    except ClosedError:
        return refused_page(request, at, Refused(_night_closed()))
    except StaleError as late:
        return refused_page(request, at, _corrected_meanwhile(hand), late.hand)
    except OtherwiseError as other:
        return refused_page(request, at, _corrected_meanwhile(hand), other.first)
    except NotPossibleError as broken:
        return refused_page(request, at, Refused(impossible(broken)))
    except EntryError as error:
        return refused_page(request, at, Refused(words(error)))
    return _done(request, _after(made, session, at, back=made.hand.token))


def _kept(request: ClubRequest) -> bool:
    """The answers of the hand taken back are to be shown again: it was not the hand before."""
    return bool(request.POST.get("again") != "0")


def _night_closed() -> str:
    return _("This session has ended. A host can still edit it.")


def _corrected_meanwhile(hand: Hand) -> Stale:
    said = _("Someone else has edited hand %(number)d.")
    return Stale(said % {"number": hand.number})
