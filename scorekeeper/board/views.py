"""The night on everybody's phone: who leads, what was played, and why each number is what it is.

Nothing here changes a game. The only thing a reader sets is whether his own screen shows money.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.board.drawn import Wanted
from scorekeeper.board.drawn import board as draw
from scorekeeper.board.hands import hand_versions
from scorekeeper.board.player import own_night
from scorekeeper.clubs import invitations
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.glance import unchanged_response
from scorekeeper.clubs.happenings import Happened, for_session
from scorekeeper.clubs.models import Role, Session
from scorekeeper.consent.shown import REFUSALS, hand_at, of_hand
from scorekeeper.ledger.selectors import session_player
from scorekeeper.play import evidence
from scorekeeper.play.models import Hand
from scorekeeper.play.places import hand_address
from scorekeeper.play.selectors import Table
from scorekeeper.play.selectors import game_table as table_of
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.settling.after_closing import late_corrections_for
from scorekeeper.telling.answers import answers
from scorekeeper.telling.laid import Face, Laid, faces, laid
from scorekeeper.telling.night import tables
from scorekeeper.wording.reader import MONEY_COOKIE, shows_money

A_YEAR = 365 * 24 * 3600


@require_GET
@session_view(Role.VIEWER)
def night(request: ClubRequest, session: Session) -> HttpResponse:
    if session.from_book:
        return redirect("history:night", session.code)
    closed = for_session(session, Happened.NIGHT_CLOSED).first() if session.closed_at else None
    drawn = draw(request, session, _asked(request))
    told = {"session": session, "board": drawn, "closed": closed}
    return render(request, "board/night.html", told)


@require_GET
@session_view(Role.VIEWER)
def tv(request: ClubRequest, session: Session) -> HttpResponse:
    screen = _screen(request, session)
    drawn = draw(request, session, _asked_tv(request, screen))
    told = {"session": session, "board": drawn, "asks": _asks_for_code(request, session, screen)}
    return render(request, "board/tv.html", {**told, **screen})


@require_GET
def newer(request: HttpRequest, code: str) -> HttpResponseBase:
    """Nothing (204) while the night is as the phone shows it, else the board anew."""
    return unchanged_response(request, code) or board(request, code)


@require_GET
@session_view(Role.VIEWER)
def board(request: ClubRequest, session: Session) -> HttpResponse:
    if request.GET.get("view") != "tv":
        beside = request.GET.get("view") == "beside"
        return HttpResponse(draw(request, session, _asked(request, beside=beside)))
    screen = _screen(request, session)
    drawn = draw(request, session, _asked_tv(request, screen))
    if request.GET.get("code", "") != screen["shows"]:
        told = {"session": session, **screen, "oob": True}
        drawn += render_to_string("board/_screen_code.html", told, request)
    return HttpResponse(drawn)


@require_POST
@session_view(Role.VIEWER)
def money(request: ClubRequest, session: Session) -> HttpResponse:
    """Show or hide money on this phone."""
    answer = redirect("board:night", session.code)
    shown = "1" if request.POST.get("show") == "1" else "0"
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(
        MONEY_COOKIE, shown, max_age=A_YEAR, secure=secure, httponly=True, samesite="Lax"
    )
    return answer


@require_GET
@session_view(Role.VIEWER)
@read_at_once
def hand(request: ClubRequest, session: Session, number: int, which: str) -> HttpResponse:
    """One hand: what was reported, what it brought and why, in every version."""
    held = hand_at(session, number, which)
    at = table_of(held.game)
    versions = hand_versions(at, held.number)
    standing = next((v for v in versions if not v.voided), None)
    asked = next(v for v in versions if v.hand.pk == held.pk)
    return render(
        request,
        "board/hand.html",
        {
            "session": session,
            "table": at,
            "asked": asked,
            "answers": answers(at, asked.hand),
            "counted": list(_counted(at, asked.hand)),
            "wrong": list(_wrong(at, asked.hand)),
            "standing": standing,
            "earlier": [v for v in versions if v is not asked],
            "keeps_score": at.state.keeps_score,
            "show_money": shows_money(request) is not False,
            "said": of_hand(session, at, held, request.membership.player_id),
            "refused": REFUSALS.get(request.GET.get("refused", ""), ""),
            "can_correct": asked is standing and request.role >= _corrects(session),
        },
    )


@require_GET
@session_view(Role.VIEWER)
def hand_by_key(_request: ClubRequest, session: Session, pk: int) -> HttpResponse:
    """An address of before hands were named by their tokens, as letters and bookmarks have it."""
    held = get_object_or_404(Hand.objects.select_related("game"), pk=pk, game__session=session)
    held.game.session = session
    return redirect(hand_address("board:hand", held))


def _corrects(session: Session) -> Role:
    """Who may correct a hand of this night."""
    return Role.HOST if session.closed_at else Role.SCORER


def _counted(at: Table, hand: Hand) -> Iterator[tuple[str, Laid]]:
    """Whose cards were tapped, and how they were laid and counted that evening."""
    whose, named = at.state.line_names(at.names, " + "), evidence.deck(at.rules)
    for line, arrangement in evidence.arrangements(hand):
        yield whose[line], laid(arrangement, named)


def _wrong(at: Table, hand: Hand) -> Iterator[tuple[str, str, list[list[Face]]]]:
    """Who made a wrong show, why it was wrong, and the cards as they lay there."""
    named = evidence.deck(at.rules)
    for show in evidence.wrong_shows(hand):
        groups = show.claim.groups or (show.claim.cards,)
        yield at.names[show.claim.person], show.said, [faces(group, named) for group in groups]


@require_GET
@session_view(Role.VIEWER)
@read_at_once
def player(request: ClubRequest, session: Session, pk: int) -> HttpResponse:
    """What tonight brought one player, game by game, and the hands of one of them."""
    if session.from_book:
        return redirect("history:night", session.code)
    found = session_player(session, pk)
    if found is None:
        raise Http404
    number, upto = _number(request, "game"), _number(request, "upto")
    own = own_night(session, tables(session), found, number, upto)
    show_money = own.moves_money and shows_money(request) is not False
    return render(
        request,
        "board/player.html",
        {
            "session": session,
            "player": found,
            "own": own,
            "games": own.by_money if show_money else own.games,
            "show_money": show_money,
            "late": late_corrections_for(session, found) if show_money else [],
        },
    )


def _asked(request: HttpRequest, *, beside: bool = False) -> Wanted:
    number, upto = _number(request, "game"), _number(request, "upto")
    return Wanted(number, upto, tv=False, money=shows_money(request), beside=beside)


def _asked_tv(request: HttpRequest, screen: Mapping[str, Any]) -> Wanted:
    number, upto = _number(request, "game"), _number(request, "upto")
    money = request.GET.get("money") == "1"
    return Wanted(number, upto, tv=True, money=money, code=screen["shows"])


def _screen(request: ClubRequest, session: Session) -> dict[str, Any]:
    """The invitation on the big screen."""
    seen = invitations.screen_link(session)
    return {
        "shows": str(seen[0].pk) if seen else "",
        "code": invitations.build_invitation(request, *seen) if seen else None,
        "back": "money" if request.GET.get("money") == "1" else "tv",
    }


def _asks_for_code(request: ClubRequest, session: Session, screen: Mapping[str, Any]) -> bool:
    """Whether a host is asked to show the invitation here: not once that was taken off, or not
    wanted. Nobody else's screen makes a code by being opened."""
    settled = screen["shows"] or session.closed_at or request.GET.get("ask") == "no"
    if settled or request.role < Role.HOST:
        return False
    return not for_session(session, Happened.SCREEN_OFF).exists()


def _number(request: HttpRequest, name: str) -> int | None:
    told = request.GET.get(name, "")
    return int(told) if told.isdecimal() and len(told) < 6 else None
