"""Parts of the pages of a hand. Reads and shows; nothing is written here."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.core.database.one_view import one_view
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.htmx import HtmxRequest
from scorekeeper.core.requests.outcomes import Outcome, Refused, conclude
from scorekeeper.engine.game import Game as Fold
from scorekeeper.play.edits.idempotency import hand_by_token
from scorekeeper.play.edits.leading import OpenHand
from scorekeeper.play.leaders import winners
from scorekeeper.play.models import HAND_AUTHORS, Hand
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import Table, hands_in_force, removed_game, session_table
from scorekeeper.play.wording import breakdown
from scorekeeper.play.wording.game_summary import final_standings, payments_by_reason
from scorekeeper.play.wording.short_names import shortened
from scorekeeper.table.entry.cards.referee import stored_claims
from scorekeeper.table.entry.edits.steps import Step, step_in_request
from scorekeeper.table.entry.forms import FormFault, HandForm
from scorekeeper.table.entry.page_parts import Bar, Sheet
from scorekeeper.table.entry.playable import RemovedError
from scorekeeper.table.entry.posted import chosen_seating, posted_hand, posted_reason, token_or_new
from scorekeeper.table.entry.preview import slip
from scorekeeper.table.entry.proposal import joining_names, proposal


def sheet_typed(request: HtmxRequest, session: Session, number: int) -> Sheet:
    """Returns the page as typed so far: the next hand, one to be edited, or a missing one."""
    with one_view():
        table = require_table(session, number)
        if found := step_in_request(request, table):
            return _step_typed(request, table, *found)
        amended, followed = (
            posted_hand(request, table, "amends"),
            posted_hand(request, table, "before"),
        )
        if followed:
            followed = chosen_seating(request, table, followed)
        earlier = amended or followed
        fold = fold_before(table, earlier) if earlier else table.fold
    form = HandForm(table.rules, fold, table.names, request.POST, includes_left=amended is not None)
    hand_number = earlier.number if earlier else table.game.last_number + 1
    token, reason = token_or_new(request), posted_reason(request)
    return Sheet(
        session, table, form, hand_number, token, amends=amended, before=followed, reason=reason
    )


def _step_typed(request: HtmxRequest, table: Table, step: Step, later: OpenHand) -> Sheet:
    form = HandForm(table.rules, later.fold, table.names, request.POST, includes_left=True)
    token, number = token_or_new(request), later.hand.number
    session = table.game.session
    return Sheet(session, table, form, number, token, amends=later.hand, step=step)


def sheet_shown(request: HtmxRequest, sheet: Sheet, data: Any) -> HttpResponse:
    """Shows the page with these answers; missing ones are named in the preview only."""
    table, fold, includes_left = sheet.table, sheet.form.fold, sheet.amends is not None
    sheet.form, checked = (
        HandForm(table.rules, fold, table.names, data, includes_left=includes_left)
        for _form in range(2)
    )
    return page(request, "hand_new", _sheet_context(sheet) | slip_context(table, checked))


def require_table(session: Session, number: int) -> Table:
    """Raises RemovedError, or Http404 if there never was such a game."""
    table = session_table(session, number)
    if table is None:
        raise RemovedError if removed_game(session, number) else Http404
    return table


def hand_and_fold(
    session: Session, number: int, hand_token: str, token: str
) -> tuple[Table, Hand, Fold[Any, Any]]:
    """Returns the table, a hand of its game by its token, and the game as it was when that hand, or
    the one that ``token`` has written, was dealt."""
    with one_view():
        table = require_table(session, number)
        hand = get_object_or_404(table.game.hands.select_related(*HAND_AUTHORS), token=hand_token)
        return table, hand, fold_before(table, hand_by_token(table.game, token) or hand)


def is_closed(table: Table) -> bool:
    return bool(table.game.closed_at or table.game.session.closed_at)


def blank_sheet(
    session: Session, table: Table, bar: Bar | None, again: Hand | None = None
) -> Sheet:
    """Returns the next hand; ``again``: with the answers of a deleted hand."""
    has_room = again is not None and again.persons <= table.fold.persons
    entry = table.entry(again) if again and has_room else None
    wrong_shows = stored_claims(again) if again and entry else ""
    form = HandForm(table.rules, table.fold, table.names, entry=entry, wrong_shows=wrong_shows)
    proposed = None if entry else proposal(table)
    return Sheet(session, table, form, table.game.last_number + 1, bar=bar, proposed=proposed)


def proposed_sheet(session: Session, table: Table) -> Sheet:
    """Returns the next hand with the answers that the rules propose; an empty one if they propose
    nothing."""
    proposed = proposal(table)
    form = HandForm(
        table.rules, table.fold, table.names, entry=proposed.entry if proposed else None
    )
    return Sheet(session, table, form, table.game.last_number + 1)


def sheet_page(request: HtmxRequest, sheet: Sheet) -> HttpResponse:
    context = _sheet_context(sheet)
    if sheet.form.is_started or (sheet.form.is_bound and not sheet.form.faults):
        context |= slip_context(sheet.table, sheet.form)
    return page(request, "hand_new", context)


def sheet_again(request: ClubRequest, sheet: Sheet) -> HttpResponse:
    """Shows what was typed and not saved; its bar or its fields say why."""
    if sheet.bar and sheet.bar.is_refused:
        conclude(request, Refused(sheet.bar.message))
    else:
        fault = next(iter(sheet.form.faults), FormFault("", "", ""))
        message = f"{fault.person_name}: {fault.message}" if fault.person_name else fault.message
        conclude(request, Refused(message, fault.field_id))
    return sheet_page(request, sheet)


def _sheet_context(sheet: Sheet) -> dict[str, Any]:
    """Includes what may be agreed on instead of a hand already typed."""
    context = {"sheet": sheet, "form": sheet.form, "session": sheet.session}
    return context | (
        proposal_context(sheet) if sheet.form.is_bound else {"proposed": sheet.proposed}
    )


def page(
    request: HtmxRequest, name: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Renders a whole page, or for htmx the part that changes (it takes no error status).
    ``status``: for a POST; a page that was only opened is answered with 200."""
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, f"table/entry/_{name}.html", context)
    status = status if request.method == "POST" else 200
    return render(request, f"table/entry/{name}.html", context, status=status)


def over_page(
    request: HtmxRequest, session: Session, table: Table, bar: Bar | None
) -> HttpResponse:
    """Shows the finished game: the winner, the results, and what comes next."""
    context = {
        "session": session,
        "table": table,
        "bar": bar,
        "keeps_score": table.state.keeps_score,
        "winners": winners(table),
        "standings": final_standings(table),
        **_explanation(table),
        "any_money": currencies.are_shown() and any(table.state.balances),
    }
    return page(request, "over", context)


def _explanation(table: Table) -> dict[str, Any]:
    """Returns how points and money came about; for money of one kind only, the payments."""
    sums, money = table.state.sums_at_the_end, breakdown.money_breakdown(table)
    names, by_place = table.seat_names, table.state.by_place
    return {
        "columns": by_place(list(zip(names, shortened(names), strict=True))),
        "sums": [
            (label, by_place(list(zip(names, values, strict=True)))) for label, values in sums
        ],
        "points_summed": None if sums else breakdown.points_breakdown(table),
        "money_summed": money,
        "paid": [] if money else payments_by_reason(table),
    }


def refused_page(
    request: ClubRequest, table: Table, outcome: Outcome, hand: Hand | None = None
) -> HttpResponse:
    """``hand``: the one in its place."""
    if hand is not None:
        hand.game = table.game
    if request.method == "POST":
        conclude(request, outcome)
    session, reason = table.game.session, outcome.message
    context = {"session": session, "table": table, "reason": reason, "hand": hand}
    return page(request, "refused", context, status=409)


def slip_context(table: Table, form: HandForm) -> dict[str, Any]:
    """Returns the preview, or what is missing."""
    currency, asked = table.game.session.club.currency, {"last_asked": form.last_asked}
    if form.is_valid():
        preview = slip(table.rules, form.after, table.names)
        unusual = table.agreement.unusual()
        return asked | {"slip": preview, "currency": currency, "unusual": unusual}
    fault = form.faults[0]
    return asked | {"hint": fault.message, "hint_who": fault.person_name, "names": table.names}


def proposal_context(sheet: Sheet) -> dict[str, Any]:
    """Returns what may be agreed on instead of the next hand as typed, to show with the preview."""
    proposed = proposal(sheet.table) if sheet.may_propose else None
    if proposed is None:
        return {}
    context = {"proposed": proposed, "joining": joining_names(sheet.form)}
    return context | {"sheet": sheet, "session": sheet.session}


def fold_before(table: Table, hand: Hand) -> Fold[Any, Any]:
    """Returns the game as it was when this hand was dealt."""
    return replay_before(table, hand, hands_in_force(table.game))
