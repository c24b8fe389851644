"""The session on everybody's device: who leads, what was played, and the reason for each number.

Nothing here changes a game. The only thing a reader can set is whether their own screen shows
money.

All devices at a table ask for the board within two seconds of a hand. Its content depends on the
session's version and on little about the reader (``Watcher``, ``Wanted``): drawn for the first
reader, it is cached for the others until the session changes. Drawing knows no request and no
cookie; where a form needs the browser's own token, a placeholder is left. So whatever the board
shows must either change the session's version or be part of the cache key.
"""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scorekeeper.clubs.access import ClubRequest, readable_day, session_view, unchanged_response
from scorekeeper.clubs.activity import ActivityKind, for_session
from scorekeeper.clubs.devices.viewer import Watcher
from scorekeeper.clubs.invitations import services as invitations
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.charts import SHOWN, Chart, chart
from scorekeeper.core.localization.currencies import reader_key
from scorekeeper.core.localization.reader import MONEY_COOKIE, remember, shows_money
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.ledger.selectors import session_player
from scorekeeper.play.models import Hand
from scorekeeper.play.replays import evidence
from scorekeeper.play.selectors import Table
from scorekeeper.play.selectors import game_table as table_of
from scorekeeper.play.sessions import session_tables
from scorekeeper.play.terms import game_text
from scorekeeper.play.wording.answers import hand_reports
from scorekeeper.play.wording.cards import Face, LaidHand, card_faces, lay_out
from scorekeeper.play.wording.hand import aloud
from scorekeeper.play.wording.running_totals import money_tracks, score_tracks
from scorekeeper.seasons.words import winner_sentence
from scorekeeper.settlement.after_closing import late_corrections_for
from scorekeeper.table.approvals.page import REFUSALS, HandApprovals, find_hand, hand_approvals
from scorekeeper.table.live.devices import UnsyncedDevice, other_devices, unsynced_devices
from scorekeeper.table.scoreboard.hands import hand_versions, own_session
from scorekeeper.table.scoreboard.session import SeatRow, SessionOnBoard, session_on_board


@dataclass(frozen=True, slots=True)
class Wanted:
    """The wanted view of the board: from the address, and the cookie for money."""

    game: int | None
    upto: int | None
    tv: bool
    money: bool | None
    """None: the default of the game displayed."""
    code: str = ""
    """The invitation on the TV scoreboard."""
    beside: bool = False
    """It is next to the page on which hands of this game are entered."""

    @property
    def view(self) -> str | None:
        return "tv" if self.tv else "beside" if self.beside else None

    def poll(self, session: Session) -> str:
        """Returns the address where the page asks for news, with what the page shows."""
        parameters = {
            "v": session.version,
            "game": self.game,
            "upto": self.upto,
            "view": self.view,
            "money": int(self.tv and bool(self.money)) or None,
            "code": self.code or None,
        }
        query = urlencode({name: value for name, value in parameters.items() if value is not None})
        return f"{reverse('scoreboard:newer', args=[session.code])}?{query}"


@dataclass(frozen=True, slots=True)
class Pieces:
    """A drawn board, split at the browser's own token. The first piece has ``mark`` in place of the
    notice of hands not synced yet, ``behind``, which their own devices do not see."""

    texts: list[str]
    mark: str
    behind: list[UnsyncedDevice]


# The pages of a session ----------------------------------------------------------------------


@require_GET
@session_view(Role.VIEWER)
def session(request: ClubRequest, session: Session) -> HttpResponse:
    closed = (
        for_session(session, ActivityKind.SESSION_CLOSED).first() if session.closed_at else None
    )
    board_html = draw_board(request, session, _wanted(request))
    day = readable_day(request, session)
    context = {"session": session, "board": board_html, "closed": closed, "day": day}
    return render(request, "table/scoreboard/session.html", context)


@require_GET
@session_view(Role.VIEWER)
def tv(request: ClubRequest, session: Session) -> HttpResponse:
    screen = _screen(request, session)
    board_html = draw_board(request, session, _wanted_tv(request, screen))
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
        return HttpResponse(draw_board(request, session, _wanted(request, beside=beside)))
    screen = _screen(request, session)
    board_html = draw_board(request, session, _wanted_tv(request, screen))
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


# One hand ------------------------------------------------------------------------------------


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


# One player ----------------------------------------------------------------------------------


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


# The board, drawn once for all who see the same ----------------------------------------------


TEMPLATES = {
    None: "table/scoreboard/_board.html",
    "tv": "table/scoreboard/_tv.html",
    "beside": "table/scoreboard/_beside.html",
}


def draw_board(request: ClubRequest, session: Session, wanted: Wanted) -> SafeString:
    """Returns the board for this browser; ``session``: with its group."""
    watcher = Watcher.from_request(request, named=session.consent and wanted.view is None)
    pieces = get_or_make(
        lambda: _draw(session, watcher, wanted),
        *_cache_key(session, watcher, wanted),
        cache="default",
    )
    return _finish(request, pieces)


def _cache_key(session: Session, watcher: Watcher, wanted: Wanted) -> tuple[object, ...]:
    """A session is named by a code that no other session has."""
    member = watcher.membership
    reader = (int(watcher.role), member.session_id, member.player_id, get_language(), reader_key())
    return ("board", session.code, session.version, *reader, *astuple(wanted))


def _finish(request: ClubRequest, pieces: Pieces) -> SafeString:
    notice = ""
    if others := other_devices(pieces.behind, request.membership):
        notice = render_to_string("_unsynced_devices.html", {"behind": others})
    first, *rest = pieces.texts
    texts = [first.replace(pieces.mark, notice, 1), *rest]
    return SafeString(get_token(request).join(texts) if rest else texts[0])


def _draw(played: Session, watcher: Watcher, wanted: Wanted) -> Pieces:
    on_board = session_on_board(played, number=wanted.game, upto=wanted.upto)
    show_money = on_board.moves_money and _wants_money(on_board, wanted)
    approvals = on_board.approvals(watcher.membership.player_id)
    winner = on_board.won_on_screen(money=show_money) if wanted.tv else on_board.won
    mark, behind_mark = token_hex(16), token_hex(16)  # no name can contain them
    context = {
        "request": watcher,
        "session": played,
        "board": on_board,
        "selected_game": on_board.selected_game,
        "rows": _rows(on_board, show_money=show_money),
        "show_money": show_money,
        "approvals": approvals,
        "own_result": on_board.own_result(approvals),
        "winner": winner,
        "session_won": winner_sentence(winner, played.club.currency, money=show_money)
        if winner
        else "",
        "courses": [] if wanted.view else courses(on_board, show_money=show_money),
        "poll": wanted.poll(played),
        "news": _news(on_board, approvals),
        "aloud": _aloud(on_board, wanted, played.club.currency if show_money else ""),
        "csrf_token": mark,
        "behind_mark": behind_mark,
    }
    texts = render_to_string(TEMPLATES[wanted.view], context).split(mark)
    return Pieces(texts, behind_mark, unsynced_devices(played))


def _wants_money(on_board: SessionOnBoard, wanted: Wanted) -> bool:
    """A TV scoreboard shows money only if its address says so, a device as its reader chose, and by
    default only if nothing else counts."""
    if wanted.tv or wanted.money is not None:
        return bool(wanted.money)
    return on_board.selected_game is not None and not on_board.selected_game.keeps_score


def _rows(on_board: SessionOnBoard, *, show_money: bool) -> list[SeatRow]:
    if on_board.selected_game is None:
        return []
    return on_board.selected_game.rows if show_money else on_board.selected_game.rows_by_hands


def _news(on_board: SessionOnBoard, approvals: HandApprovals) -> str:
    """Returns one sentence for screen readers."""
    if on_board.selected_game is None:
        return ""
    if approvals.contests:
        contest = approvals.contests[-1]
        contested = game_text(contest.hand.game.terms, "%(name)s disputes hand %(number)d.")
        return contested % {"name": contest.name, "number": contest.hand.number}
    if on_board.selected_game.over:
        return _("The game is over.")
    next_one = game_text(on_board.selected_game.game.terms, "Hand %(number)d is next.")
    return next_one % {"number": on_board.selected_game.next_hand}


def _aloud(on_board: SessionOnBoard, wanted: Wanted, currency: str) -> str:
    """Returns the last hand as a sentence to read aloud; not on later pages."""
    last, is_now = on_board.last_hand, wanted.game is None and wanted.upto is None
    if on_board.selected_game is None or last is None or not is_now:
        return ""
    game = on_board.selected_game
    return aloud(
        last.hand.number,
        last.ordered_scores,
        scores=game.keeps_score,
        currency=currency,
        terms=game.game.terms,
    )


# Charts --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CourseChart:
    title: str
    chart: Chart


def courses(on_board: SessionOnBoard, *, show_money: bool) -> list[CourseChart]:
    """Returns charts of the session by hand: totals of this game, and money. One query each. From
    the second hand on."""
    if on_board.selected_game is None or on_board.selected_game.game.hand_count < 2:
        return []
    return [*_score(on_board), *(_money(on_board) if show_money else ())]


def _score(on_board: SessionOnBoard) -> Iterator[CourseChart]:
    game = on_board.selected_game
    if game is None or not game.keeps_score:
        return
    tracks = score_tracks(game.table)
    if len(tracks) > SHOWN:
        tracks = [tracks[row.seat] for row in game.rows]
    last = game_text(game.game.terms, "Hand %(number)d") % {"number": game.game.last_number}
    description = game_text(
        game.game.terms, "The totals after each hand. The list of hands has the same numbers."
    )
    if drawn := chart(tracks, description, _("Start"), last):
        title = game_text(game.game.terms, "%(game)s, hand by hand") % {"game": game.title}
        yield CourseChart(title, drawn)


def _money(on_board: SessionOnBoard) -> Iterator[CourseChart]:
    """If a score is kept and only one game was played, money would show nothing new."""
    game = on_board.selected_game
    if game is None or (game.keeps_score and not on_board.several_moved_money):
        return
    tracks = money_tracks(on_board.session, [game.table for game in on_board.games])
    if len(tracks) > SHOWN:
        tracks.sort(key=lambda track: -track.values[-1])
    description = _(
        "The money in this session after each hand. The list of hands has the same numbers."
    )
    currency = on_board.session.club.currency
    if drawn := chart(tracks, description, _("Start"), _("Now"), currency):
        yield CourseChart(_("Money in this session, hand by hand"), drawn)
