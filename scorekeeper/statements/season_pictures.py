"""A chart of a season as a picture for the chat: what there is to draw, read and put in words, and
drawn on a page like the pictures of results."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.pdfgen.canvas import Canvas

from scorekeeper.clubs.models import Club
from scorekeeper.standings import words
from scorekeeper.standings.chart import SHOWN, Track
from scorekeeper.standings.charts import days, taken
from scorekeeper.standings.count_pages import CountsPage, counts
from scorekeeper.standings.days import Year
from scorekeeper.standings.models import Season
from scorekeeper.standings.page import bars
from scorekeeper.standings.rules import SeasonRules
from scorekeeper.standings.selectors import SeasonTable, ranked, season_lines
from scorekeeper.statements.chart import Frame, chart_marks, least_height
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.marks import FELT, INK, SOFT, Box, Drawn, Mark, paint
from scorekeeper.statements.paper import Align, written
from scorekeeper.statements.picture import Picture
from scorekeeper.statements.picture_drawing import (
    CARD,
    EDGE,
    INSIDE,
    LEAST,
    LEFT,
    WIDE,
    PicturePage,
)
from scorekeeper.statements.running import Running
from scorekeeper.statements.season_charts import Fitted, bar_marks, matrix_marks, year_marks
from scorekeeper.wording import currencies

SIZE: Final = 14.0
"""Of letters, in points: read on a phone."""
GAMES: Final = 3
"""So many charts of counts stand on one picture."""


class ChartKind(StrEnum):
    RACE = "race"
    TAKEN = "taken"
    COUNTS = "counts"
    DAYS = "days"
    BARS = "bars"
    """What each night brought one player."""


OF_THE_METHOD: Final = (ChartKind.RACE, ChartKind.BARS)
"""These show what the season counts."""
CALLED: Final[dict[ChartKind, Promise]] = {
    ChartKind.RACE: gettext_lazy("How it came about"),
    ChartKind.TAKEN: gettext_lazy("Who took how much from whom"),
    ChartKind.COUNTS: gettext_lazy("How high the counts are"),
    ChartKind.DAYS: gettext_lazy("The nights"),
    ChartKind.BARS: gettext_lazy("Night by night"),
}


@dataclass(frozen=True, slots=True)
class Large(Fitted):
    """With letters for a phone."""

    def text(self, x: float, y: float, said: str, align: Align = "left") -> Mark:
        left, base = self.at(x, y)
        return written(left, base, said, SIZE, Style.PLAIN, SOFT, align)


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """``marks``: from a height on the page; ``told``: the same in words, line by line."""

    height: float
    marks: Callable[[float], Iterator[Mark]]
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonChart:
    """Of a season (None: all time) by these rules; ``player``: whose bars. Without ``money`` no
    chart of it is drawn."""

    kind: ChartKind
    club: Club
    season: Season | None
    rules: SeasonRules
    player: int | None
    money: bool

    @property
    def title(self) -> str:
        return str(CALLED[self.kind])

    def read(self) -> tuple[Picture, DrawnChart | None]:
        """What stands around it, and the chart; None where there is nothing to draw."""
        table = ranked(self.club, self.season, self.rules)
        found = self._drawing(table)
        told = (
            words.scope(self.rules),
            str(words.called(table.method)) if self.kind in OF_THE_METHOD else "",
        )
        shows_place = self.kind is ChartKind.RACE and found is not None
        first = tuple(r.name for r in table.ranks if r.place == 1) if shows_place else ()
        picture = Picture(
            locale=str(currencies.locale()),
            club=self.club.name,
            occasion=str(self.season) if self.season else _("All time"),
            title=" · ".join(filter(None, told)),
            winners=first,
            says=ngettext("leads", "lead", len(first)) if first else self.title,
            columns=(),
            places=(),
            note="" if found else _("There is nothing to draw."),
            hides_money=self._is_of_money(table) and not self.money,
            shows_money=self._is_of_money(table) and self.money,
        )
        return picture, found

    def _is_of_money(self, table: SeasonTable) -> bool:
        if self.kind is ChartKind.TAKEN:
            return table.moves_money
        return self.kind in (ChartKind.RACE, ChartKind.BARS) and table.method.counts_money

    def _drawing(self, table: SeasonTable) -> DrawnChart | None:
        if self._is_of_money(table) and not self.money:
            return None
        match self.kind:
            case ChartKind.RACE:
                return self._race(table)
            case ChartKind.TAKEN:
                return self._taken(table)
            case ChartKind.COUNTS:
                found = counts(self.club, self.season, self.rules)[:GAMES]
                return stacked([of_counts(page) for page in found])
            case ChartKind.DAYS:
                return self._days(table)
            case _:
                return self._bars(table)

    def _worded(self, table: SeasonTable) -> Callable[[float], str]:
        """A value of the chart."""
        if not table.method.counts_money:
            return lambda value: words.plain(Fraction(value).limit_denominator(1000))
        return lambda value: currencies.signed(round(value), self.club.currency)

    def _race(self, table: SeasonTable) -> DrawnChart | None:
        found = season_lines(table)
        tracks = [
            Track(line.name, (0, *(float(figure or 0) for figure in line.figures)))
            for line in found.lines[:SHOWN]
        ]
        run, worded = Running(tuple(tracks), ()), self._worded(table)
        if not run.moves:
            return None
        high = max(300, least_height(len(tracks), SIZE))

        def marks(top: float) -> Iterator[Mark]:
            yield from chart_marks(run, Frame(LEFT, top, INSIDE, high, SIZE), worded)
            ends = dict.fromkeys(map(currencies.day, (found.nights[0], found.nights[-1])))
            yield written(LEFT, top + high + 4, " – ".join(ends), SIZE, Style.PLAIN, SOFT)

        told = (f"{track.name}: {worded(track.values[-1])}".rstrip(": ") for track in tracks)
        return DrawnChart(high + 14, marks, tuple(told))

    def _taken(self, table: SeasonTable) -> DrawnChart | None:
        found = taken(table, self.club, self.season)
        if found is None:
            return None
        fit = Large.into(LEFT, 0, INSIDE, found.drawn.width, 1.7)
        fit = replace(fit, x=LEFT + (INSIDE - found.drawn.width * fit.scale) / 2)
        said = _("Full: who stands in the row took it. Empty: it was taken from him.")

        def marks(top: float) -> Iterator[Mark]:
            yield from matrix_marks(found.drawn, replace(fit, y=top))
            below = top + found.drawn.height * fit.scale + 22
            yield written(WIDE / 2, below, said, 13, Style.PLAIN, SOFT, "centre")

        return DrawnChart(found.drawn.height * fit.scale + 30, marks, (found.told,))

    def _days(self, table: SeasonTable) -> DrawnChart | None:
        found = days(table)
        if found is None:
            return None
        return stacked(
            [
                of_year(page.drawn, [name for name, _x in page.months], found.weekdays)
                for page in found.years
            ]
        )

    def _bars(self, table: SeasonTable) -> DrawnChart | None:
        rank = next((rank for rank in table.ranks if rank.player_id == self.player), None)
        found = bars(table, rank, self.club.currency) if rank else None
        if rank is None or found is None:
            return None
        fit, worded = Large.into(LEFT, 0, INSIDE, found.drawn.width, 1.5), self._worded(table)

        def marks(top: float) -> Iterator[Mark]:
            ends = (found.first, found.last)
            yield from bar_marks(found.drawn, replace(fit, y=top), worded, ends)

        figure = worded(float(rank.placing.figure or 0))
        return DrawnChart(found.drawn.height * fit.scale, marks, (f"{rank.name}: {figure}",))


# Of one game, of one year --------------------------------------------------------------------


def stacked(parts: Sequence[DrawnChart]) -> DrawnChart | None:
    """One below the other; None where there are none."""
    if not parts:
        return None

    def marks(top: float) -> Iterator[Mark]:
        for part in parts:
            yield from part.marks(top)
            top += part.height

    told = tuple(line for part in parts for line in part.told)
    return DrawnChart(sum(part.height for part in parts), marks, told)


def of_counts(page: CountsPage) -> DrawnChart:
    """How often with how much, in one game."""
    drawn = page.drawn
    fit = Large.into(LEFT, 0, INSIDE, drawn.width, 1.4)

    def marks(top: float) -> Iterator[Mark]:
        yield written(LEFT, top + 16, page.game, 18, Style.HEAD)
        yield written(LEFT, top + 36, page.said, SIZE, Style.PLAIN, SOFT)
        at = replace(fit, y=top + 36)
        for bar in drawn.bars:
            if bar.times:
                yield at.box(bar.x, bar.y, bar.width, bar.height, FELT, None)
                x, y = at.at(bar.middle, bar.number_at)
                yield written(x, y, str(bar.times), SIZE, Style.BOLD, INK, "centre")
            yield at.text(bar.middle, drawn.names_at, str(bar.least), "centre")
        foot, peak = drawn.foot, drawn.top
        yield Drawn((at.at(0, foot), at.at(drawn.width, foot)), SOFT, 0.8)
        line = at.at(drawn.average_at, peak), at.at(drawn.average_at, foot)
        yield Drawn(line, CARD, 4)
        yield Drawn(line, INK, 1.2, (3, 3))

    return DrawnChart(46 + drawn.height * fit.scale, marks, (page.told,))


def of_year(year: Year, months: Sequence[str], weekdays: Sequence[tuple[str, float]]) -> DrawnChart:
    """A long one is drawn so small that its days of the week have no room for their names."""
    fit = Large.into(LEFT, 0, INSIDE, year.width, 1.3)
    names = weekdays if fit.scale > 0.9 else ()

    def marks(top: float) -> Iterator[Mark]:
        yield written(LEFT, top + 16, str(year.number), 18, Style.HEAD)
        yield from year_marks(year, replace(fit, y=top + 26), months, names)

    told = f"{year.number}: {len(year.days)}"
    return DrawnChart(40 + year.height * fit.scale, marks, (told,))


# The page ------------------------------------------------------------------------------------


class ChartPage(PicturePage):
    """With a chart in the place of a table."""

    def __init__(self, picture: Picture, drawing: DrawnChart | None) -> None:
        super().__init__(picture)
        self.drawing = drawing

    def lay_out(self) -> None:
        self.head()
        self.winner()
        top = self.y
        if self.drawing:
            self.y += 18
            self.card += self.drawing.marks(self.y)
            self.y += self.drawing.height + 10
        self.y = max(self.y, LEAST - 48)
        if self.drawing:
            card = Box(EDGE, top, WIDE - 2 * EDGE, self.y - top, CARD, round=14)
            self.card.insert(0, card)
        self.foot()


def draw_chart(picture: Picture, drawing: DrawnChart | None) -> bytes:
    """The page as PDF. The same chart gives the same bytes."""
    page = ChartPage(picture, drawing)
    page.lay_out()
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, page.height), invariant=1, pageCompression=1)
    canvas.setTitle(picture.headline)
    paint(canvas, page.marks, page.height)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
