"""The standings as a value and as HTML, cached as long as their sessions stay as they are; rendered
once for all who read them alike. Takes no request and no cookie: everything it shows is in the
table, the address, and the reader's language.

A session shows nothing new without a new version (``clubs.locks``): the cache key contains these
versions, which takes two queries. Callers that need all sessions of a table use
``selectors.ranked``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.core.charts import Chart, Track, chart
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.dates import day
from scorekeeper.core.pages.cache import get_or_make, read_alike
from scorekeeper.seasons import words
from scorekeeper.seasons.counts import counts
from scorekeeper.seasons.days import days
from scorekeeper.seasons.head_to_head import head_to_head
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.page import line_row, rows
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.selectors import Courses, SeasonTable, ranked, season_lines

LINES: Final = 24
"""Of a chart and the table behind it; everyone else has their own page."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CachedTable:
    """``name``: everything it depends on; ``table``: without its sessions; ``courses``: its
    lines."""

    name: str
    table: SeasonTable
    courses: Courses


def cached_table(
    club: Club, season: Season | None, rules: SeasonRules, cache: str = "tables"
) -> CachedTable:
    """Returns the table; two queries where it is cached."""
    days = (season.pk, str(season.starts), str(season.ends)) if season else ()
    name = repr(
        (club.code, days, rules.dump(), rules.usual, currencies.are_shown(), state(club, season))
    )

    def read() -> CachedTable:
        table = ranked(club, season, rules)
        return CachedTable(name, table.without_sessions, season_lines(table, lines=LINES))

    return get_or_make(read, "season", name, cache=cache)


def state(club: Club, season: Season | None) -> dict[str, Any]:
    """Returns what changes with every session and avatar. Two queries."""
    faces = Player.objects.filter(club=club).exclude(face="").order_by("pk")
    sessions = Session.objects.filter(season.days if season else Q(), club=club)
    return {**_versions(sessions), "faces": tuple(faces.values_list("pk", "face"))}


def _versions(sessions: QuerySet[Session]) -> dict[str, Any]:
    return sessions.aggregate(versions=Sum("version"), last=Max("pk"), many=Count("pk"))


def cached_for_player(kind: str, player: Player, read: Callable[[], T]) -> T:
    """Returns ``read()``, cached. ``kind``: what is read. Two queries where it is cached: players
    are merged and renamed without a session changing."""
    people = Player.objects.filter(club=player.club_id).order_by("pk")
    names = list(people.values_list("pk", "person_id", "name", "left_at"))
    sessions = _versions(Session.objects.filter(club=player.club_id))
    parts = (player.pk, currencies.are_shown(), sessions, names)
    return get_or_make(read, "player", kind, *parts, cache="tables")


# Rendered --------------------------------------------------------------------------------------


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

    reader = (*read_alike(), query, money)
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

    reader = (*read_alike(), query, money)
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
