"""Every page about a game begins here: with its table, the rules it was agreed on, and the pages
that stand for a hand where there is none to enter.

It also reads what every request about a hand carries: its token, the hands it names.

What was played stays readable where today's rules cannot replay it; only another hand, or an edit,
needs rules.
"""

from functools import wraps
from typing import Any, ParamSpec, Protocol

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.short_names import shortened
from scorekeeper.core.localization.words import new_token, words
from scorekeeper.core.requests.outcomes import (
    Gone,
    HtmxRequest,
    conclude,
    redirect_page,
)
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import LONGEST_TOKEN, whole_number
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game as Fold
from scorekeeper.play.edits.idempotency import hand_by_token
from scorekeeper.play.edits.leading import least_changes, seated_by, seatings
from scorekeeper.play.models import HAND_AUTHORS, Hand
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import (
    Table,
    hands_in_force,
    removed_game,
    session_table,
    todays_rules,
    winners,
)
from scorekeeper.play.services import StaleError
from scorekeeper.play.terms import in_terms
from scorekeeper.play.wording import finished_game
from scorekeeper.play.wording.finished_game import final_standings, payments_by_reason
from scorekeeper.table.entry.results import Bar

P = ParamSpec("P")


class RemovedError(Http404):
    """The game was removed; it may be restored."""


class GameView(Protocol[P]):
    """A view of the game of this number."""

    def __call__(
        self,
        request: ClubRequest,
        session: Session,
        /,
        number: int,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> HttpResponse: ...


def needs_rules(view: GameView[P]) -> GameView[P]:
    """Decorates a view that applies the rules of a game: what is refused, and has no page of its
    own, is answered here."""

    @wraps(view)
    def playing(
        request: ClubRequest,
        session: Session,
        /,
        number: int,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> HttpResponse:
        try:
            with todays_rules():
                return view(request, session, number, *args, **kwargs)
        except RemovedError:
            return _removed(request, session, number)
        except (Refusal, EntryError) as refusal:
            return _refused(request, session, number, refusal)

    return playing


def _refused(
    request: ClubRequest, session: Session, number: int, refusal: Refusal | EntryError
) -> HttpResponse:
    """Says why; of a hand, with the one in its place."""
    table = session_table(session, number)
    if table is None:
        return _removed(request, session, number)
    if isinstance(refusal, EntryError):
        refusal = Refusal(words(in_terms(table.game.terms, refusal.named(table.names))))
    hand = refusal.hand if isinstance(refusal, StaleError) else None
    if hand is not None:
        hand.game = table.game
    if request.method == "POST":
        conclude(request, refusal.outcome)
    context = {"session": session, "table": table, "reason": refusal.sentence, "hand": hand}
    return page(request, "refused", context, status=409)


def _removed(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Redirects to the page of the removed game; a hand typed for it cannot be saved."""
    if request.method == "POST":
        conclude(request, Gone(_("This game has been deleted.")))
    return redirect_page(request, "entry:game_deleted", session.code, number)


# The table -----------------------------------------------------------------------------------


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


def fold_before(table: Table, hand: Hand) -> Fold[Any, Any]:
    """Returns the game as it was when this hand was dealt."""
    return replay_before(table, hand, hands_in_force(table.game))


def is_closed(table: Table) -> bool:
    return bool(table.game.closed_at or table.game.session.closed_at)


# The pages -----------------------------------------------------------------------------------


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
    sums, money = table.state.sums_at_the_end, finished_game.money_breakdown(table)
    names, by_place = table.seat_names, table.state.by_place
    return {
        "columns": by_place(list(zip(names, shortened(names), strict=True))),
        "sums": [
            (label, by_place(list(zip(names, values, strict=True)))) for label, values in sums
        ],
        "points_summed": None if sums else finished_game.points_breakdown(table),
        "money_summed": money,
        "paid": [] if money else payments_by_reason(table),
    }


# What a request carries ------------------------------------------------------------------------


def optional_token(request: HttpRequest) -> str:
    """Returns the token, if any: whether there must be one is checked later."""
    return str(request.POST.get("token", ""))


def token_or_new(request: HttpRequest) -> str:
    """Returns the token; pages that only look may have lost theirs."""
    return str(request.POST.get("token", ""))[:LONGEST_TOKEN] or new_token()


def hand_in_address(request: HttpRequest, table: Table, name: str) -> Hand | None:
    """Returns the hand of this game named in the address, with the one it replaced."""
    token = request.GET.get(name, "")
    if not token:
        return None
    hand = table.game.hands.select_related("replaces").filter(token=token).first()
    if hand is not None and hand.replaces is not None:
        hand.replaces.game = table.game
    return hand


def posted_changes(request: HttpRequest) -> int:
    """Returns how many seat changes the page knew of; 0 if it does not say."""
    return whole_number(request.POST.get("changes", ""), digits=5) or 0


def seats_changed(request: HttpRequest, table: Table) -> bool:
    return posted_changes(request) != table.game.change_count


def posted_hand(request: HttpRequest, table: Table, name: str) -> Hand | None:
    """Returns the hand that is corrected (``amends``), or ``before`` which one is inserted."""
    token = request.POST.get(name, "")
    return get_object_or_404(table.game.hands, token=token) if token else None


def chosen_seating(request: HttpRequest, table: Table, before: Hand) -> Hand:
    """Returns the hand before which one is inserted; as the place of a hand that was dealt to those
    who sat there earlier, if the request says so."""
    text = request.POST.get("seats") or request.GET.get("seats", "")
    changes = whole_number(text, digits=5)
    if changes is None or not least_changes(table, before) <= changes < before.changes:
        return before
    chosen = (seating for seating in seatings(table, before) if seating.changes == changes)
    return next((seated_by(before, seating) for seating in chosen), before)


def posted_reason(request: HttpRequest) -> str:
    return str(request.POST.get("reason", "")).strip()
