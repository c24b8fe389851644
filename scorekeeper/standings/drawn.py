"""The season's table as HTML, drawn once for all who read it alike, and after a hand only the rows
that read otherwise. Knows no request and no cookie: what it shows is in the table, the address, and
the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.standings import words
from scorekeeper.standings.chart import Chart, Track, chart
from scorekeeper.standings.charts import days, taken
from scorekeeper.standings.count_pages import counts
from scorekeeper.standings.kept import KeptTable
from scorekeeper.standings.models import Season
from scorekeeper.standings.page import line_row, row_of
from scorekeeper.standings.passing import passed_of
from scorekeeper.standings.ranking.method import Method
from scorekeeper.standings.selectors import Course, Courses, Rank
from scorekeeper.wording.currencies import day, locale

READERS = 8
"""Of one table, by language, by what they ask for; who comes after that begins anew."""
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """``of``: the state of the table it shows."""

    of: Hashable
    html: SafeString
    rows: Mapping[Hashable, SafeString]
    lines: Mapping[Hashable, SafeString]


def table(
    found: KeptTable, club: Club, season: Season | None, asked: str, mark: str, *, money: bool
) -> SafeString:
    """``asked``: the query of its page, ``mark``: see ``selectors.mark``."""
    told = found.table
    reader = (
        get_language(),
        str(locale()),
        asked,
        club.currency,
        told.method,
        told.moves_money,
        money,
    )
    of = (*found.state.items(), mark, club.name, str(season))
    before: DrawnTable | None = found.drawn.get(reader)
    if before and before.of == of:
        return before.html
    if len(found.drawn) >= READERS:
        found.drawn.clear()
    drawing = _Drawing(found, club, season, asked, mark, money)
    found.drawn[reader] = drawn = drawing.drawn(before, of)
    return drawn.html


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What is drawn, and for whom."""

    found: KeptTable
    club: Club
    season: Season | None
    asked: str
    mark: str
    money: bool

    @property
    def shown(self) -> bool:
        """What the season counts may be told."""
        return self.money or not self.found.table.method.counts_money

    @property
    def around(self) -> dict[str, Any]:
        told = self.found.table
        return {
            "club": self.club,
            "asked": self.asked,
            "told": told,
            "counts_money": told.method.counts_money,
            "with_money": told.moves_money and self.money,
            "without_money": told.moves_money and not self.money,
            "head": words.called(told.method) if self.shown else "",
        }

    def drawn(self, before: DrawnTable | None, of: Hashable) -> DrawnTable:
        told, courses, around = self.found.table, self.found.courses, self.around

        def rank(pair: tuple[Rank | None, Rank | None]) -> SafeString:
            row = row_of(told, *pair, self.club.currency, money=self.money)
            return render_to_string("standings/_rank.html", around | {"row": row})

        def line(course: Course) -> SafeString:
            return _line(told.method, course, self.club.currency)

        ranks = {(_above(one), two): (one, two) for one, two in pairwise((None, *told.ranks))}
        rows = _again(before.rows if before else {}, ranks, rank)
        each = {course: course for course in courses.lines}
        lines = _again(before.lines if before else {}, each, line)
        context = around | self._beside() | {"rows": rows.values(), "lines": lines.values()}
        html = render_to_string("standings/_table.html", context)
        return DrawnTable(of, html, rows, lines)

    def _beside(self) -> dict[str, Any]:
        """All but the rows."""
        told, courses = self.found.table, self.found.courses
        chart = season_chart(courses, told.method, self.club.currency) if self.shown else None
        figured = sum(rank.placing.figure is not None for rank in told.ranks)
        return {
            "season": self.season,
            "mark": self.mark,
            "explained": words.explained(told.method),
            "scope": words.scope(told.rules),
            "nights": courses.nights,
            "left_out": figured - len(courses.lines),
            "chart": chart,
            "running": words.running(told.method),
        }


def charts(
    found: KeptTable, club: Club, season: Season | None, asked: str, *, money: bool
) -> SafeString:
    """Who took how much from whom, and the days: of payments those are read whose
    night has changed."""
    reader = ("charts", get_language(), str(locale()), asked, money)
    of = (*found.state.items(), club.name, club.currency)
    before: DrawnTable | None = found.drawn.get(reader)
    if before and before.of == of:
        return before.html
    told = found.whole
    shown = money and told.moves_money
    context = {
        "club": club,
        "scope": words.scope(told.rules),
        "taken": taken(told, club, season, passed_of(found, club, season)) if shown else None,
        "without_money": told.moves_money and not money,
        "counts": counts(club, season, told.rules),
        "days": days(told),
    }
    html = render_to_string("standings/_charts.html", context)
    if len(found.drawn) >= READERS:
        found.drawn.clear()
    found.drawn[reader] = DrawnTable(of, html, {}, {})
    return html


def _above(rank: Rank | None) -> Hashable:
    """What is said of who stands one higher."""
    placing = rank.placing if rank else None
    return rank and placing and (rank.name, rank.place, placing.figure, placing.decision)


def _again(
    before: Mapping[Hashable, SafeString],
    parts: Mapping[K, T],
    draw: Callable[[T], SafeString],
) -> dict[Hashable, SafeString]:
    """Each part in order; what was drawn of one that says the same is kept."""
    return {key: before.get(key) or draw(part) for key, part in parts.items()}


def lines(courses: Courses, method: Method, currency: str) -> list[SafeString]:
    """The rows of the table behind a chart."""
    return [_line(method, course, currency) for course in courses.lines]


def _line(method: Method, course: Course, currency: str) -> SafeString:
    told: dict[str, Any] = {"line": line_row(method, course, currency), "currency": currency}
    told["counts_money"] = method.counts_money
    return render_to_string("standings/_line.html", told)


def season_chart(courses: Courses, method: Method, currency: str) -> Chart | None:
    """From nothing before the first night."""
    if not courses.nights:
        return None
    ends = (day(courses.nights[0]), day(courses.nights[-1]))
    said = _(
        "%(counted)s of the players, night by night; the same numbers are in the table below."
    ) % {"counted": words.called(method)}
    tracks = [
        Track(line.name, (0, *(float(figure or 0) for figure in line.figures)))
        for line in courses.lines
    ]
    return chart(tracks, said, *ends, currency if method.counts_money else "")
