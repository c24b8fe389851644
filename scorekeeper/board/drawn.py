"""The board as HTML, drawn once for all who see the same and kept until the night moves on.

A table of phones asks for the board within two seconds of a hand. What it says depends on the
night's version and on little about who asks (``Watcher``, ``Wanted``): drawn for the first, it is
kept for the others. Drawing knows nothing else of a browser, no request and no cookie; where a form
wants the browser's own token its place is left open. So whatever the board shows must either move
the version of the night on when it changes, or be part of the name it is kept under.
"""

from __future__ import annotations

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

from scorekeeper.board.night import NightOnBoard, night
from scorekeeper.board.standing import SeatRow
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Session
from scorekeeper.clubs.watcher import Watcher
from scorekeeper.consent.shown import SaidOfHand
from scorekeeper.live.behind import NotHere, missing, of_others
from scorekeeper.serving.kept import kept
from scorekeeper.serving.one_view import one_view
from scorekeeper.standings.chart import SHOWN, Chart, chart
from scorekeeper.standings.words import winner_sentence
from scorekeeper.telling.aloud import aloud
from scorekeeper.telling.course import money_tracks, score_tracks
from scorekeeper.wording.currencies import locale


@dataclass(frozen=True, slots=True)
class Pieces:
    """A drawn board, cut where the browser's own token stands. In the first piece stands ``mark``,
    where it is told what lies on phones, ``behind``, and is not here yet: to all but these."""

    texts: list[str]
    mark: str
    behind: list[NotHere]


TEMPLATES = {None: "board/_board.html", "tv": "board/_tv.html", "beside": "board/_beside.html"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the board is asked to show: it is in the address, or in the cookie for money."""

    game: int | None
    upto: int | None
    tv: bool
    money: bool | None
    """None: as is usual for the game that is shown."""
    code: str = ""
    """The invitation that is on the big screen beside it."""
    beside: bool = False
    """It stands beside the page on which the hands of this game are written."""

    @property
    def view(self) -> str | None:
        return "tv" if self.tv else "beside" if self.beside else None

    def poll(self, session: Session) -> str:
        """Where the page asks for news; it names what the page shows."""
        told = {
            "v": session.version,
            "game": self.game,
            "upto": self.upto,
            "view": self.view,
            "money": int(self.tv and bool(self.money)) or None,
            "code": self.code or None,
        }
        query = urlencode({name: value for name, value in told.items() if value is not None})
        return f"{reverse('board:newer', args=[session.code])}?{query}"


def board(request: ClubRequest, session: Session, asked: Wanted) -> SafeString:
    """The board for this browser; ``session``: the night with its club."""
    watcher = Watcher.from_request(request, named=_is_own(session, asked))
    pieces = kept(
        lambda: _drawn_anew(session, watcher, asked),
        *_depends_on(session, watcher, asked),
        cache="default",
    )
    return _for(request, pieces)


def _drawn_anew(session: Session, watcher: Watcher, asked: Wanted) -> Pieces:
    with one_view():
        session = Session.objects.select_related("club").get(pk=session.pk)
        return _draw(session, watcher, asked)


def _depends_on(session: Session, watcher: Watcher, asked: Wanted) -> tuple[object, ...]:
    """Its night is named by a code that no other night has."""
    member = watcher.membership
    reader = (int(watcher.role), member.session_id, member.player_id, get_language(), str(locale()))
    return ("board", session.code, session.version, *reader, *astuple(asked))


def _is_own(session: Session, asked: Wanted) -> bool:
    """It shows its holder his own line."""
    return session.consent and asked.view is None


def _for(request: ClubRequest, pieces: Pieces) -> SafeString:
    told = ""
    if others := of_others(pieces.behind, request.membership):
        told = render_to_string("_behind.html", {"behind": others})
    first, *rest = pieces.texts
    whole = [first.replace(pieces.mark, told, 1), *rest]
    return SafeString(get_token(request).join(whole) if rest else whole[0])


def _draw(session: Session, watcher: Watcher, asked: Wanted) -> Pieces:
    seen = night(session, number=asked.game, upto=asked.upto)
    show_money = seen.moves_money and _wants_money(seen, asked)
    said = seen.said(watcher.membership.player_id)
    won = seen.won_on_screen(money=show_money) if asked.tv else seen.won
    mark, away = token_hex(16), token_hex(16)  # nobody can have them in his name
    told = {
        "request": watcher,
        "session": session,
        "night": seen,
        "shown": seen.shown,
        "rows": _rows(seen, show_money=show_money),
        "show_money": show_money,
        "said": said,
        "own_brought": seen.brought(said),
        "won": won,
        "night_won": winner_sentence(won, session.club.currency, money=show_money) if won else "",
        "courses": [] if asked.view else courses(seen, show_money=show_money),
        "poll": asked.poll(session),
        "news": _news(seen, said),
        "aloud": _aloud(seen, asked, session.club.currency if show_money else ""),
        "csrf_token": mark,
        "behind_mark": away,
    }
    texts = render_to_string(TEMPLATES[asked.view], told).split(mark)
    return Pieces(texts, away, missing(session))


def _wants_money(seen: NightOnBoard, asked: Wanted) -> bool:
    """On a big screen only when its address says so, on a phone as its reader chose, and at first
    where nothing else counts."""
    if asked.tv or asked.money is not None:
        return bool(asked.money)
    return seen.shown is not None and not seen.shown.keeps_score


def _rows(seen: NightOnBoard, *, show_money: bool) -> list[SeatRow]:
    if seen.shown is None:
        return []
    return seen.shown.rows if show_money else seen.shown.rows_by_hands


def _news(seen: NightOnBoard, said: SaidOfHand) -> str:
    """One sentence for those who hear the page."""
    if seen.shown is None:
        return ""
    if said.contests:
        told = said.contests[-1]
        contested = _("%(name)s disputes hand %(number)d.")
        return contested % {"name": told.name, "number": told.hand.number}
    if seen.shown.over:
        return _("The game is over.")
    return _("Hand %(number)d is next.") % {"number": seen.shown.next_hand}


def _aloud(seen: NightOnBoard, asked: Wanted, currency: str) -> str:
    """The last hand for those who have it read to them; not of a page further back."""
    last, is_now = seen.last_hand, asked.game is None and asked.upto is None
    if seen.shown is None or last is None or not is_now:
        return ""
    scores = seen.shown.keeps_score
    return aloud(last.hand.number, last.told, scores=scores, currency=currency)


@dataclass(frozen=True, slots=True)
class CourseChart:
    title: str
    chart: Chart


def courses(seen: NightOnBoard, *, show_money: bool) -> list[CourseChart]:
    """The evening as lines, hand by hand: this game's totals, and tonight's money. One query for
    each. From the second hand on: one hand is no course."""
    if seen.shown is None or seen.shown.game.hand_count < 2:
        return []
    return [*_score(seen), *(_money(seen) if show_money else ())]


def _score(seen: NightOnBoard) -> Iterator[CourseChart]:
    shown = seen.shown
    if shown is None or not shown.keeps_score:
        return
    tracks = score_tracks(shown.table)
    if len(tracks) > SHOWN:
        tracks = [tracks[row.seat] for row in shown.rows]
    last = _("Hand %(number)d") % {"number": shown.game.last_number}
    told = _("The totals after each hand. The list of hands has the same numbers.")
    if drawn := chart(tracks, told, _("Start"), last):
        title = _("%(game)s, hand by hand") % {"game": shown.title}
        yield CourseChart(title, drawn)


def _money(seen: NightOnBoard) -> Iterator[CourseChart]:
    """Where a score is kept and only one game was played, its money says nothing more."""
    shown = seen.shown
    if shown is None or (shown.keeps_score and not seen.several_moved_money):
        return
    tracks = money_tracks(seen.session, [game.table for game in seen.games])
    if len(tracks) > SHOWN:
        tracks.sort(key=lambda track: -track.values[-1])
    told = _("The money in this session after each hand. The list of hands has the same numbers.")
    currency = seen.session.club.currency
    if drawn := chart(tracks, told, _("Start"), _("Now"), currency):
        yield CourseChart(_("Money in this session, hand by hand"), drawn)
