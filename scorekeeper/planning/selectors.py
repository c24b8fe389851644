"""Which nights are planned, and who comes: read from the replies, each time anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.persons import names_of
from scorekeeper.planning.models import PlannedNight, Reply, Says

STILL: Final = timedelta(hours=12)
"""A night that began so long ago, and was not opened, may still be."""


def person_of(player: Player) -> int:
    """The key under which replies are one person's."""
    return player.person_pk


@dataclass(frozen=True)
class WhoComes:
    """The last reply of each, in the order in which they were given."""

    planned: PlannedNight
    replies: list[Reply] = field(default_factory=list)

    def _saying(self, says: Says) -> list[Reply]:
        return [reply for reply in self.replies if reply.says == says]

    @cached_property
    def coming(self) -> list[Reply]:
        """Who wants to come, whether or not there is a seat."""
        return self._saying(Says.COMES)

    @cached_property
    def seated(self) -> list[Reply]:
        return self.coming if self.planned.seats is None else self.coming[: self.planned.seats]

    @cached_property
    def waiting(self) -> list[Reply]:
        """In the order in which they get a seat."""
        return self.coming[len(self.seated) :]

    @cached_property
    def perhaps(self) -> list[Reply]:
        return self._saying(Says.PERHAPS)

    @cached_property
    def absent(self) -> list[Reply]:
        return self._saying(Says.NOT)

    @property
    def free(self) -> int | None:
        """Seats; None where there is no limit."""
        seats = self.planned.seats
        return None if seats is None else max(seats - len(self.seated), 0)

    def of(self, player: Player | None) -> Reply | None:
        return next(iter(_by(player, self.replies)), None)

    def sits(self, player: Player) -> bool:
        return any(_by(player, self.seated))

    def waits(self, player: Player | None) -> int | None:
        """His number on the waiting list, from 1."""
        found = next(iter(_by(player, self.waiting)), None)
        return self.waiting.index(found) + 1 if found else None


def _by(player: Player | None, replies: list[Reply]) -> list[Reply]:
    key = person_of(player) if player else None
    return [reply for reply in replies if person_of(reply.player) == key]


def who_come(nights: Iterable[PlannedNight]) -> list[WhoComes]:
    """One query for all of them."""
    listed = list(nights)
    said: dict[int, dict[int, Reply]] = defaultdict(dict)
    replies = Reply.objects.filter(planned__in=listed).select_related("player")
    for reply in replies.order_by("pk"):
        said[reply.planned_id].pop(person_of(reply.player), None)
        said[reply.planned_id][person_of(reply.player)] = reply
    return [WhoComes(night, list(said[night.pk].values())) for night in listed]


def who_comes(planned: PlannedNight) -> WhoComes:
    return who_come([planned])[0]


def replies_of(player: Player) -> QuerySet[Reply]:
    """All that the player ever said, in order."""
    names = names_of(player.person_pk)
    return Reply.objects.filter(player__in=names).select_related("planned").order_by("pk")


def _planned(club: Club) -> QuerySet[PlannedNight]:
    return club.planned.select_related("session", "club", "own")


def ahead(club: Club) -> QuerySet[PlannedNight]:
    """Those that are to come or were just to begin, the next one first."""
    since = timezone.now() - STILL
    return _planned(club).filter(starts_at__gt=since).order_by("starts_at", "pk")


def behind(club: Club) -> QuerySet[PlannedNight]:
    """The newest first."""
    since = timezone.now() - STILL
    return _planned(club).filter(starts_at__lte=since).order_by("-starts_at", "-pk")


def next_planned(club: Club) -> PlannedNight | None:
    """The night that is to come next, and is to take place."""
    return ahead(club).filter(called_off_at=None, session=None).first()


def same_day(planned: PlannedNight) -> list[PlannedNight]:
    """Others that are planned for the day on which this one is."""
    near = timedelta(hours=36)
    begin, end = planned.starts_at - near, planned.starts_at + near
    others = _planned(planned.club).filter(starts_at__range=(begin, end), called_off_at=None)
    found = others.exclude(pk=planned.pk).order_by("starts_at")
    return [other for other in found if other.local.date() == planned.local.date()]
