"""The work of a message: words it, sends it, tries again, gives up after a day and says so.

A message to a chat may not come twice, so where nobody can know whether it was taken, it is not
sent again. A webhook is: its receiver knows the message by its id.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.core.jobs import kinds, models
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import TooMuchError, spend
from scorekeeper.core.logs import bind
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.chats.kinds import KINDS
from scorekeeper.extensions.chats.kinds.kind import Kind, gives_away
from scorekeeper.extensions.chats.models import Destination, Event, Message
from scorekeeper.extensions.chats.secrets import UnreadableError, unseal
from scorekeeper.extensions.chats.transport import (
    AddressError,
    Answer,
    PrivateError,
    UnreachableError,
    UnsureError,
    send,
)
from scorekeeper.extensions.chats.wording import OutdatedError, worded

DAY: Final = timedelta(days=1)
FIRST_PAUSE: Final = timedelta(minutes=1)
LONGEST_PAUSE: Final = timedelta(hours=4)
BUSY_PAUSE: Final = timedelta(seconds=15)
LEASE: Final = timedelta(minutes=3)
"""Longer than a task may take."""
ATTEMPTS: Final = 60
"""More than a day has; the day ends it."""
MOST_FAILURES: Final = 3
"""In a row, until nothing more is sent there."""

NO_ANSWER: Final = _("No answer.")
LATER: Final = _("Not sent yet: {why} It is tried again, for a day.")
GIVEN_UP: Final = _("Given up after a day: {why}")
STATUS: Final = _("It answered {status}: {text}")
BARE_STATUS: Final = _("It answered {status}.")
REDIRECT: Final = _("The address leads elsewhere. Enter the address where it ends.")
PRIVATE: Final = _("This address lies in a private network. Nothing is sent there.")
NO_ADDRESS: Final = _("This is not an address that begins with https://.")
UNREADABLE: Final = _("The site’s key has changed. Remove this and add it again.")
UNSURE: Final = _("There was no answer. The message may have arrived, so it is not sent again.")
MAY_HAVE_ARRIVED: Final = _(
    "It answered {status}. The message may have arrived, so it is not sent again."
)
NOT_MADE: Final = _("This could not be put into words. It was not sent.")
BLOCKED: Final = _("The group was blocked. Not sent.")
STOPPED: Final = _("Not sent, because this was given up before.")
TOO_MANY: Final = _("Too many results of this group went to chats just now. This one was not sent.")
OUTDATED: Final = _("No longer needed. Not sent.")

log = logging.getLogger(__name__)


def deliver(message: Message) -> bool:
    """Sends the message; returns whether it was sent."""
    bind(club=message.destination.club_id)
    lapsed_claim = message.claim if message.state == models.JobState.RUNNING else None
    earlier = _line(message).filter(pk__lt=message.pk).first()
    if earlier and message.event != Event.TEST:
        return jobs.wait_behind(message, earlier)
    if not jobs.claim(message):
        return False
    message.refresh_from_db(fields=["sending"])
    is_sent = _deliver(message, may_have_arrived=message.sending == lapsed_claim)
    following = _line(message).first()
    if following and following.pk != message.pk:
        jobs.start(following)
    return is_sent


def _line(message: Message) -> QuerySet[Message]:
    """Selects the messages of its destination that are in work, the first first: one is sent after
    the other, in the order of what happened. Tests pass them by."""
    line = Message.objects.filter(destination=message.destination_id, state__in=models.IN_WORK)
    return line.exclude(event=Event.TEST).order_by("pk")


def _deliver(message: Message, *, may_have_arrived: bool) -> bool:
    destination = message.destination
    kind = KINDS[destination.kind]
    if destination.club.blocked_at:
        return jobs.fail(message, BLOCKED)
    if destination.stopped_at and message.event != Event.TEST:
        return jobs.fail(message, STOPPED)
    if message.event != Event.TEST and message.attempts == 1:  # what is tried again was counted
        try:
            spend(acts.CHAT, None, event=f"{destination.club_id}/{message.event}")
        except TooMuchError:
            return jobs.fail(message, TOO_MANY)
    if may_have_arrived and not kind.repeats_harmlessly:
        return jobs.fail(message, UNSURE)
    try:
        values = unseal(destination.sealed)
        request = kind.request(values, worded(message))
    except OutdatedError:
        return jobs.fail(message, OUTDATED)
    except TooMuchError:
        return jobs.postpone(message, BUSY_PAUSE)
    except UnreadableError:
        return _stop(message, UNREADABLE)
    except Exception:
        log.exception("Message %s could not be made", message.pk)
        return jobs.fail(message, NOT_MADE)
    if not jobs.own_row(message).update(sending=message.claim):
        return False  # another worker has it by now
    try:
        answer = send(request)
    except AddressError as error:
        return _stop(message, PRIVATE if isinstance(error, PrivateError) else NO_ADDRESS)
    except UnreachableError as error:
        return _try_later(message, NO_ANSWER, error)
    except UnsureError as error:
        return _after_silence(message, kind, error)
    return _after_answer(message, kind, answer, values)


def _after_silence(message: Message, kind: Kind, error: UnsureError) -> bool:
    if kind.repeats_harmlessly:
        return _try_later(message, NO_ANSWER, error)
    return _fail(message, UNSURE)


def _after_answer(message: Message, kind: Kind, answer: Answer, values: Mapping[str, str]) -> bool:
    if 200 <= answer.status < 300:
        Destination.objects.filter(pk=message.destination_id).update(
            failures=0, stopped_at=None, stopped_why=""
        )
        return jobs.finish(message)
    if 300 <= answer.status < 400:
        return _stop(message, REDIRECT)
    is_shown = answer.text and not gives_away(values, answer.text)
    why = (STATUS if is_shown else BARE_STATUS).format(status=answer.status, text=answer.text)
    is_unsure = answer.status == 408 or answer.status >= 500
    if answer.status in (425, 429, 503) or (is_unsure and kind.repeats_harmlessly):
        return _try_later(message, why, answer.status)
    if is_unsure:
        return _fail(message, MAY_HAVE_ARRIVED.format(status=answer.status))
    if answer.status in (401, 403, 404, 410):
        return _stop(message, why)
    return _fail(message, why)


def _fail(message: Message, why: Phrase) -> bool:
    """Gives up the message; with it the destination, once several in a row came to nothing."""
    log.warning("Message %s was given up", message.pk)
    going = Destination.objects.filter(pk=message.destination_id)
    going.update(failures=F("failures") + 1)
    if going.filter(failures__gte=MOST_FAILURES).exists():
        return _stop(message, why)
    return jobs.fail(message, why)


def _try_later(message: Message, why: Phrase, error: object) -> bool:
    """Tries it again within a day of the event, at growing intervals; a test at once says why."""
    log.warning("Message %s was not sent: %s", message.pk, error)
    if message.event == Event.TEST:
        return jobs.fail(message, why)
    left = message.at + DAY - timezone.now()
    if left <= timedelta(0):
        return _stop(message, GIVEN_UP.format(why=why))
    pause = min(FIRST_PAUSE * 2 ** min(message.attempts - 1, 20), LONGEST_PAUSE, left)
    return jobs.postpone(message, pause, LATER.format(why=why))


@transaction.atomic
def _stop(message: Message, why: Phrase) -> bool:
    """Gives up the message and its destination, until a test arrives there."""
    destination = message.destination
    going = Destination.objects.filter(pk=destination.pk, stopped_at=None)
    if going.update(stopped_at=timezone.now(), stopped_why=why):
        name = KINDS[destination.kind].name
        note(ActivityKind.CHAT_STOPPED, club=destination.club, what=name)
    return jobs.fail(message, why)


kinds.register(
    kinds.Kind(
        Message,
        gettext_lazy("Result for a chat"),
        deliver,
        LEASE,
        ATTEMPTS,
        _("Tried too often. Nothing was sent."),
    )
)
