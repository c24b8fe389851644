"""The standings as HTML, rendered once for all who read them alike. Takes no request and no cookie:
everything it shows is in the table, the address, and the reader's language."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club
from scorekeeper.core.charts import Chart, Track, chart
from scorekeeper.core.localization.currencies import reader_key
from scorekeeper.core.localization.dates import day
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.seasons import words
from scorekeeper.seasons.cache import CachedTable
from scorekeeper.seasons.charts.counts import counts
from scorekeeper.seasons.charts.page import days, head_to_head
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.page import line_row, rows
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.selectors import Courses, ranked


def table(
    cached: CachedTable, club: Club, season: Season | None, query: str, mark: str, *, money: bool
) -> SafeString:
    """``query``: that of its page; ``mark``: see ``selectors.mark``."""

    def draw() -> SafeString:
        table, courses = cached.table, cached.courses
        shows_figures = money or not table.method.counts_money
        with_figure = sum(rank.placing.figure is not None for rank in table.ranks)
        context = {
            "club": club,
            "query": query,
            "table": table,
            "counts_money": table.method.counts_money,
            "with_money": table.moves_money and money,
            "without_money": table.moves_money and not money,
            "figure_heading": words.figure_name(table.method) if shows_figures else "",
            "rows": rows(table, club.currency, money=money),
            "lines": [line_row(table.method, line, club.currency) for line in courses.lines],
            "season": season,
            "mark": mark,
            "explanation": words.explanation(table.method),
            "scope": words.scope_name(table.rules),
            "sessions": courses.sessions,
            "left_out": with_figure - len(courses.lines),
            "chart": season_chart(courses, table.method, club.currency) if shows_figures else None,
            "running_caption": words.running_caption(table.method),
        }
        return render_to_string("seasons/_table.html", context)

    reader = (get_language(), reader_key(), query, money)
    source = (mark, club.name, club.currency, str(season))
    return get_or_make(draw, *("season drawn", cached.name, *source, *reader), cache="tables")


def charts(
    cached: CachedTable, club: Club, season: Season | None, query: str, *, money: bool
) -> SafeString:
    """Renders head-to-head results, and the days."""
    rules = cached.table.rules

    def draw() -> SafeString:
        table = ranked(club, season, rules)
        context = {
            "club": club,
            "scope": words.scope_name(rules),
            "head_to_head": head_to_head(table, club, season) if money else None,
            "without_money": table.moves_money and not money,
            "counts": counts(club, season, rules),
            "days": days(table),
        }
        return render_to_string("seasons/_charts.html", context)

    reader = (get_language(), reader_key(), query, money)
    parts = ("charts drawn", cached.name, club.name, club.currency, *reader)
    return get_or_make(draw, *parts, cache="tables")


def season_chart(courses: Courses, method: Method, currency: str) -> Chart | None:
    """Draws a season from zero before its first session."""
    if not courses.sessions:
        return None
    ends = (day(courses.sessions[0]), day(courses.sessions[-1]))
    description = _("%(counted)s after each session. The table below has the same numbers.") % {
        "counted": words.figure_name(method)
    }
    tracks = [
        Track(line.name, (0, *(float(figure or 0) for figure in line.figures)))
        for line in courses.lines
    ]
    return chart(tracks, description, *ends, currency if method.counts_money else "")
