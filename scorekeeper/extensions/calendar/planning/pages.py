"""A scheduled session as pages show it, to members and holders of a link."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.core.localization import dates
from scorekeeper.extensions.calendar.planning.feeds import access
from scorekeeper.extensions.calendar.planning.games import PlannedGame, game_of
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Reply, Says
from scorekeeper.extensions.calendar.planning.selectors import (
    START_WINDOW,
    Attendance,
    plan_attendances,
)
from scorekeeper.extensions.calendar.planning.times import comes_twice

ANSWERS = tuple(Says)


def alarm_context(request: HttpRequest) -> dict[str, Any]:
    """Returns the template context: the choices of a reminder and the chosen one."""
    alarm = access.parse_alarm(request.GET.get("alarm", ""))
    return {"alarm": alarm, "alarms": access.ALARMS.items(), "chosen_alarm": str(alarm or "")}


@dataclass(frozen=True)
class PlanDisplay:
    """``reader``: the player whose reply the page shows, if any."""

    attendance: Attendance
    reader: Player | None = None

    @property
    def planned(self) -> PlannedSession:
        return self.attendance.planned

    @cached_property
    def when(self) -> str:
        """The start, with the year unless it is the current one."""
        local = self.planned.local
        return dates.appointment(local, year=local.year != timezone.now().year)

    @property
    def month(self) -> str:
        return dates.short_month(self.planned.local)

    @property
    def weekday(self) -> str:
        return dates.short_weekday(self.planned.local)

    @property
    def may_open(self) -> bool:
        """Whether the session can start: only hours before or after its time."""
        now, planned = timezone.now(), self.planned
        if planned.session_id or planned.called_off_at:
            return False
        return planned.starts_at - START_WINDOW < now < planned.starts_at + START_WINDOW

    @property
    def sits(self) -> bool:
        return self.reader is not None and self.attendance.sits(self.reader)

    @property
    def twice(self) -> bool:
        return comes_twice(self.planned.local)

    @property
    def elsewhere(self) -> str:
        """The zone of the time shown, if it is no longer the club's; else ""."""
        zone = self.planned.zone
        return "" if zone == self.planned.club.time_zone else zone.replace("_", " ")

    @cached_property
    def game(self) -> PlannedGame | None:
        return game_of(self.planned)

    @property
    def reply(self) -> Reply | None:
        return self.attendance.reply_of(self.reader)

    @property
    def waits(self) -> int | None:
        return self.attendance.waits(self.reader)

    @property
    def says(self) -> tuple[Says, ...]:
        return ANSWERS


def plan_displays(
    plans: Iterable[PlannedSession], reader: Player | None = None
) -> list[PlanDisplay]:
    return [PlanDisplay(attendance, reader) for attendance in plan_attendances(plans)]
