"""Edits, inserts, deletes and restores hands; removes a game started by mistake, or lets one go on
that was ended by mistake. ``play`` writes; where a host has to agree first, a page shows them what
changes.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.outcomes import (
    Done,
    Refused,
    conclude,
    redirect_done,
    redirect_page,
)
from scorekeeper.core.requests.sent import OtherwiseError, required_token
from scorekeeper.engine.errors import EntryError
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import removal
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.idempotency import hand_by_token
from scorekeeper.play.edits.leading import Lead, OpenHand
from scorekeeper.play.models import Game, Hand, LateKind
from scorekeeper.play.replays.replay import NotPossibleError
from scorekeeper.play.selectors import Table, removed_game, session_table
from scorekeeper.play.services import ClosedError, SavedHand, StaleError
from scorekeeper.play.terms import game_text
from scorekeeper.settlement.after_closing import (
    ROUND_PUBLISHED,
    CorrectionResult,
    NotAgreedError,
    correct_hand,
    ranking_above,
)
from scorekeeper.settlement.balances import session_balances
from scorekeeper.table.entry.cards.referee import claims, stored_claims
from scorekeeper.table.entry.edits.conflict import edited_page, mismatch_page
from scorekeeper.table.entry.edits.steps import Steps, correction, step, take_steps
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.game_pages import (
    chosen_seating,
    fold_before,
    hand_and_fold,
    is_closed,
    needs_rules,
    optional_token,
    page,
    posted_reason,
    require_table,
    token_or_new,
)
from scorekeeper.table.entry.hand_page import HandPage
from scorekeeper.table.entry.results import deleted_bar, refusal_bar

# Editing and inserting -----------------------------------------------------------------------


@session_view(Role.SCORER)
@needs_rules
def hand_edit(request: ClubRequest, session: Session, number: int, hand_token: str) -> HttpResponse:
    """Shows and saves an earlier hand, to be edited."""
    steps = take_steps(request)
    table, hand, fold = hand_and_fold(session, number, hand_token, optional_token(request))
    if refused_response := _refusal_response(request, session, table, hand):
        return refused_response
    typed = _typed(request)
    entry = table.entry(hand) if typed is None else None
    form = HandForm(
        table.rules,
        fold,
        table.names,
        typed,
        entry=entry,
        includes_left=True,
        wrong_shows=stored_claims(hand),
    )
    page = HandPage(session, table, form, hand.number, amends=hand, reason=posted_reason(request))
    amend = partial(corrections.amend_hand, hand=hand, reason=page.reason)
    return _correct_page(request, page, hand, amend, steps)


@session_view(Role.SCORER)
@needs_rules
def hand_insert(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    """Shows and saves a missing hand, to be inserted before this one."""
    steps = take_steps(request)
    table, hand, fold = hand_and_fold(session, number, hand_token, optional_token(request))
    if refused_response := _refusal_response(request, session, table, hand):
        return refused_response
    chosen = chosen_seating(request, table, hand)
    if chosen.changes != hand.changes and not hand_by_token(table.game, optional_token(request)):
        hand, fold = chosen, fold_before(table, chosen)
    form = HandForm(table.rules, fold, table.names, _typed(request))
    page = HandPage(session, table, form, hand.number, before=hand)
    insert = partial(corrections.insert_hand, before=hand)
    return _correct_page(request, page, hand, insert, steps)


def _typed(request: ClubRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _refusal_response(
    request: ClubRequest, session: Session, table: Table, hand: Hand
) -> HttpResponse | None:
    """Returns why this hand cannot be edited, if so; what was written already may be sent again."""
    is_for_hosts = session.closed_at is not None or ranking_above(session) is not None
    is_refused = is_for_hosts and not _is_host(request)
    if is_refused and not hand_by_token(table.game, optional_token(request)):
        raise ClosedError(corrections.FOR_HOSTS if session.closed_at else ROUND_PUBLISHED)
    if hand.voided_at and request.method != "POST":
        return redirect(hand_address("scoreboard:hand", hand))
    return None


def _correct_page(
    request: ClubRequest, page: HandPage, hand: Hand, write: Callable[..., SavedHand], steps: Steps
) -> HttpResponse:
    """Shows the form, or saves what was typed."""
    if request.method != "POST":
        return page.answer(request)
    table, form = page.table, page.form
    page.token, hand.game = required_token(request), table.game
    page.inputs = steps.inputs
    if not form.is_valid() or "edit" in request.POST:
        return page.refuse(request)
    kind, done = (LateKind.AMENDED, "corrected") if page.amends else (LateKind.PUT_IN, "saved")
    typed = partial(write, entry=form.entry, token=page.token, claims=claims(form))

    def save() -> HttpResponse:
        lead = _lead(request, table, kind, hand, steps, form)
        if lead.open:
            return _step_page(request, table, kind, hand, steps, lead.open)
        try:
            result = _write(request, table, kind, lambda **more: typed(**more).hand, lead)
        except OtherwiseError as mismatch:
            return mismatch_page(request, mismatch.now, includes_left=page.amends is not None)
        except StaleError as late:
            if late.hand is not None and late.hand.number != hand.number:
                raise  # a later hand
            return _edited_meanwhile(request, page, hand, late, steps)
        except EntryError as error:
            form.refuse(error)
            return page.refuse(request)
        except NotPossibleError as broken:  # another hand was saved since
            page.bar = refusal_bar(broken.sentence)
            return page.refuse(request)
        return _redirect_done(request, _address_after(result, table, **{done: result.hand.token}))

    return _agreed(request, table, hand, save)


def _edited_meanwhile(
    request: ClubRequest, page: HandPage, hand: Hand, late: StaleError, steps: Steps
) -> HttpResponse:
    """Shows both versions of an edited hand. A missing hand is inserted before the new version,
    once the user has seen that there is one."""
    page.table, saved_hand = require_table(page.session, page.table.game.number), late.hand
    if page.form.fold.persons > page.table.fold.persons:  # a seat was typed for that has gone
        raise late
    if page.amends or saved_hand is None:
        inputs = steps.of_newest(page.table).inputs
        return edited_page(request, page.table, page.form, hand, saved_hand, inputs)
    saved_hand.game, page.before = page.table.game, saved_hand
    page.bar = refusal_bar(late.sentence + " " + _("Save again to insert yours before it."))
    conclude(request, Refused(page.bar.message))
    return page.refuse(request)


# Deleting and restoring ----------------------------------------------------------------------


@require_POST
@session_view(Role.SCORER)
@needs_rules
def hand_delete(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    """Deletes a hand. ``again``: it was a mistake; show its answers."""
    steps = take_steps(request)
    table = require_table(session, number)
    hand = get_object_or_404(table.game.hands, token=hand_token)

    def void(**author: Any) -> Hand:
        corrections.void_hand(hand=hand, reason=posted_reason(request), **author)
        return hand

    def delete() -> HttpResponse:
        lead = _lead(request, table, LateKind.TAKEN_BACK, hand, steps)
        if lead.open:
            return _step_page(request, table, LateKind.TAKEN_BACK, hand, steps, lead.open)
        result = _write(request, table, LateKind.TAKEN_BACK, void, lead)
        current = require_table(session, number)
        if result.late:
            return _redirect_done(request, _address_after(result, current))
        return _deleted_page(request, current, hand)

    return _agreed(request, table, hand, delete)


def _deleted_page(request: ClubRequest, table: Table, hand: Hand) -> HttpResponse:
    if not request.POST.get("again"):
        return _redirect_done(request, _next_hand_address(table, out=hand.token))
    again = hand if request.POST["again"] != "0" else None  # 0: it was a duplicate
    if request.htmx and not is_closed(table):
        conclude(request, Done())
        page = HandPage.next_hand(table.game.session, table, deleted_bar(table, hand), again)
        return trigger_client_event(page.answer(request), "hand-saved", after="settle")
    parameters = {"again": hand.token} if again else {}
    return redirect_done(request, _next_hand_address(table, **parameters))


@require_POST
@session_view(Role.SCORER)
@needs_rules
def hand_restore(
    request: ClubRequest, session: Session, number: int, hand_token: str
) -> HttpResponse:
    """Undo: restores a hand that was deleted or edited."""
    steps = take_steps(request)
    table = require_table(session, number)
    hand = get_object_or_404(table.game.hands, token=hand_token)
    token = required_token(request)

    def restore(**author: Any) -> Hand:
        return corrections.restore_hand(hand=hand, token=token, **author).hand

    def put_back() -> HttpResponse:
        lead = _lead(request, table, LateKind.PUT_BACK, hand, steps)
        if lead.open:
            return _step_page(request, table, LateKind.PUT_BACK, hand, steps, lead.open)
        result = _write(request, table, LateKind.PUT_BACK, restore, lead)
        return _redirect_done(request, _address_after(result, table, back=result.hand.token))

    return _agreed(request, table, hand, put_back)


# The write, and why it is refused ------------------------------------------------------------


def _lead(
    request: ClubRequest,
    table: Table,
    kind: LateKind,
    hand: Hand,
    steps: Steps,
    form: HandForm | None = None,
) -> Lead:
    """Returns what becomes of the later hands; nothing where ``play`` will refuse the edit, or has
    written it already."""
    is_away = (hand.voided_at is None) == (kind is LateKind.PUT_BACK)
    is_closed = table.game.session.closed_at is not None and not _is_host(request)
    if is_away or is_closed or hand_by_token(table.game, optional_token(request)):
        return Lead()
    with one_view():  # players, seat changes and hands of one moment, so that they can be replayed
        current = require_table(table.game.session, table.game.number)
        return steps.lead(correction(current, kind, hand, form))


def _step_page(
    request: ClubRequest, table: Table, kind: LateKind, hand: Hand, steps: Steps, later: OpenHand
) -> HttpResponse:
    """Shows a later hand that needs answers; nothing was written."""
    posted = steps.answers.get(later.hand.token)
    form = HandForm(
        table.rules,
        later.fold,
        table.names,
        posted,
        entry=later.entry if posted is None else None,
        includes_left=True,
        wrong_shows=stored_claims(later.hand),
    )
    form.is_valid()
    page = HandPage(table.game.session, table, form, later.hand.number, token_or_new(request))
    page.amends, page.step = later.hand, step(request, steps, kind, hand, later)
    conclude(request, Refused(page.step.missing))
    return page.answer(request)


def _write(
    request: ClubRequest, table: Table, kind: LateKind, write: Callable[..., Hand], lead: Lead
) -> CorrectionResult:
    """Raises NotAgreedError where the request does not agree to what changes, and whatever
    ``write`` raises."""
    by, is_host = request.membership, _is_host(request)
    if lead.follow_ups:
        write = partial(write, follow_ups=lead.follow_ups)
    return correct_hand(
        session=table.game.session,
        kind=kind,
        write=partial(write, by=by, after_closing=is_host),
        agreed=str(request.POST.get("agreed", "")),
        leads_in=table if lead.follow_ups else None,
        by=by,
    )


def _is_host(request: ClubRequest) -> bool:
    """Hosts may correct an ended session."""
    return request.role == Role.HOST


def _agreed(
    request: ClubRequest, table: Table, hand: Hand, act: Callable[[], HttpResponse]
) -> HttpResponse:
    """Returns what ``act`` answers, or the page on which a host agrees to it."""
    try:
        return act()
    except NotAgreedError as question:
        return agree_page(request, table, hand, question)


def _redirect_done(request: ClubRequest, address: str) -> HttpResponse:
    """Redirects after a write, even if htmx asked for a part of this page."""
    conclude(request, Done())
    return redirect_page(request, address)


def _address_after(result: CorrectionResult, table: Table, **parameters: str) -> str:
    """Returns the address that shows the result: for an ended session, settling up, or the scores
    where no money is shown."""
    code = table.game.session.code
    if result.late and not currencies.are_shown():
        return reverse("scoreboard:session", args=[code])
    if result.late:
        return f"{reverse('settlement:settle', args=[code])}#late"
    return _next_hand_address(table, **parameters)


def _next_hand_address(table: Table, **parameters: str) -> str:
    """Returns the address of the next hand, which shows what was done."""
    address = reverse("entry:hand_new", args=[table.game.session.code, table.game.number])
    return f"{address}?{urlencode(parameters)}" if parameters else address


# The page on which a host agrees -------------------------------------------------------------


QUESTIONS: Final = {
    LateKind.AMENDED: ("Edit hand %(number)s?", ""),
    LateKind.TAKEN_BACK: ("Delete hand %(number)s?", "Delete hand"),
    LateKind.PUT_IN: ("Insert a hand before hand %(number)s?", "Insert hand"),
    LateKind.PUT_BACK: ("Restore hand %(number)s?", "Restore hand"),
}
"""Question and button of the page, in the words of the game; without its own it saves."""


PAGE_FIELDS = frozenset({"csrfmiddlewaretoken", "token", "agreed", "edit"})
"""Inputs that the page has itself."""


def agree_page(
    request: ClubRequest, table: Table, hand: Hand, error: NotAgreedError
) -> HttpResponse:
    """Shows the changes; nothing was written. ``hand``: the one to be corrected, or before which
    one is inserted."""
    session, moved = table.game.session, "agreed" in request.POST
    current, (question, button) = table.game.hands.get(pk=hand.pk), QUESTIONS[error.kind]
    terms = table.game.terms
    heading = game_text(terms, question) % {"number": current.number}
    conclude(request, Refused(heading))
    context = {
        "session": session,
        "table": table,
        "hand": current,
        "question": heading,
        "button": game_text(terms, button) if button else _("Save changes"),
        "changes": error.changes,
        "typed": error.kind in (LateKind.AMENDED, LateKind.PUT_IN),
        "handed": session_balances(session).cash,
        "moved": moved,
        "token": request.POST.get("token", ""),
        "posted": {name: texts for name, texts in request.POST.lists() if name not in PAGE_FIELDS},
    }
    return page(request, "agree", context, status=409 if moved else 200)


# A game that was started or ended by mistake -------------------------------------------------


@require_POST
@session_view(Role.HOST)
@needs_rules
def game_delete(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    if table := session_table(session, number):
        removal.remove_game(game=table.game, by=request.membership)
    return redirect_done(request, "entry:game_deleted", session.code, number)


@require_POST
@session_view(Role.HOST)
@needs_rules
def game_restore(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Undo: restores the game."""
    if game := removed_game(session, number):
        try:
            removal.restore_game(game=game, by=request.membership)
        except ClosedError as closed:
            conclude(request, closed.outcome)
            return _removed_page(request, game, closed.sentence)
    return redirect_done(request, "entry:hand_new", session.code, number)


@require_POST
@session_view(Role.HOST)
@needs_rules
def game_resume(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Lets a game go on that was ended by mistake."""
    removal.resume_game(game=require_table(session, number).game, by=request.membership)
    return redirect_done(request, "entry:hand_new", session.code, number)


@require_GET
@session_view(Role.VIEWER)
def game_deleted(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows that the game was removed."""
    if game := removed_game(session, number):
        return _removed_page(request, game)
    return redirect("scoreboard:session", session.code)


def _removed_page(request: ClubRequest, game: Game, refused: str = "") -> HttpResponse:
    context = {"session": game.session, "game": game, "refused": refused}
    return render(request, "table/entry/deleted.html", context, status=409 if refused else 200)
