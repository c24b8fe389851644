"""The work of a message: words it, sends it, tries again, gives up after a day and says so.

A message to a chat may not come twice, so where nobody can know whether it was taken, it is not
sent again. A webhook is: its receiver knows the message by its id.
"""

import logging
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
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
from scorekeeper.extensions.chats.kinds.kind import Kind
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
STOPPED: Final = _("Not sent, because this was given up before.")
TOO_MANY: Final = _("Too many results of this group went to chats just now. This one was not sent.")
OUTDATED: Final = _("No longer needed. Not sent.")

log = logging.getLogger(__name__)


def deliver(message: Message) -> bool:
    """Sends the message; returns whether it was sent."""
    bind(club=message.destination.club_id)
    was_cut_off = message.state == models.JobState.RUNNING
    earlier = _line(message).filter(pk__lt=message.pk).first()
    if earlier and message.event != Event.TEST:
        return jobs.wait_behind(message, earlier)
    if not jobs.claim(message):
        return False
    is_sent = _deliver(message, was_cut_off)
    following = _line(message).first()
    if following and following.pk != message.pk:
        jobs.start(following)
    return is_sent


def _line(message: Message) -> QuerySet[Message]:
    """Selects the messages of its destination that are in work, the first first: one is sent after
    the other, in the order of what happened. Tests pass them by."""
    line = Message.objects.filter(destination=message.destination_id, state__in=models.IN_WORK)
    return line.exclude(event=Event.TEST).order_by("pk")


def _deliver(message: Message, was_cut_off: bool) -> bool:
    destination = message.destination
    kind = KINDS[destination.kind]
    if destination.stopped_at and message.event != Event.TEST:
        return jobs.fail(message, STOPPED)
    if message.event != Event.TEST and message.attempts == 1:  # what is tried again was counted
        try:
            spend(acts.CHAT, None, event=f"{destination.club_id}/{message.event}")
        except TooMuchError:
            return jobs.fail(message, TOO_MANY)
    if was_cut_off and not kind.repeats_harmlessly:
        return jobs.fail(message, UNSURE)
    try:
        answer = send(kind.request(unseal(destination.sealed), worded(message)))
    except OutdatedError:
        return jobs.fail(message, OUTDATED)
    except TooMuchError:
        return jobs.postpone(message, BUSY_PAUSE)
    except UnreadableError:
        return _stop(message, UNREADABLE)
    except AddressError as error:
        return _stop(message, PRIVATE if isinstance(error, PrivateError) else NO_ADDRESS)
    except UnreachableError as error:
        return _try_later(message, NO_ANSWER, error)
    except UnsureError as error:
        return _after_silence(message, kind, error)
    return _after_answer(message, answer)


def _after_silence(message: Message, kind: Kind, error: UnsureError) -> bool:
    if kind.repeats_harmlessly:
        return _try_later(message, NO_ANSWER, error)
    return jobs.fail(message, UNSURE)


def _after_answer(message: Message, answer: Answer) -> bool:
    if 200 <= answer.status < 300:
        Destination.objects.filter(pk=message.destination_id).update(
            stopped_at=None, stopped_why=""
        )
        return jobs.finish(message)
    if 300 <= answer.status < 400:
        return _stop(message, REDIRECT)
    phrase = STATUS if answer.text else BARE_STATUS
    why = phrase.format(status=answer.status, text=answer.text)
    if answer.status in (408, 425, 429) or answer.status >= 500:
        return _try_later(message, why, answer.status)
    if answer.status in (401, 403, 404, 410):
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
