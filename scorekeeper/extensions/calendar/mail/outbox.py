"""Sends e-mails of any kind: builds, claims, hands over, retries.

A sent e-mail cannot be recalled. So a row is claimed before the mail server is contacted, and a
claimed one is never resent automatically. The module that wrote the row decides what it says and
whether it is still to be sent.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.functional import Promise

from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.kinds import KINDS, Kind, register
from scorekeeper.core.jobs.models import Sendable
from scorekeeper.engine.words import _
from scorekeeper.extensions.calendar.mail.sending import (
    UNWRITTEN,
    RejectedError,
    UnreachableError,
    UnsureError,
    hand_over,
)

log = logging.getLogger(__name__)

PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=5))
"""Pauses between attempts when the server does not answer."""
ATTEMPTS: Final = len(PAUSES) + 1
LEASE: Final = timedelta(minutes=3)
"""Longer than a task may take; after that a claim has failed."""
NOT_SET_UP: Final = _(
    "This server can’t send e-mail. The server admin can set it up (EMAIL_URL, EMAIL_FROM)."
)
UNSURE: Final = _("Sending was interrupted. The e-mail may have arrived. Ask before you retry.")


def mail_kinds() -> list[Kind[Any]]:
    """Returns the kinds of jobs that send an e-mail."""
    return [kind for kind in KINDS.values() if issubclass(kind.model, Sendable)]


def is_set_up() -> bool:
    """Whether this computer is set up to send e-mail."""
    return "console" not in settings.EMAIL_BACKEND


def register_letters(model: type[Sendable], title: Promise, work: Callable[[Any], object]) -> None:
    """Registers a model of e-mails. ``work`` must end in ``send``, or fail the row."""
    failure = _("The mail server didn’t answer {times} times. Nothing was sent.")
    failure = failure.format(times=ATTEMPTS)
    register(Kind(model, title, work, LEASE, ATTEMPTS, failure, cut_off=UNSURE))


def send(
    row: Sendable,
    build: Callable[[], EmailMessage],
    may_send: Callable[[], bool] = lambda: True,
    **columns: Any,
) -> bool:
    """Sends a row's e-mail; returns whether it was sent. It is built before the row is claimed, so
    that a failure to build leaves it unclaimed. ``may_send``: called once, after the claim; False
    if it has failed the row. ``columns``: saved with the claim."""
    try:
        message = build()
    except Exception:
        log.exception("E-mail %s could not be created", _label(row))
        return jobs.fail(row, UNWRITTEN)
    return jobs.claim(row, **columns) and may_send() and _hand_over(row, message)


def _hand_over(row: Sendable, message: EmailMessage) -> bool:
    try:
        hand_over(message)
    except UnreachableError as error:
        log.warning("E-mail %s: the mail server was not reached: %s", _label(row), error)
        why = _("The mail server isn’t answering. Trying again in a few minutes.")
        return jobs.postpone(row, PAUSES[min(row.attempts, len(PAUSES)) - 1], why)
    except RejectedError as error:
        log.warning("E-mail %s was refused: %s", _label(row), error)
        return jobs.fail(row, error.why)
    except UnsureError as error:
        log.warning("E-mail %s may have been sent: %s", _label(row), error)
        return jobs.fail(row, UNSURE)
    return jobs.finish(row)


def _label(row: Sendable) -> str:
    return f"{row._meta.model_name} {row.pk}"
