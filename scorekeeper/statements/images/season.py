"""A chart of a season as an image to share: reads what there is to draw, puts it in words, and
draws it on a page like the images of results."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, npgettext
from reportlab.platypus import Flowable, Spacer

from scorekeeper.clubs.models import Club
from scorekeeper.core.charts import SHOWN, Track
from scorekeeper.core.localization import currencies, dates
from scorekeeper.seasons import words
from scorekeeper.seasons.counts import counts
from scorekeeper.seasons.days import played_sessions, years
from scorekeeper.seasons.head_to_head import head_to_head
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.page import bars
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.selectors import SeasonTable, ranked, season_lines
from scorekeeper.statements.contents.session import Running
from scorekeeper.statements.drawing.chart import RunningChart, least_height
from scorekeeper.statements.drawing.flowables import Text
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import INK, Look
from scorekeeper.statements.drawing.season_charts import Bars, Counts, Days, Taken
from scorekeeper.statements.images.contents import ResultImage
from scorekeeper.statements.images.page import CARD, INSIDE, NOTE, draw_page

FONT_SIZE: Final = 14.0
"""In points, for reading on a phone."""
TITLE: Final = Look(18, Style.HEAD, INK, most=1)
GAP: Final = Spacer(0, 10)
MOST_GAMES: Final = 3
"""Charts of counts on one image."""


class ChartKind(StrEnum):
    RACE = "race"
    TAKEN = "taken"
    COUNTS = "counts"
    DAYS = "days"
    BARS = "bars"
    """What each session brought one player."""


METHOD_CHARTS: Final = (ChartKind.RACE, ChartKind.BARS)
"""These show the figure that the season ranks by."""
CHART_NAMES: Final[dict[ChartKind, Promise]] = {
    ChartKind.RACE: gettext_lazy("Standings over time"),
    ChartKind.TAKEN: gettext_lazy("Head-to-head"),
    ChartKind.COUNTS: gettext_lazy("Points in hand"),
    ChartKind.DAYS: gettext_lazy("Sessions"),
    ChartKind.BARS: gettext_lazy("Session by session"),
}


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """``lines``: the chart in words, line by line."""

    parts: tuple[Flowable, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonChart:
    """A chart of a season (None: all time) by these rules; ``player``: whose bars. Without
    ``money`` no chart of money is drawn."""

    kind: ChartKind
    club: Club
    season: Season | None
    rules: SeasonRules
    player: int | None
    money: bool

    @property
    def title(self) -> str:
        return str(CHART_NAMES[self.kind])

    def read(self) -> tuple[ResultImage, DrawnChart | None]:
        """Returns the texts around the chart, and the chart; None where there is nothing to
        draw."""
        table = ranked(self.club, self.season, self.rules)
        drawing = self._draw(table)
        title = (
            words.scope_name(self.rules),
            str(words.figure_name(table.method)) if self.kind in METHOD_CHARTS else "",
        )
        shows_place = self.kind is ChartKind.RACE and drawing is not None
        leaders = tuple(r.name for r in table.ranks if r.place == 1) if shows_place else ()
        image = ResultImage(
            locale=str(currencies.locale()),
            club=self.club.name,
            occasion=str(self.season) if self.season else _("All time"),
            title=" · ".join(filter(None, title)),
            winners=leaders,
            says=npgettext("leaders", "leads", "lead", len(leaders)) if leaders else self.title,
            columns=(),
            places=(),
            note="" if drawing else _("Nothing to draw."),
            hides_money=self._is_of_money(table) and not self.money,
            shows_money=self._is_of_money(table) and self.money,
        )
        return image, drawing

    def _is_of_money(self, table: SeasonTable) -> bool:
        if self.kind is ChartKind.TAKEN:
            return table.moves_money
        return self.kind in (ChartKind.RACE, ChartKind.BARS) and table.method.counts_money

    def _draw(self, table: SeasonTable) -> DrawnChart | None:
        if self._is_of_money(table) and not self.money:
            return None
        match self.kind:
            case ChartKind.RACE:
                return self._race(table)
            case ChartKind.TAKEN:
                return self._taken(table)
            case ChartKind.COUNTS:
                return self._counts()
            case ChartKind.DAYS:
                return self._days(table)
            case _:
                return self._bars(table)

    def _formatter(self, table: SeasonTable) -> Callable[[float], str]:
        """Returns the formatter of the chart's values."""
        if not table.method.counts_money:
            return lambda value: words.number_text(Fraction(value).limit_denominator(1000))
        return lambda value: currencies.signed(round(value), self.club.currency)

    def _race(self, table: SeasonTable) -> DrawnChart | None:
        lines = season_lines(table)
        tracks = [
            Track(line.name, (0, *(float(figure or 0) for figure in line.figures)))
            for line in lines.lines[:SHOWN]
        ]
        running, format_value = Running(tuple(tracks), ()), self._formatter(table)
        if not running.moves:
            return None
        ends = dict.fromkeys(map(dates.day, (lines.sessions[0], lines.sessions[-1])))
        height = max(300, least_height(len(tracks), FONT_SIZE))
        chart = RunningChart(running, INSIDE, height, FONT_SIZE, format_value)
        texts = (f"{track.name}: {format_value(track.values[-1])}".rstrip(": ") for track in tracks)
        return DrawnChart((chart, Text(" – ".join(ends), NOTE)), tuple(texts))

    def _taken(self, table: SeasonTable) -> DrawnChart | None:
        page = head_to_head(table, self.club, self.season)
        if page is None:
            return None
        text = _("Filled: the row player won. Empty: the row player lost.")
        note = Text(text, NOTE.changed(size=13, align="centre", most=2))
        return DrawnChart(
            (Taken(page.drawn, INSIDE, 1.7, FONT_SIZE), GAP, note), (page.description,)
        )

    def _days(self, table: SeasonTable) -> DrawnChart | None:
        parts: list[Flowable] = []
        by_year = years(played_sessions(table))
        for year in by_year:
            parts += [Text(str(year.number), TITLE), GAP, Days(year, INSIDE, 1.3, FONT_SIZE)]
        texts = tuple(f"{year.number}: {len(year.days)}" for year in by_year)
        return DrawnChart(tuple(parts), texts) if parts else None

    def _counts(self) -> DrawnChart | None:
        parts: list[Flowable] = []
        pages = counts(self.club, self.season, self.rules)[:MOST_GAMES]
        for page in pages:
            parts += [Text(page.game, TITLE), Text(page.summary, NOTE)]
            parts.append(Counts(page.drawn, CARD, INSIDE, 1.4))
        return (
            DrawnChart(tuple(parts), tuple(page.description for page in pages)) if parts else None
        )

    def _bars(self, table: SeasonTable) -> DrawnChart | None:
        rank = next((rank for rank in table.ranks if rank.player_id == self.player), None)
        page = bars(table, rank, self.club.currency) if rank else None
        if rank is None or page is None:
            return None
        format_value = self._formatter(table)
        chart = Bars(page.drawn, format_value, (page.first, page.last), INSIDE, 1.5, FONT_SIZE)
        figure = format_value(float(rank.placing.figure or 0))
        return DrawnChart((chart,), (f"{rank.name}: {figure}",))


def draw_chart(image: ResultImage, drawing: DrawnChart | None) -> bytes:
    """Returns the page as PDF. The same chart gives the same bytes."""
    return draw_page(image, drawing.parts if drawing else ())
