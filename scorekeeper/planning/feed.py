"""Planned nights as calendars read them: RFC 5545, by the library ``icalendar``.

The same nights give the same bytes: nothing in it is of the moment at which it was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from icalendar import Calendar, Event

from scorekeeper.clubs.models import Player
from scorekeeper.planning.games import game_of
from scorekeeper.planning.models import PlanLink, PlannedNight, Says
from scorekeeper.planning.selectors import WhoComes, who_come

LASTS: Final = timedelta(hours=4)
"""A calendar wants an end; nobody plans one."""
KEPT: Final = timedelta(days=60)
"""Nights that are longer past fall out of it."""
MOST: Final = 500


def nights_of(link: PlanLink) -> list[WhoComes]:
    """All of the club, whoever comes, or those to which the player may come."""
    since = timezone.now() - KEPT
    planned = PlannedNight.objects.filter(club=link.club_id, starts_at__gt=since)
    found = planned.select_related("club", "own").order_by("starts_at", "pk")[:MOST]
    if link.player is None:
        return [WhoComes(night) for night in found]
    return [who for who in who_come(found) if _may_come(link.player, who)]


def _may_come(player: Player, who: WhoComes) -> bool:
    reply = who.of(player)
    return reply is not None and reply.says != Says.NOT


def changed(link: PlanLink, nights: Sequence[WhoComes]) -> datetime:
    """When what stands in it last became so. In a player's own calendar replies count: his take a
    night in and out, and those of others give him a seat."""
    told = [link.created_at, *(who.planned.changed_at for who in nights)]
    if link.player is not None:
        told += [reply.at for who in nights for reply in who.replies]
        told += link.player.replies.order_by("-pk").values_list("at", flat=True)[:1]
    return max(told)


def written(link: PlanLink, nights: Sequence[WhoComes]) -> bytes:
    """In the language that is set."""
    calendar = Calendar()
    calendar.add("prodid", "-//Scorekeeper//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _name(link))
    for who in nights:
        calendar.add_component(_event(link, who))
    if nights:
        days = [who.planned.local.date() for who in nights]
        margin = timedelta(days=366)
        calendar.add_missing_timezones(first_date=min(days) - margin, last_date=max(days) + margin)
    return bytes(calendar.to_ical())


def _name(link: PlanLink) -> str:
    return f"{link.club.name} · {link.player.name}" if link.player else link.club.name


def _event(link: PlanLink, who: WhoComes) -> Event:
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
    event.add("status", _status(link, who))
    if planned.place:
        event.add("location", planned.place)
    if planned.note:
        event.add("description", planned.note)
    return event


def _local(moment: datetime, planned: PlannedNight) -> datetime:
    """Whole minutes on the clock of the place; of a time that comes twice the zone cannot say
    which is meant, so that is told in UTC."""
    local = moment.astimezone(ZoneInfo(planned.zone))
    return moment.astimezone(UTC) if local.fold or planned.zone == "UTC" else local


def _status(link: PlanLink, who: WhoComes) -> str:
    if who.planned.called_off_at:
        return "CANCELLED"
    if link.player and not who.sits(link.player):
        return "TENTATIVE"
    return "CONFIRMED"
