"""Planned nights as calendars read them: RFC 5545, by the library ``icalendar``.

The same nights give the same bytes: nothing in it is of the moment at which it was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Alarm, Calendar, Event

from scorekeeper.planning.calendars import name_of, page_of, status_of
from scorekeeper.planning.games import game_of
from scorekeeper.planning.models import PlanLink, PlannedNight
from scorekeeper.planning.selectors import WhoComes

LASTS: Final = timedelta(hours=4)
"""A calendar wants an end; nobody plans one."""


def written(link: PlanLink, nights: Sequence[WhoComes], alarm: int) -> bytes:
    """In the language that is set; ``alarm``: minutes before each night, 0 for none."""
    calendar = Calendar()
    calendar.add("prodid", "-//Scorekeeper//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name_of(link))
    for who in nights:
        calendar.add_component(_event(link, who, alarm))
    if nights:
        days = [who.planned.local.date() for who in nights]
        margin = timedelta(days=366)
        calendar.add_missing_timezones(first_date=min(days) - margin, last_date=max(days) + margin)
    return bytes(calendar.to_ical())


def _event(link: PlanLink, who: WhoComes, alarm: int) -> Event:
    planned, event = who.planned, Event()
    game = game_of(planned)
    event.add("uid", f"{planned.uid}@scorekeeper")
    event.add("dtstamp", planned.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("last-modified", planned.changed_at.astimezone(UTC).replace(microsecond=0))
    event.add("created", planned.created_at.astimezone(UTC).replace(microsecond=0))
    event.add("sequence", planned.version - 1)
    event.add("dtstart", _local(planned.starts_at, planned))
    event.add("dtend", _local(planned.starts_at + LASTS, planned))
    event.add("summary", f"{planned.club.name}: {game.name}" if game else planned.club.name)
    event.add("status", status_of(link, who))
    if planned.place:
        event.add("location", planned.place)
    page = page_of(planned)
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


def _local(moment: datetime, planned: PlannedNight) -> datetime:
    """Whole minutes on the clock of the place; of a time that comes twice the zone cannot say
    which is meant, so that is told in UTC."""
    local = moment.astimezone(ZoneInfo(planned.zone))
    return moment.astimezone(UTC) if local.fold or planned.zone == "UTC" else local
