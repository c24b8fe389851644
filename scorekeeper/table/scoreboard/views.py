"""The session on everybody's device: who leads, what was played, and the reason for each number.

Nothing here changes a game. The only thing a reader can set is whether their own screen shows
money.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, readable_day, session_view, unchanged_response
from scorekeeper.clubs.activity import ActivityKind, for_session
from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.localization.reader import MONEY_COOKIE, remember, shows_money
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.ledger.selectors import session_player
from scorekeeper.play.models import Hand
from scorekeeper.play.replays import evidence
from scorekeeper.play.selectors import Table
from scorekeeper.play.selectors import game_table as table_of
from scorekeeper.play.wording.answers import hand_reports
from scorekeeper.play.wording.cards import Face, LaidHand, card_faces, lay_out
from scorekeeper.play.wording.session import session_tables
from scorekeeper.settlement.after_closing import late_corrections_for
from scorekeeper.table.approvals.page import REFUSALS, find_hand, hand_approvals
from scorekeeper.table.scoreboard.cache import Wanted
from scorekeeper.table.scoreboard.cache import board as draw
from scorekeeper.table.scoreboard.hands import hand_versions
from scorekeeper.table.scoreboard.player import own_session


@require_GET
@session_view(Role.VIEWER)
def session(request: ClubRequest, session: Session) -> HttpResponse:
    closed = (
        for_session(session, ActivityKind.SESSION_CLOSED).first() if session.closed_at else None
    )
    board_html = draw(request, session, _wanted(request))
    day = readable_day(request, session)
    context = {"session": session, "board": board_html, "closed": closed, "day": day}
    return render(request, "table/scoreboard/session.html", context)


@require_GET
@session_view(Role.VIEWER)
def tv(request: ClubRequest, session: Session) -> HttpResponse:
    screen = _screen(request, session)
    board_html = draw(request, session, _wanted_tv(request, screen))
    context = {
        "session": session,
        "board": board_html,
        "asks": _asks_for_code(request, session, screen),
    }
    return render(request, "table/scoreboard/tv.html", {**context, **screen})


@require_GET
def newer(request: HttpRequest, code: str) -> HttpResponseBase:
    """Returns nothing (204) while the session is as the device shows it, else the board."""
    return unchanged_response(request, code) or board(request, code)


@require_GET
@session_view(Role.VIEWER)
def board(request: ClubRequest, session: Session) -> HttpResponse:
    if request.GET.get("view") != "tv":
        beside = request.GET.get("view") == "beside"
        return HttpResponse(draw(request, session, _wanted(request, beside=beside)))
    screen = _screen(request, session)
    board_html = draw(request, session, _wanted_tv(request, screen))
    if request.GET.get("code", "") != screen["shows"]:
        context = {"session": session, **screen, "oob": True}
        board_html += render_to_string("table/scoreboard/_screen_code.html", context, request)
    return HttpResponse(board_html)


@require_POST
@session_view(Role.VIEWER, money=True)
def money(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows or hides money on this device."""
    response = redirect("scoreboard:session", session.code)
    remember(response, MONEY_COOKIE, "1" if request.POST.get("show") == "1" else "0")
    return response


@require_GET
@session_view(Role.VIEWER)
def hand(request: ClubRequest, session: Session, number: int, hand_token: str) -> HttpResponse:
    """Shows one hand: what was entered, its result and why, in every version."""
    hand_row = find_hand(session, number, hand_token)
    table = table_of(hand_row.game)
    versions = hand_versions(table, hand_row.number)
    in_force = next((v for v in versions if not v.is_void), None)
    version = next(v for v in versions if v.hand.pk == hand_row.pk)
    return render(
        request,
        "table/scoreboard/hand.html",
        {
            "session": session,
            "table": table,
            "shown_version": version,
            "answers": hand_reports(table, version.hand),
            "counted_cards": list(_counted(table, version.hand)),
            "wrong_shows": list(_wrong(table, version.hand)),
            "in_force": in_force,
            "earlier": [v for v in versions if v is not version],
            "keeps_score": table.state.keeps_score,
            "show_money": shows_money(request) is not False,
            "approvals": hand_approvals(session, table, hand_row, request.membership.player_id),
            "refused": REFUSALS.get(request.GET.get("refused", ""), ""),
            "can_correct": version is in_force and request.role >= _corrects(session),
            "can_restore": in_force is None
            and version is versions[0]
            and request.role >= _corrects(session),
        },
    )


def _corrects(session: Session) -> Role:
    """Returns the role needed to edit a hand of this session."""
    return Role.HOST if session.closed_at else Role.SCORER


def _counted(table: Table, hand: Hand) -> Iterator[tuple[str, LaidHand]]:
    """Yields whose cards were tapped, and how they were laid out and counted."""
    line_names, deck = table.state.line_names(table.names), evidence.deck(table.rules)
    for line, arrangement in evidence.arrangements(hand):
        yield line_names[line], lay_out(arrangement, deck)


def _wrong(table: Table, hand: Hand) -> Iterator[tuple[str, str, list[list[Face]]]]:
    """Yields who made a wrong show, why it was wrong, and the cards as they lay."""
    deck = evidence.deck(table.rules)
    for show in evidence.wrong_shows(hand):
        groups = show.claim.groups or (show.claim.cards,)
        yield (
            table.names[show.claim.person],
            show.reason,
            [card_faces(group, deck) for group in groups],
        )


@require_GET
@session_view(Role.VIEWER)
def player(request: ClubRequest, session: Session, pk: int) -> HttpResponse:
    """Shows the session of one player, game by game, and the hands of one game."""
    shown_player = session_player(session, pk)
    if shown_player is None:
        raise Http404
    number, upto = _number(request, "game"), _number(request, "upto")
    own = own_session(session, session_tables(session), shown_player, number, upto)
    show_money = own.moves_money and shows_money(request) is not False
    return render(
        request,
        "table/scoreboard/player.html",
        {
            "session": session,
            "player": shown_player,
            "own": own,
            "games": own.by_money if show_money else own.games,
            "show_money": show_money,
            "late": late_corrections_for(session, shown_player) if show_money else [],
        },
    )


def _wanted(request: HttpRequest, *, beside: bool = False) -> Wanted:
    number, upto = _number(request, "game"), _number(request, "upto")
    return Wanted(number, upto, tv=False, money=shows_money(request), beside=beside)


def _wanted_tv(request: HttpRequest, screen: Mapping[str, Any]) -> Wanted:
    number, upto = _number(request, "game"), _number(request, "upto")
    money = request.GET.get("money") == "1"
    return Wanted(number, upto, tv=True, money=money, code=screen["shows"])


def _screen(request: ClubRequest, session: Session) -> dict[str, Any]:
    """Returns the invitation on the TV scoreboard."""
    invitation = invitations.screen_link(session)
    return {
        "shows": str(invitation[0].pk) if invitation else "",
        "code": invitations.build_invitation(request, *invitation) if invitation else None,
        "back": "money" if request.GET.get("money") == "1" else "tv",
    }


def _asks_for_code(request: ClubRequest, session: Session, screen: Mapping[str, Any]) -> bool:
    """Returns whether a host is asked here to show the invitation: not once it was removed or
    declined. Other screens never create a code by being opened."""
    is_settled = screen["shows"] or session.closed_at or request.GET.get("ask") == "no"
    if is_settled or request.role < Role.HOST:
        return False
    return not for_session(session, ActivityKind.SCREEN_OFF).exists()


def _number(request: HttpRequest, name: str) -> int | None:
    return whole_number(request.GET.get(name, ""), digits=5)
