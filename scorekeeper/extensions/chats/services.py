"""The only writer of destinations, and of the messages that hosts ask for."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import IN_WORK
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import first_answer
from scorekeeper.extensions.chats.kinds import KINDS
from scorekeeper.extensions.chats.models import KEPT_DAYS, Destination, Event, Message
from scorekeeper.extensions.chats.secrets import seal, unseal

MOST: Final = 8
"""Destinations of a group."""
TOO_MANY: Final = _("A group sends its results to at most %(most)d chats. Remove one first.")


@transaction.atomic
def add_destination(
    *, club: Club, kind: str, values: Mapping[str, str], token: str, by: Membership | None
) -> Destination:
    """Adds a destination, once per token. ``values``: what its kind asks for. Refuses too many.
    Raises OtherwiseError if the token has added another."""
    held = locks.hold_club(club)
    destinations = Destination.objects.filter(club=held)
    is_same = partial(_says, kind=kind, values=values)
    if first := first_answer(destinations, token, is_same):
        return first
    if destinations.count() >= MOST:
        raise Refusal(TOO_MANY, most=MOST)
    note(ActivityKind.CHAT_ADDED, club=held, by=by, what=KINDS[kind].name)
    return Destination.objects.create(
        club=held,
        kind=kind,
        sealed=seal({**values, **KINDS[kind].new_keys()}),
        language=get_language() or "en",
        locale=currencies.reader_tag(),
        token=token,
    )


def _says(destination: Destination, *, kind: str, values: Mapping[str, str]) -> bool:
    """Whether it was added with these values."""
    return destination.kind == kind and values.items() <= unseal(destination.sealed).items()


def change_destination(destination: Destination, **wanted: bool) -> None:
    """``wanted``: which events are sent, and how."""
    Destination.objects.filter(pk=destination.pk).update(**wanted)


@transaction.atomic
def remove_destination(destination: Destination, by: Membership | None) -> None:
    """Removes it with its messages, sent or not."""
    for held in _hold(destination):
        Message.objects.filter(destination=held).delete()
        held.delete()
        name = KINDS[held.kind].name
        note(ActivityKind.CHAT_REMOVED, club=destination.club, by=by, what=name)


def _hold(destination: Destination) -> list[Destination]:
    """Locks the destination against new messages; returns none if it was removed meanwhile."""
    return locks.hold_in_order(Destination.objects.filter(pk=destination.pk))


@transaction.atomic
def send_test(destination: Destination, token: str) -> None:
    """Queues a test, once per token; none if the destination was removed meanwhile."""
    for held in _hold(destination):
        message, is_new = Message.objects.get_or_create(
            destination=held, event=Event.TEST, key=token
        )
        if is_new:
            jobs.start(message)


def forget_old_messages() -> None:
    """Deletes messages that were sent, or given up, long ago."""
    before = timezone.now() - timedelta(days=KEPT_DAYS)
    Message.objects.filter(at__lt=before).exclude(state__in=IN_WORK).delete()
