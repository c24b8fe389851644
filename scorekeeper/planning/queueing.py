"""Which letters about planned nights are to go out, and to whom. A row is written once for each
thing to be told, whoever asks and however often; ``delivering`` sends it.

Where this computer sends no e-mail nothing is written: the pages say so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.persons import PERSON
from scorekeeper.clubs.selectors import members
from scorekeeper.clubs.services import digest
from scorekeeper.jobs import services as jobs
from scorekeeper.mailing import outbox
from scorekeeper.mailing.models import MailAddress
from scorekeeper.planning.models import PlanLetter, PlanLetterKind, PlannedNight, Says, Unreminded
from scorekeeper.planning.selectors import WhoComes, person_of, who_come, who_comes

BEFORE: Final = timedelta(hours=24)
"""So long before it starts a night is called to mind."""


def queue(planned: PlannedNight, player: Player, kind: PlanLetterKind, about: str) -> bool:
    """In a transaction, after which it goes out; whether it was written. It is not where there is
    no address, or no mail; one that was written before is left as it is."""
    address = MailAddress.objects.filter(player=player).first()
    if address is None or not outbox.is_set_up():
        return False
    letter, made = PlanLetter.objects.get_or_create(
        planned=planned,
        player=player,
        kind=kind,
        about=about,
        defaults={"digest": digest(address.value), "origin": planned.origin},
    )
    if made:
        jobs.start(letter)
    return made


def to_those_who_may_come(planned: PlannedNight, kind: PlanLetterKind) -> None:
    for reply in who_comes(planned).replies:
        if reply.says != Says.NOT:
            queue(planned, reply.player, kind, f"version {planned.version}")


# Asking those who have not said anything -----------------------------------------------------


def unasked(who: WhoComes) -> list[Player]:
    """Those with an address who have said nothing, want to be asked, and were not asked yet."""
    club, about = who.planned.club, _time(who.planned)
    letters = PlanLetter.objects.filter(planned=who.planned, kind=PlanLetterKind.ASKED, about=about)
    written = MailAddress.objects.filter(player__club=club).values_list("player", flat=True)
    silent = set(letters.values_list("player", flat=True)) | _unreminded(club)
    asked = set(written) - silent
    return [p for p in members(club) if p.pk in asked and who.of(p) is None]


def _unreminded(club: Club) -> set[int]:
    """The players who want no reminders, by their ids."""
    return set(Unreminded.objects.filter(player__club=club).values_list("player", flat=True))


@transaction.atomic
def ask(*, planned: PlannedNight, spend: Callable[[int], None]) -> int:
    """A letter to each of them, once; how many. ``spend``: for what this tap wrote, for another
    may do the same at this moment; it may raise TooMuchError."""
    silent = unasked(who_comes(planned)) if planned.takes_replies else []
    about = _time(planned)
    written = sum(queue(planned, player, PlanLetterKind.ASKED, about) for player in silent)
    if written:
        spend(written)
    return written


def _time(planned: PlannedNight) -> str:
    return planned.starts_at.isoformat()


# Reminding -----------------------------------------------------------------------------------


def remind_of_all() -> int:
    """Write down who is to be reminded now: those who said, before it was time for it, that they
    come or perhaps. How many nights were looked at."""
    if not outbox.is_set_up():
        return 0
    now = timezone.now()
    soon = PlannedNight.objects.filter(
        starts_at__gt=now, starts_at__lte=now + BEFORE, called_off_at=None, session=None
    )
    nights = who_come(soon.select_related("club"))
    for who in nights:
        _remind_of(who)
    return len(nights)


@transaction.atomic
def _remind_of(who: WhoComes) -> None:
    """Whom another letter has told of it since that time is told no more, under whichever name."""
    planned, about = who.planned, _time(who.planned)
    since = planned.starts_at - BEFORE
    told = Q(kind=PlanLetterKind.REMINDER, about=about) | Q(
        kind=PlanLetterKind.MOVED, at__gte=since
    )
    done = _persons(PlanLetter.objects.filter(told, planned=planned))
    done |= _persons(Unreminded.objects.filter(player__club=planned.club))
    for reply in who.replies:
        may_come = reply.at <= since and reply.says != Says.NOT
        if may_come and person_of(reply.player) not in done:
            queue(planned, reply.player, PlanLetterKind.REMINDER, about)


def _persons(rows: QuerySet[Any]) -> set[int]:
    """Whose these are, by id: what one name was told the other knows."""
    return set(rows.annotate(person=PERSON).values_list("person", flat=True))


def throw_away(player: Player) -> None:
    PlanLetter.objects.filter(player=player).delete()
