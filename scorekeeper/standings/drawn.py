"""The season's table as HTML, drawn once for all who read it alike. Knows no request and no cookie:
what it shows is in the table, the address, and the reader's language."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.serving.kept import kept
from scorekeeper.standings import words
from scorekeeper.standings.chart import Chart, Track, chart
from scorekeeper.standings.charts import days, taken
from scorekeeper.standings.count_pages import counts
from scorekeeper.standings.kept import KeptTable
from scorekeeper.standings.models import Season
from scorekeeper.standings.page import line_row, rows
from scorekeeper.standings.ranking.method import Method
from scorekeeper.standings.rules import SeasonRules
from scorekeeper.standings.selectors import Courses, ranked
from scorekeeper.wording.currencies import day, locale


def table(
    found: KeptTable, club: Club, season: Season | None, asked: str, mark: str, *, money: bool
) -> SafeString:
    """``asked``: the query of its page, ``mark``: see ``selectors.mark``."""
    reader = (get_language(), str(locale()), asked, money)
    of = (mark, club.name, club.currency, str(season))
    return kept(
        lambda: _table(found, club, season, asked, mark, money=money),
        *("season drawn", found.name, *of, *reader),
    )


def _table(
    found: KeptTable, club: Club, season: Season | None, asked: str, mark: str, *, money: bool
) -> SafeString:
    told, courses = found.table, found.courses
    shown = money or not told.method.counts_money
    figured = sum(rank.placing.figure is not None for rank in told.ranks)
    context = {
        "club": club,
        "asked": asked,
        "told": told,
        "counts_money": told.method.counts_money,
        "with_money": told.moves_money and money,
        "without_money": told.moves_money and not money,
        "head": words.called(told.method) if shown else "",
        "rows": rows(told, club.currency, money=money),
        "lines": [line_row(told.method, line, club.currency) for line in courses.lines],
        "season": season,
        "mark": mark,
        "explained": words.explained(told.method),
        "scope": words.scope(told.rules),
        "nights": courses.nights,
        "left_out": figured - len(courses.lines),
        "chart": season_chart(courses, told.method, club.currency) if shown else None,
        "running": words.running(told.method),
    }
    return render_to_string("standings/_table.html", context)


def charts(
    found: KeptTable, club: Club, season: Season | None, asked: str, *, money: bool
) -> SafeString:
    """Who took how much from whom, and the days."""
    reader = (get_language(), str(locale()), asked, money)
    return kept(
        lambda: _charts(found.table.rules, club, season, money=money),
        *("charts drawn", found.name, club.name, club.currency, *reader),
    )


def _charts(rules: SeasonRules, club: Club, season: Season | None, *, money: bool) -> SafeString:
    told = ranked(club, season, rules)
    context = {
        "club": club,
        "scope": words.scope(rules),
        "taken": taken(told, club, season) if money and told.moves_money else None,
        "without_money": told.moves_money and not money,
        "counts": counts(club, season, rules),
        "days": days(told),
    }
    return render_to_string("standings/_charts.html", context)


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
