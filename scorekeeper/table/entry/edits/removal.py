"""Removes a game started by mistake, while no hand of it is in force, and restores it; lets one go
on that was ended by mistake."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done
from scorekeeper.play.edits import removal
from scorekeeper.play.edits.resuming import resume_game
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import removed_game, session_table
from scorekeeper.play.services import ClosedError, StaleError
from scorekeeper.play.terms import game_text
from scorekeeper.table.entry.game_pages import needs_rules, refused_page, require_table


@require_POST
@session_view(Role.HOST)
@needs_rules
def game_delete(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    table = session_table(session, number)
    if table is not None:
        try:
            removal.remove_game(game=table.game, by=request.membership)
        except ClosedError:
            return refused_page(request, table, Refused(_session_closed()))
        except StaleError as late:
            return refused_page(
                request,
                table,
                Refused(game_text(table.game.terms, "A hand of this game has been saved since.")),
                late.hand,
            )
    return redirect_done(request, "entry:game_deleted", session.code, number)


@require_POST
@session_view(Role.HOST)
@needs_rules
def game_restore(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Undo: restores the game."""
    if game := removed_game(session, number):
        try:
            removal.restore_game(game=game, by=request.membership)
        except ClosedError:
            conclude(request, Refused(_session_closed()))
            return _removed_page(request, game, _session_closed())
    return redirect_done(request, "entry:hand_new", session.code, number)


@require_POST
@session_view(Role.HOST)
@needs_rules
def game_resume(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Lets a game go on that was ended by mistake."""
    table = require_table(session, number)
    try:
        resume_game(game=table.game, by=request.membership)
    except ClosedError:
        return refused_page(request, table, Refused(_session_closed()))
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


def _session_closed() -> str:
    return _("This session has ended. Reopen it first.")
