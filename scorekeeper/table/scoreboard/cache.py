"""The scoreboard as HTML, drawn once for all readers who see the same and cached until the session
changes.

All devices at a table ask for the board within two seconds of a hand. Its content depends on the
session's version and on little about the reader (``Watcher``, ``Wanted``): drawn for the first
reader, it is cached for the others. Drawing knows no request and no cookie; where a form needs the
browser's own token, a placeholder is left. So whatever the board shows must either change the
session's version or be part of the cache key.
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from secrets import token_hex
from urllib.parse import urlencode

from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.devices.viewer import Watcher
from scorekeeper.clubs.models import Session
from scorekeeper.core.charts import SHOWN, Chart, chart
from scorekeeper.core.localization.currencies import reader_key
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.play.terms import game_text
from scorekeeper.play.wording.running_totals import money_tracks, score_tracks
from scorekeeper.play.wording.speech import aloud
from scorekeeper.seasons.words import winner_sentence
from scorekeeper.table.approvals.page import HandApprovals
from scorekeeper.table.live.unsynced import UnsyncedDevice, other_devices, unsynced_devices
from scorekeeper.table.scoreboard.game_standings import SeatRow
from scorekeeper.table.scoreboard.session import SessionOnBoard, session


@dataclass(frozen=True, slots=True)
class Pieces:
    """A drawn board, split at the browser's own token. The first piece has ``mark`` in place of the
    notice of hands not synced yet, ``behind``, which their own devices do not see."""

    texts: list[str]
    mark: str
    behind: list[UnsyncedDevice]


TEMPLATES = {
    None: "table/scoreboard/_board.html",
    "tv": "table/scoreboard/_tv.html",
    "beside": "table/scoreboard/_beside.html",
}


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


def board(request: ClubRequest, session: Session, wanted: Wanted) -> SafeString:
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
    on_board = session(played, number=wanted.game, upto=wanted.upto)
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
