"""The rows of the standings as the page shows them, figures and reasons in words; and a player's
result of each session, as bars up or down from zero. The template draws them: bars that do not
count are hatched and missed sessions outlined, so that no color is needed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Session
from scorekeeper.core.charts import BOTTOM, LETTER, TOP, WIDTH, Tick, letters, ticks
from scorekeeper.core.localization import dates
from scorekeeper.seasons import words
from scorekeeper.seasons.ranking.measures import Measure, merits
from scorekeeper.seasons.ranking.measures import places as places_of
from scorekeeper.seasons.ranking.method import MatchOf, Method
from scorekeeper.seasons.ranking.table import SeasonFigure, SessionShare
from scorekeeper.seasons.selectors import Course, Rank, SeasonTable

# Bars ------------------------------------------------------------------------------------------


HEIGHT = 200
END = 8
"""Margin after the last bar."""
SHOWN = 60
"""More bars are too thin to tell apart; the list below has every session."""
FLAT = 2
"""Height of the bar of a session that brought nothing, so that it is visible."""


@dataclass(frozen=True, slots=True)
class SessionBar:
    """``counts``: False for one of the worst that do not count, or not among the best that do."""

    figure: float
    counts: bool
    missed: bool


@dataclass(frozen=True, slots=True)
class BarDrawn:
    x: float
    y: float
    width: float
    height: float
    kind: str
    """``up``, ``down`` or ``out``, which does not count."""
    missed: bool

    @property
    def marks(self) -> str:
        """The bar's CSS classes."""
        return f"bars__{self.kind} bars__missed" if self.missed else f"bars__{self.kind}"


@dataclass(frozen=True, slots=True)
class BarChart:
    bars: tuple[BarDrawn, ...]
    ticks: tuple[Tick, ...]
    currency: str
    left: int

    width = WIDTH
    height = HEIGHT
    right = WIDTH - END
    dates_at = HEIGHT - 8


def bar_chart(sessions: Sequence[SessionBar], currency: str = "") -> BarChart | None:
    """Draws the last sessions, oldest first. None when nothing moved, or there was only one."""
    recent = sessions[-SHOWN:]
    if len(recent) < 2 or not any(session.figure for session in recent):
        return None
    figures = [0.0, *(session.figure for session in recent)]
    heights = ticks(min(figures), max(figures))
    low, high = heights[0], heights[-1]
    left = 10 + LETTER * max(letters(amount, currency) for amount in heights)
    step = (WIDTH - END - left) / len(recent)

    def y(amount: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - amount) / (high - low)

    def bar(place: int, session: SessionBar) -> BarDrawn:
        width = min(step * 0.76, 24)
        top, foot = y(max(session.figure, 0)), y(min(session.figure, 0))
        bar_height = max(foot - top, FLAT)
        kind = "out" if not session.counts else "up" if session.figure >= 0 else "down"
        x = left + step * (place + 0.5) - width / 2
        top = foot - bar_height if session.figure > 0 else top
        x, top, width, bar_height = (round(number, 1) for number in (x, top, width, bar_height))
        return BarDrawn(x, top, width, bar_height, kind, session.missed)

    marks = tuple(Tick(amount, round(y(amount), 1)) for amount in heights)
    bars = tuple(bar(place, session) for place, session in enumerate(recent))
    return BarChart(bars, marks, currency, left)


# Rows ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankRow:
    rank: Rank
    figure: str
    """"" where there is none, or it is money that is hidden."""
    behind: str
    """What is missing to the next player above; "" where nothing is, or nobody is above."""
    ahead: str
    """The player above."""
    why: str
    """Why a player with the same figure is above, or shares the place."""
    played: str
    """Wins, hands and sessions, for where their columns have no room."""


@dataclass(frozen=True, slots=True)
class ShareRow:
    """The part of a player's figure that one session adds."""

    on: date
    session: Session
    figure: str
    place: str
    """In that session, where the season counts places; else ""."""
    counts: bool
    missed: bool


@dataclass(frozen=True, slots=True)
class LineRow:
    """A player's figures after each session, for the table behind the chart."""

    name: str
    cells: tuple[int | str, ...]
    """Minor units where the season counts money, else words."""


def line_row(method: Method, line: Course, currency: str) -> LineRow:
    measure = method.measure

    def cell(figure: SeasonFigure) -> int | str:
        if figure is None:
            return "–"
        if measure is Measure.MONEY:
            return round(figure)
        return words.figure_text(figure, measure, currency)

    return LineRow(line.name, tuple(map(cell, line.figures)))


def rows(table: SeasonTable, currency: str, *, money: bool = True) -> list[RankRow]:
    """Returns the rows; without ``money`` no amount is shown, only the order."""
    shows_figure = money or not table.method.counts_money
    listed = []
    for above, rank in zip((None, *table.ranks), table.ranks, strict=False):
        value = rank.placing.figure if shows_figure else None
        figure = "" if value is None else words.figure_text(value, table.method.measure, currency)
        gap = _behind(table, above, rank, currency) if shows_figure else ""
        why = _why(above, rank, currency if money else "")
        played = words.played_text(rank.wins, rank.hands, rank.sessions)
        listed.append(RankRow(rank, figure, gap, above.name if above else "", why, played))
    return listed


def _places(table: SeasonTable, player: int) -> Iterator[tuple[int, str]]:
    """Yields a player's place in each session they played, by the session's id; where each hand is
    a match, the hands they won."""
    if table.method.measure not in (Measure.PLACES, Measure.RATING):
        return
    for session in table.ranking.sessions:
        if player in session.parts:
            if table.method.match is MatchOf.HAND:
                if session.hands[player]:
                    yield (
                        session.key,
                        words.hands_won_text(session.wins[player], session.hands[player]),
                    )
                continue
            by_player = places_of(merits(session, table.method.session))
            sharing = list(by_player.values()).count(by_player[player])
            yield session.key, words.place_text(by_player[player], sharing)


def _behind(table: SeasonTable, above: Rank | None, rank: Rank, currency: str) -> str:
    if above is None or rank.place is None:
        return ""
    ahead, own = above.placing.figure, rank.placing.figure
    if ahead is None or own is None or ahead == own:
        return ""
    return words.gap_text(ahead, own, table.method.measure, currency)


def _why(above: Rank | None, rank: Rank, currency: str) -> str:
    if above is None or rank.place is None or above.placing.figure != rank.placing.figure:
        return ""
    if above.place == rank.place:
        return words.shared_reason(rank.placing.circle)
    decision = above.placing.decision
    return words.tie_reason(decision, above.name, currency) if decision else ""


def shares(table: SeasonTable, rank: Rank, club: Club, *, money: bool = True) -> list[ShareRow]:
    """Returns the sessions of a player's figure, newest first; without ``money`` no amount. A
    rating is shown as it was after each. One query."""
    rated = (SessionShare(now.session, now.sure, True) for now in rank.placing.ratings)
    measure = table.method.measure
    visible = tuple(rated) if measure is Measure.RATING else rank.placing.shares
    shows_figures = money or not table.method.counts_money
    sessions = Session.objects.in_bulk([share.session for share in visible])
    places = dict(_places(table, rank.player_id))
    return [
        ShareRow(
            sessions[share.session].played_on,
            sessions[share.session],
            words.figure_text(share.figure, measure, club.currency) if shows_figures else "",
            places.get(share.session, ""),
            share.counts,
            share.missed,
        )
        for share in reversed(visible)
    ]


@dataclass(frozen=True, slots=True)
class BarsPage:
    drawn: BarChart
    description: str
    """For those who cannot see it."""
    first: str
    last: str
    """Labels below its ends."""
    left_out: bool
    """Some sessions do not count."""
    missed: bool


def bars(table: SeasonTable, rank: Rank, currency: str) -> BarsPage | None:
    """Draws a player's result of each of the last sessions."""
    recent = rank.placing.shares[-SHOWN:]
    money = table.method.measure is Measure.MONEY
    drawn = bar_chart(
        [SessionBar(float(share.figure), share.counts, share.missed) for share in recent],
        currency if money else "",
    )
    if drawn is None:
        return None
    on = {session.key: session.on for session in table.ranking.sessions}
    counted = {"counted": words.figure_name(table.method), "name": rank.name}
    return BarsPage(
        drawn,
        _("%(counted)s of %(name)s, one bar per session. The list below has the same.") % counted,
        dates.day(on[recent[0].session]),
        dates.day(on[recent[-1].session]),
        not all(share.counts for share in recent),
        any(share.missed for share in recent),
    )
