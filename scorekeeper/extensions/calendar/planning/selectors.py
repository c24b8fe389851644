"""Reads scheduled sessions, and who attends them, from the replies."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.players.persons import PERSON, names_of
from scorekeeper.clubs.selectors import members
from scorekeeper.extensions.calendar.planning.models import PlannedSession, Reply, Says
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Seat

START_WINDOW: Final = timedelta(hours=12)
"""How long before and after its time a scheduled session can start."""


@dataclass(frozen=True)
class Attendance:
    """The last reply of each person to a scheduled session, in their order."""

    planned: PlannedSession
    replies: list[Reply] = field(default_factory=list)

    def _with_answer(self, says: Says) -> list[Reply]:
        return [reply for reply in self.replies if reply.says == says]

    @cached_property
    def coming(self) -> list[Reply]:
        """Replies of those going, with a seat or not."""
        return self._with_answer(Says.COMES)

    @cached_property
    def seated(self) -> list[Reply]:
        return self.coming if self.planned.seats is None else self.coming[: self.planned.seats]

    @cached_property
    def waiting(self) -> list[Reply]:
        """The waiting list, in order."""
        return self.coming[len(self.seated) :]

    @cached_property
    def perhaps(self) -> list[Reply]:
        return self._with_answer(Says.PERHAPS)

    @cached_property
    def absent(self) -> list[Reply]:
        return self._with_answer(Says.NOT)

    @property
    def free(self) -> int | None:
        """Number of free seats; None if unlimited."""
        seats = self.planned.seats
        return None if seats is None else max(seats - len(self.seated), 0)

    def reply_of(self, player: Player | None) -> Reply | None:
        return next(iter(_replies_by(player, self.replies)), None)

    def may_come(self, player: Player) -> bool:
        """Whether the player has answered, and not that they can't go."""
        reply = self.reply_of(player)
        return reply is not None and reply.says != Says.NOT

    def sits(self, player: Player) -> bool:
        return any(_replies_by(player, self.seated))

    def waits(self, player: Player | None) -> int | None:
        """Returns the player's number on the waiting list, from 1; None if not on it."""
        reply = next(iter(_replies_by(player, self.waiting)), None)
        return self.waiting.index(reply) + 1 if reply else None


def _replies_by(player: Player | None, replies: list[Reply]) -> list[Reply]:
    person = player.person_pk if player else None
    return [reply for reply in replies if reply.player.person_pk == person]


def plan_attendances(sessions: Iterable[PlannedSession]) -> list[Attendance]:
    """Returns the attendance of each scheduled session. One query."""
    plans = list(sessions)
    last_replies: dict[int, dict[int, Reply]] = defaultdict(dict)
    replies = Reply.objects.filter(planned__in=plans).select_related("player")
    for reply in replies.order_by("pk"):
        last_replies[reply.planned_id].pop(reply.player.person_pk, None)
        last_replies[reply.planned_id][reply.player.person_pk] = reply
    return [Attendance(session, list(last_replies[session.pk].values())) for session in plans]


def plan_attendance(planned: PlannedSession) -> Attendance:
    return plan_attendances([planned])[0]


def replies_of(player: Player) -> QuerySet[Reply]:
    """Returns all replies of the player, in order."""
    names = names_of(player.person_pk)
    return Reply.objects.filter(player__in=names).select_related("planned").order_by("pk")


def replies_json(player: Player) -> Iterator[dict[str, str]]:
    """Yields the player's replies to scheduled sessions, for the file of their own data."""
    for reply in replies_of(player):
        starts = reply.planned.local.isoformat(timespec="minutes")
        yield {"session": starts, "said": reply.says, "at": reply.at.isoformat()}


def add_to_snapshot(club: Club, add: Callable[[type[Model], Q], list[list[Any]]]) -> None:
    """Adds the rows that an offline device needs: sessions to come or about to start, and the
    replies to them."""
    planned = Q(club=club, starts_at__gt=timezone.now() - START_WINDOW)
    planned &= Q(called_off_at__isnull=True, session__isnull=True)
    if rows := add(PlannedSession, planned):
        add(Reply, Q(planned__in=[row[0] for row in rows]))


def _plans(club: Club) -> QuerySet[PlannedSession]:
    return club.planned.select_related("session", "club", "own")


def expected_members(club: Club) -> list[Player]:
    """Returns the members of whom the calendar expects a reply: all but guests of one tournament,
    who never sat in another session, replied, have a link or a device of the group."""
    everybody = members(club)
    days: Counter[int] = Counter()
    for count in settings.EXTENSIONS.functions("days of guests"):
        days += count(club)
    if not days:
        return everybody
    known = {
        *Seat.objects.filter(game__session__club=club, game__session__part_of=None).values_list(
            PERSON, flat=True
        ),
        *GameResult.objects.filter(club=club, session__part_of=None).values_list(PERSON, flat=True),
        *Reply.objects.filter(planned__club=club).values_list(PERSON, flat=True),
        *club.plan_links.filter(revoked_at=None).values_list(PERSON, flat=True),
        *club.memberships.filter(session=None).values_list(PERSON, flat=True),
    }
    return [player for player in everybody if days[player.pk] != 1 or player.pk in known]


def upcoming(club: Club) -> QuerySet[PlannedSession]:
    """Returns the sessions to come or about to start, the next one first."""
    since = timezone.now() - START_WINDOW
    return _plans(club).filter(starts_at__gt=since).order_by("starts_at", "pk")


def past(club: Club) -> QuerySet[PlannedSession]:
    """Returns the past ones, newest first."""
    since = timezone.now() - START_WINDOW
    return _plans(club).filter(starts_at__lte=since).order_by("-starts_at", "-pk")


def next_planned(club: Club) -> PlannedSession | None:
    """Returns the next session that is neither canceled nor started."""
    return upcoming(club).filter(called_off_at=None, session=None).first()


def same_day(planned: PlannedSession) -> list[PlannedSession]:
    """Returns the other sessions scheduled on the same day."""
    near = timedelta(hours=36)
    begin, end = planned.starts_at - near, planned.starts_at + near
    nearby = _plans(planned.club).filter(starts_at__range=(begin, end), called_off_at=None)
    candidates = nearby.exclude(pk=planned.pk).order_by("starts_at")
    return [other for other in candidates if other.local.date() == planned.local.date()]
