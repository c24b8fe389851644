"""Letters of any kind on their way: written, claimed, handed over, tried again.

A letter that went out cannot be taken back: so a row is claimed before the mail server is asked,
and a claimed one is never sent again by itself. What a letter says, and whether it is still to be
sent, is the business of whoever wrote its row.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.functional import Promise

from scorekeeper.engine.words import _
from scorekeeper.jobs import services as jobs
from scorekeeper.jobs.kinds import Kind, register
from scorekeeper.mailing.models import Sendable
from scorekeeper.mailing.sending import (
    UNWRITTEN,
    TurnedAwayError,
    UnreachedError,
    UnsureError,
    hand_over,
)

log = logging.getLogger(__name__)

PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=5))
"""A server that does not answer is tried again after each of these, and no more."""
TRIES: Final = len(PAUSES) + 1
LEASE: Final = timedelta(minutes=3)
"""Longer than a task may take: who claimed it is dead then."""
NOT_SET_UP: Final = _(
    "This server can’t send e-mail. The server admin can set it up (EMAIL_URL, EMAIL_FROM)."
)
UNSURE: Final = _("Sending was interrupted. The e-mail may have arrived. Ask before you retry.")


def is_set_up() -> bool:
    """Whether e-mail leaves this computer at all; where it does not, none is taken for sent."""
    return "console" not in settings.EMAIL_BACKEND


def register_letters(model: type[Sendable], title: Promise, work: Callable[[Any], object]) -> None:
    """Letters of this model go out this way. ``work`` ends in ``send``, or fails the row."""
    given_up = _("The mail server didn’t answer {times} times. Nothing was sent.")
    given_up = given_up.format(times=TRIES)
    register(Kind(model, title, work, LEASE, TRIES, given_up, cut_off=UNSURE))


def send(
    row: Sendable,
    write: Callable[[], EmailMessage],
    count: Callable[[], bool] = lambda: True,
    **columns: Any,
) -> bool:
    """Whole before it is claimed: what cannot be written was not begun. ``count``: once it is
    claimed, so never twice; False where it may not go out, and the row says why. ``columns``: what
    else the row says from then on."""
    try:
        message = write()
    except Exception:
        log.exception("E-mail %s could not be created", _named(row))
        return jobs.fail(row, UNWRITTEN)
    return jobs.claim(row, **columns) and count() and _hand_over(row, message)


def _hand_over(row: Sendable, message: EmailMessage) -> bool:
    try:
        hand_over(message)
    except UnreachedError as error:
        log.warning("E-mail %s: the mail server was not reached: %s", _named(row), error)
        why = _("The mail server isn’t answering. Trying again in a few minutes.")
        return jobs.postpone(row, PAUSES[min(row.attempts, len(PAUSES)) - 1], why)
    except TurnedAwayError as error:
        log.warning("E-mail %s was refused: %s", _named(row), error)
        return jobs.fail(row, error.why)
    except UnsureError as error:
        log.warning("E-mail %s may have been sent: %s", _named(row), error)
        return jobs.fail(row, UNSURE)
    return jobs.finish(row)


def _named(row: Sendable) -> str:
    return f"{row._meta.model_name} {row.pk}"
