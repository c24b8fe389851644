"""Queues e-mails about scheduled sessions: one row per occasion, however often it is requested;
``sending`` sends it. Nothing is queued where this computer sends no e-mail.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.players.persons import PERSON
from scorekeeper.clubs.services import digest
from scorekeeper.core.jobs import services as jobs
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.mail.models import MailAddress
from scorekeeper.extensions.calendar.planning.models import (
    PlanLetter,
    PlanLetterKind,
    PlannedSession,
    Says,
    Unreminded,
)
from scorekeeper.extensions.calendar.planning.selectors import (
    Attendance,
    expected_members,
    plan_attendance,
    plan_attendances,
)

BEFORE: Final = timedelta(hours=24)
"""How long before the start players are reminded."""


def queue_letter(planned: PlannedSession, player: Player, kind: PlanLetterKind, about: str) -> bool:
    """Queues an e-mail, sent after the transaction; returns whether it is new. Nothing is queued
    without an address or e-mail set up."""
    address = MailAddress.objects.filter(player=player).first()
    if address is None or not outbox.is_set_up():
        return False
    letter, is_new = PlanLetter.objects.get_or_create(
        planned=planned,
        player=player,
        kind=kind,
        about=about,
        defaults={"digest": digest(address.value), "origin": planned.origin},
    )
    if is_new:
        jobs.start(letter)
    return is_new


def notify_attending(planned: PlannedSession, kind: PlanLetterKind) -> None:
    for reply in plan_attendance(planned).replies:
        if reply.says != Says.NOT:
            queue_letter(planned, reply.player, kind, f"version {planned.version}")


# Asking players who have not replied ---------------------------------------------------------


def players_to_ask(attendance: Attendance) -> list[Player]:
    """Returns the players with an address who have not replied, allow reminders, and were not asked
    yet."""
    club, about = attendance.planned.club, _start_text(attendance.planned)
    letters = PlanLetter.objects.filter(
        planned=attendance.planned, kind=PlanLetterKind.ASKED, about=about
    )
    with_address = MailAddress.objects.filter(player__club=club).values_list("player", flat=True)
    unreminded = Unreminded.objects.filter(player__club=club).values_list("player", flat=True)
    askable = {*with_address} - {*letters.values_list("player", flat=True), *unreminded}
    return [p for p in expected_members(club) if p.pk in askable and attendance.reply_of(p) is None]


@transaction.atomic
def ask_players(*, planned: PlannedSession, spend: Callable[[int], None]) -> int:
    """Queues an e-mail to each player who has not replied; returns how many are new. ``spend`` is
    called with that number and may raise TooMuchError."""
    players = players_to_ask(plan_attendance(planned)) if planned.takes_replies else []
    about = _start_text(planned)
    count = sum(queue_letter(planned, player, PlanLetterKind.ASKED, about) for player in players)
    if count:
        spend(count)
    return count


def _start_text(planned: PlannedSession) -> str:
    return planned.starts_at.isoformat()


# Reminding -----------------------------------------------------------------------------------


def queue_reminders() -> int:
    """Queues the reminders due now, for players who replied Going or Maybe before they were due.
    Returns the number of sessions checked."""
    if not outbox.is_set_up():
        return 0
    now = timezone.now()
    soon = PlannedSession.objects.filter(
        starts_at__gt=now, starts_at__lte=now + BEFORE, called_off_at=None, session=None
    ).filter(club__blocked_at=None)
    sessions = plan_attendances(soon.select_related("club"))
    for attendance in sessions:
        _queue_session_reminders(attendance)
    return len(sessions)


@transaction.atomic
def _queue_session_reminders(attendance: Attendance) -> None:
    """Queues the session's reminders, except to persons told of it by another e-mail since."""
    planned, about = attendance.planned, _start_text(attendance.planned)
    since = planned.starts_at - BEFORE
    earlier = Q(kind=PlanLetterKind.REMINDER, about=about) | Q(
        kind=PlanLetterKind.MOVED, at__gte=since
    )
    excluded = _persons(PlanLetter.objects.filter(earlier, planned=planned))
    excluded |= _persons(Unreminded.objects.filter(player__club=planned.club))
    for reply in attendance.replies:
        may_come = reply.at <= since and reply.says != Says.NOT
        if may_come and reply.player.person_pk not in excluded:
            queue_letter(planned, reply.player, PlanLetterKind.REMINDER, about)


def _persons(rows: QuerySet[Any]) -> set[int]:
    """Returns the ids of the persons of these rows: names of one person share reminders."""
    return set(rows.annotate(person=PERSON).values_list("person", flat=True))
