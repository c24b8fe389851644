"""Ends a game before its own end, and starts the same game again."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done
from scorekeeper.core.requests.sent import OtherwiseError, sent_token
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.seats.changes import is_open
from scorekeeper.play import services
from scorekeeper.play.current_rules import todays_rules
from scorekeeper.play.ledger_rows import payout_if_stopped
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table, session_table
from scorekeeper.table.starting.forms import already_started_message
from scorekeeper.table.starting.rematch import start_again


@session_view(Role.HOST)
def game_close(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    game = get_object_or_404(Game, session=session, number=number)
    if request.method == "POST":
        services.close_game(game=game, by=request.membership)
        return redirect_done(request, "scoreboard:session", session.code)
    game.session = session
    table = game_table(game)
    _ending, balances = payout_if_stopped(table)
    results = zip(table.players, balances, strict=True)
    context = {
        "session": session,
        "game": game,
        "pot": table.state.pot,
        "pays_at_its_end": table.rules.pays_at_its_end and not is_open(table.rules, table.fold),
        "results": sorted(((p, net) for p, net in results if net), key=lambda pair: -pair[1]),
    }
    return render(request, "table/starting/game_close.html", context)


@require_POST
@session_view(Role.HOST)
def game_again(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Starts the same game again; if that is not possible, redirects to the choice of a game."""
    table = session_table(session, number)
    token = sent_token(request)
    if table is None or not token:
        raise Http404
    spend(acts.NEW_GAME, request, club=session.club)
    try:
        with todays_rules():
            game = start_again(table=table, token=token, by=request.membership)
    except services.ClosedError:
        conclude(request, Refused(_("This session has ended.")))
        return redirect("scoreboard:session", session.code)
    except (EntryError, OtherwiseError) as error:
        reason = words(error) if isinstance(error, EntryError) else already_started_message()
        conclude(request, Refused(reason))
        choose = reverse("starting:game_new", args=[session.code])
        return redirect(f"{choose}?variant={table.game.variant}")
    return redirect_done(request, "entry:hand_new", session.code, game.number)
