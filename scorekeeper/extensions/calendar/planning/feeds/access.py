"""The sessions of a calendar feed, and whether a reader has them already: known without the slow
library that writes them (``feed``)."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy

from scorekeeper import __version__
from scorekeeper.extensions.calendar.planning.games import game_of
from scorekeeper.extensions.calendar.planning.models import PlanLink, PlannedSession
from scorekeeper.extensions.calendar.planning.selectors import Attendance, plan_attendances

HISTORY: Final = timedelta(days=60)
"""How long past sessions stay in a calendar."""
MOST: Final = 500


ALARMS: Final[dict[str, Promise]] = {
    "": gettext_lazy("None"),
    "60": gettext_lazy("1 hour before"),
    "1440": gettext_lazy("1 day before"),
}
"""Choices of a reminder, by minutes before the session; part of the feed's address."""


def parse_alarm(text: str) -> int:
    """Returns the minutes; 0 for none and for unknown values."""
    return int(text) if text and text in ALARMS else 0


def page_url(planned: PlannedSession) -> str:
    """Returns the URL of the scheduled session; "" if no device could reach this computer when it
    was scheduled."""
    path = reverse("planning:plan", args=[planned.club.code, planned.pk])
    return f"{planned.origin}{path}" if planned.origin else ""


def sessions_for(link: PlanLink) -> list[Attendance]:
    """Returns the club's sessions, or those a player may attend."""
    since = timezone.now() - HISTORY
    planned = PlannedSession.objects.filter(club=link.club_id, starts_at__gt=since)
    rows = planned.select_related("club", "own").order_by("starts_at", "pk")[:MOST]
    if link.player is None:
        return [Attendance(session) for session in rows]
    attendances = plan_attendances(rows)
    return [attendance for attendance in attendances if attendance.may_come(link.player)]


def last_changed(link: PlanLink, sessions: Sequence[Attendance]) -> datetime:
    """Returns when the calendar last changed. A player's own depends on replies, too: theirs add
    and remove sessions, those of others free seats."""
    times = [link.created_at, *(attendance.planned.changed_at for attendance in sessions)]
    if link.player is not None:
        times += [reply.at for attendance in sessions for reply in attendance.replies]
        times += link.player.replies.order_by("-pk").values_list("at", flat=True)[:1]
    return max(times)


def fingerprint(link: PlanLink, sessions: Sequence[Attendance], alarm: int) -> str:
    """Returns a digest of everything that determines the calendar's bytes."""
    events = [_event_values(link, attendance) for attendance in sessions]
    values = [__version__, get_language(), calendar_name(link), alarm, events]
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def _event_values(link: PlanLink, attendance: Attendance) -> list[Any]:
    planned, game = attendance.planned, game_of(attendance.planned)
    times = (planned.changed_at, planned.created_at, planned.starts_at)
    return [
        planned.uid,
        page_url(planned),
        *(moment.isoformat() for moment in times),
        *(planned.version, planned.zone, planned.place, planned.note, planned.club.name),
        game.name if game else "",
        event_status(link, attendance),
    ]


def calendar_name(link: PlanLink) -> str:
    return f"{link.club.name} · {link.player.name}" if link.player else link.club.name


def event_status(link: PlanLink, attendance: Attendance) -> str:
    if attendance.planned.called_off_at:
        return "CANCELLED"
    if link.player and not attendance.sits(link.player):
        return "TENTATIVE"
    return "CONFIRMED"
