"""Writes scheduled sessions as iCalendar (RFC 5545) with the library ``icalendar``.

Equal sessions give equal bytes: nothing depends on the time of the request.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Alarm, Calendar, Event

from scorekeeper.extensions.calendar.planning.feeds.access import (
    calendar_name,
    event_status,
    page_url,
)
from scorekeeper.extensions.calendar.planning.games import game_of
from scorekeeper.extensions.calendar.planning.models import PlanLink, PlannedSession
from scorekeeper.extensions.calendar.planning.selectors import Attendance

DURATION: Final = timedelta(hours=4)
"""Assumed length of a session; calendars need an end."""


def ical_bytes(link: PlanLink, sessions: Sequence[Attendance], alarm: int) -> bytes:
    """Returns the calendar in the active language. ``alarm``: minutes before a session, or 0."""
    calendar = Calendar()
    calendar.add("prodid", "-//Scorekeeper//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", calendar_name(link))
    for attendance in sessions:
        calendar.add_component(_event(link, attendance, alarm))
    if sessions:
        days = [attendance.planned.local.date() for attendance in sessions]
        margin = timedelta(days=366)
        calendar.add_missing_timezones(first_date=min(days) - margin, last_date=max(days) + margin)
    return bytes(calendar.to_ical())


def _event(link: PlanLink, attendance: Attendance, alarm: int) -> Event:
    planned, event = attendance.planned, Event()
    game = game_of(planned)
    event.add("uid", f"{planned.uid}@scorekeeper")
    event.add("dtstamp", planned.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("last-modified", planned.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("created", planned.created_at.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", planned.version - 1)
    event.add("dtstart", _local(planned.starts_at, planned))
    event.add("dtend", _local(planned.starts_at + DURATION, planned))
    event.add("summary", f"{planned.club.name}: {game.name}" if game else planned.club.name)
    event.add("status", event_status(link, attendance))
    if planned.place:
        event.add("location", planned.place)
    page = page_url(planned)
    if page:
        event.add("url", page)
    if planned.note or page:
        event.add("description", "\n\n".join(filter(None, (planned.note, page))))
    if alarm and not planned.called_off_at:
        event.add_component(_alarm(alarm, str(event["summary"])))
    return event


def _alarm(minutes: int, summary: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", timedelta(minutes=-minutes))
    return alarm


def _local(moment: datetime, planned: PlannedSession) -> datetime:
    """Returns the local time; UTC for the second of two equal local times, which a zone cannot
    express."""
    local = moment.astimezone(ZoneInfo(planned.zone))
    return moment.astimezone(UTC) if local.fold or planned.zone == "UTC" else local
