"""A planned night as a page shows it, to members of the club and to who holds a link alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from babel.dates import format_date
from django.http import HttpRequest
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.planning import calendars
from scorekeeper.planning.games import PlannedGame, game_of
from scorekeeper.planning.models import PlannedNight, Reply, Says
from scorekeeper.planning.selectors import STILL, WhoComes, who_come
from scorekeeper.planning.times import comes_twice
from scorekeeper.wording import currencies

SAYS = tuple(Says)


def alarms_told(request: HttpRequest) -> dict[str, Any]:
    """The reminders that an address of a calendar can ask for, and which one the page shows."""
    alarm = calendars.alarm_of(request.GET.get("alarm", ""))
    return {"alarm": alarm, "alarms": calendars.ALARMS.items(), "asked_alarm": str(alarm or "")}


@dataclass(frozen=True)
class NightShown:
    """``reader``: whose reply the page shows; None: nobody's."""

    who: WhoComes
    reader: Player | None = None

    @property
    def planned(self) -> PlannedNight:
        return self.who.planned

    @cached_property
    def when(self) -> str:
        """The year is told where it is not this one."""
        local = self.planned.local
        return currencies.moment(local, year=local.year != timezone.now().year)

    @property
    def month(self) -> str:
        return format_date(self.planned.local, "LLL", locale=currencies.locale())

    @property
    def weekday(self) -> str:
        return format_date(self.planned.local, "ccc", locale=currencies.locale())

    @property
    def may_open(self) -> bool:
        """Not days before, when nobody means it, and not long after."""
        now, planned = timezone.now(), self.planned
        if planned.session_id or planned.called_off_at:
            return False
        return planned.starts_at - STILL < now < planned.starts_at + STILL

    @property
    def sits(self) -> bool:
        return self.reader is not None and self.who.sits(self.reader)

    @property
    def twice(self) -> bool:
        return comes_twice(self.planned.local)

    @property
    def elsewhere(self) -> str:
        """The zone in which the time is told, where it is not the club's any more."""
        zone = self.planned.zone
        return "" if zone == self.planned.club.time_zone else zone.replace("_", " ")

    @cached_property
    def game(self) -> PlannedGame | None:
        return game_of(self.planned)

    @property
    def reply(self) -> Reply | None:
        return self.who.of(self.reader)

    @property
    def waits(self) -> int | None:
        return self.who.waits(self.reader)

    @property
    def says(self) -> tuple[Says, ...]:
        return SAYS


def shown(nights: Iterable[PlannedNight], reader: Player | None = None) -> list[NightShown]:
    return [NightShown(who, reader) for who in who_come(nights)]
