"""The evening as lines: this game's totals, and tonight's money, hand by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.board.night import NightOnBoard
from scorekeeper.standings.chart import SHOWN, Chart, chart
from scorekeeper.telling.course import money_tracks, score_tracks


@dataclass(frozen=True, slots=True)
class CourseChart:
    title: str
    chart: Chart


def courses(seen: NightOnBoard, *, show_money: bool) -> list[CourseChart]:
    """One query for each. From the second hand on: one hand is no course."""
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
    told = _("The totals after each hand; the table of hands has the same numbers.")
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
    told = _("Tonight’s money after each hand; the table of hands has the same numbers.")
    currency = seen.session.club.currency
    if drawn := chart(tracks, told, _("Start"), _("Now"), currency):
        yield CourseChart(_("Tonight’s money, hand by hand"), drawn)
