"""What the pages of a hand are made of. Reads and shows; nothing here is written."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from scorekeeper.capture.forms import FormFault, HandForm
from scorekeeper.capture.playable import RemovedError
from scorekeeper.capture.proposal import joining, proposal
from scorekeeper.capture.sent import earlier, reason_of, token_or_new
from scorekeeper.capture.sheet import Bar, Sheet
from scorekeeper.capture.shows import carried
from scorekeeper.capture.slip import slip
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.engine.game import Game as Fold
from scorekeeper.play.ahead import winners
from scorekeeper.play.models import HAND_AUTHORS, Hand
from scorekeeper.play.repeated import hand_by_token
from scorekeeper.play.replay import replay_before
from scorekeeper.play.selectors import Table, hands_in_force, removed_game, session_table
from scorekeeper.serving.htmx import HtmxRequest
from scorekeeper.serving.one_view import one_view
from scorekeeper.serving.outcomes import Outcome, Refused, conclude
from scorekeeper.telling import why
from scorekeeper.telling.ended import how_paid, standings
from scorekeeper.telling.short_names import short


def sheet_typed(request: HtmxRequest, session: Session, number: int) -> Sheet:
    """The page as it was typed so far: the next hand, one to be corrected, or one left out."""
    with one_view():
        at = the_table(session, number)
        amended, left_out = earlier(request, at, "amends"), earlier(request, at, "before")
        held = amended or left_out
        fold = fold_before(at, held) if held else at.fold
    form = HandForm(at.rules, fold, at.names, request.POST, everybody=held is not None)
    which = held.number if held else at.game.last_number + 1
    token, reason = token_or_new(request), reason_of(request)
    return Sheet(session, at, form, which, token, amends=amended, before=left_out, reason=reason)


def sheet_shown(request: HtmxRequest, sheet: Sheet, data: Any) -> HttpResponse:
    """The page with these answers in it; what is still missing is said on the slip alone."""
    at, fold, everybody = sheet.table, sheet.form.fold, not sheet.is_next
    sheet.form, tried = (
        HandForm(at.rules, fold, at.names, data, everybody=everybody) for _form in range(2)
    )
    return page(request, "hand_new", _shown(sheet) | slip_of(at, tried))


def the_table(session: Session, number: int) -> Table:
    """Raises RemovedError, or Http404 if there never was such a game."""
    at = session_table(session, number)
    if at is None:
        raise RemovedError if removed_game(session, number) else Http404
    return at


def dealt_before(
    session: Session, number: int, which: str, token: str
) -> tuple[Table, Hand, Fold[Any, Any]]:
    """The table, a hand of its game (``which``: its token), and the game as it stood when that was
    dealt; or that hand was which ``token`` has written."""
    with one_view():
        at = the_table(session, number)
        hand = get_object_or_404(at.game.hands.select_related(*HAND_AUTHORS), token=which)
        return at, hand, fold_before(at, hand_by_token(at.game, token) or hand)


def is_closed(at: Table) -> bool:
    return bool(at.game.closed_at or at.game.session.closed_at)


def blank(session: Session, at: Table, bar: Bar | None, again: Hand | None = None) -> Sheet:
    """The next hand; ``again``: with the answers of a hand that was taken back."""
    fits = again is not None and again.persons <= at.fold.persons
    entry = at.entry(again) if again and fits else None
    shown = carried(again) if again and entry else ""
    form = HandForm(at.rules, at.fold, at.names, entry=entry, shown=shown)
    proposed = None if entry else proposal(at)
    return Sheet(session, at, form, at.game.last_number + 1, bar=bar, proposed=proposed)


def agreed(session: Session, at: Table) -> Sheet:
    """The next hand, answered as the rules propose now; a blank one where they propose nothing."""
    found = proposal(at)
    form = HandForm(at.rules, at.fold, at.names, entry=found.entry if found else None)
    return Sheet(session, at, form, at.game.last_number + 1)


def sheet_page(request: HtmxRequest, sheet: Sheet) -> HttpResponse:
    context = _shown(sheet)
    if sheet.form.is_started or (sheet.form.is_bound and not sheet.form.faults):
        context |= slip_of(sheet.table, sheet.form)
    return page(request, "hand_new", context)


def sheet_again(request: ClubRequest, sheet: Sheet) -> HttpResponse:
    """The page with what was typed, which is not saved; its bar or its fields say why."""
    if sheet.bar and sheet.bar.refused:
        conclude(request, Refused(sheet.bar.said))
    else:
        fault = next(iter(sheet.form.faults), FormFault("", "", ""))
        said = f"{fault.who}: {fault.message}" if fault.who else fault.message
        conclude(request, Refused(said, fault.at))
    return sheet_page(request, sheet)


def _shown(sheet: Sheet) -> dict[str, Any]:
    """With what may be agreed on instead of a hand that was typed already."""
    told = {"sheet": sheet, "form": sheet.form, "session": sheet.session}
    return told | (proposed_of(sheet) if sheet.form.is_bound else {"proposed": sheet.proposed})


def page(
    request: HtmxRequest, name: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """A whole page, or for htmx the part of it that changes (it takes no status for a failure).
    ``status``: of what was sent; to a page that was only opened, saying why is a good answer."""
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, f"capture/_{name}.html", context)
    status = status if request.method == "POST" else 200
    return render(request, f"capture/{name}.html", context, status=status)


def over_page(request: HtmxRequest, session: Session, at: Table, bar: Bar | None) -> HttpResponse:
    """The game has ended: who won, how it came out, and what comes next."""
    context = {
        "session": session,
        "table": at,
        "bar": bar,
        "keeps_score": at.state.keeps_score,
        "winners": winners(at),
        "standings": standings(at),
        **_why(at),
        "any_money": any(at.state.balances),
    }
    return page(request, "over", context)


def _why(at: Table) -> dict[str, Any]:
    """How points and money came about; money that was for one thing alone, from whom to whom."""
    sums, money = at.state.sums_at_the_end, why.money(at)
    names = at.seat_names
    return {
        "columns": list(zip(names, short(names), strict=True)),
        "sums": [(label, list(zip(names, values, strict=True))) for label, values in sums],
        "points_summed": None if sums else why.points(at),
        "money_summed": money,
        "paid": [] if money else how_paid(at),
    }


def refused_page(
    request: ClubRequest, at: Table, outcome: Outcome, hand: Hand | None = None
) -> HttpResponse:
    """``hand``: what stands there."""
    if hand is not None:
        hand.game = at.game
    if request.method == "POST":
        conclude(request, outcome)
    session, said = at.game.session, outcome.message
    context = {"session": session, "table": at, "said": said, "hand": hand}
    return page(request, "refused", context, status=409)


def slip_of(at: Table, form: HandForm) -> dict[str, Any]:
    """The slip, or what is still missing."""
    currency = at.game.session.club.currency
    if form.is_valid():
        made = slip(at.rules, form.after, at.names)
        return {"slip": made, "currency": currency, "unusual": at.agreement.unusual()}
    fault = form.faults[0]
    return {"hint": fault.message, "hint_who": fault.who, "names": at.names}


def proposed_of(sheet: Sheet) -> dict[str, Any]:
    """What may be agreed on instead of the next hand, as far as it is typed; beside the slip."""
    found = proposal(sheet.table) if sheet.may_propose else None
    if found is None:
        return {}
    told = {"proposed": found, "joining": joining(sheet.form)}
    return told | {"sheet": sheet, "session": sheet.session}


def fold_before(at: Table, hand: Hand) -> Fold[Any, Any]:
    """The game as it stood when this hand was dealt."""
    return replay_before(at, hand, hands_in_force(at.game))
