"""Letters of any kind on their way: claimed, handed over, tried again, swept.

A letter that went out cannot be taken back: so a row is claimed before the mail server is asked,
and a claimed one is never sent again by itself. A message to the workers may be lost or come twice.
What a letter says, and whether it is still to be sent, is the business of whoever wrote its row.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import takewhile
from secrets import token_hex
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F
from django.utils import timezone

from scorekeeper.engine.words import Phrase, _
from scorekeeper.mailing.models import MailState, Sendable
from scorekeeper.mailing.sending import UNWRITTEN, TurnedAway, Unreached, Unsure, hand_over
from scorekeeper.statements.services import resend_at

log = logging.getLogger(__name__)

PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=5))
"""A server that does not answer is tried again after each of these, and no more."""
TRIES: Final = len(PAUSES) + 1
LEASE: Final = timedelta(minutes=3)
"""Longer than a task may take: who claimed it is dead then."""
NOT_SET_UP: Final = _(
    "This computer sends no e-mail. Whoever runs it can set that up (EMAIL_URL, EMAIL_FROM)."
)
UNSURE: Final = _(
    "It broke off while it was sent, so it may have come or not. Ask before you retry."
)


def is_set_up() -> bool:
    """Whether e-mail leaves this computer at all; where it does not, none is taken for sent."""
    return "console" not in settings.EMAIL_BACKEND


def is_due(row: Sendable) -> bool:
    """A first try is made at once, another when its time has come."""
    return not row.attempts or row.due_at <= resend_at()


def send(
    row: Sendable,
    write: Callable[[], EmailMessage],
    count: Callable[[], bool] = lambda: True,
    **told: Any,
) -> bool:
    """Whole before it is claimed: what cannot be written was not begun. ``count``: once it is
    claimed, so never twice; False where it may not go out, and the row says why. ``told``: what
    else the row says from then on."""
    try:
        message = write()
    except Exception:
        log.exception("E-mail %s could not be written", _named(row))
        return fail(row, UNWRITTEN)
    return claim(row, **told) and count() and _hand_over(row, message)


def claim(row: Sendable, **told: Any) -> bool:
    row.attempt = token_hex(16)
    claimed = _rows(row).filter(pk=row.pk, state=MailState.WAITING)
    return bool(
        claimed.update(
            state=MailState.SENDING,
            attempt=row.attempt,
            attempts=F("attempts") + 1,
            due_at=timezone.now() + LEASE,
            **told,
        )
    )


def _hand_over(row: Sendable, message: EmailMessage) -> bool:
    try:
        hand_over(message)
    except Unreached as why:
        log.warning("E-mail %s: the mail server is not reached: %s", _named(row), why)
        return _try_later(row)
    except TurnedAway as why:
        log.warning("E-mail %s is refused: %s", _named(row), why)
        return fail(row, why.why)
    except Unsure as why:
        log.warning("E-mail %s may or may not have gone out: %s", _named(row), why)
        return fail(row, UNSURE)
    sent = {"state": MailState.SENT, "error": "", "sent_at": timezone.now()}
    return bool(_own(row).update(**sent))


def _try_later(row: Sendable) -> bool:
    attempts = row.attempts + 1
    if attempts >= TRIES:
        told = _("The mail server did not answer {times} times. Nothing was sent.")
        return fail(row, told.format(times=TRIES))
    _own(row).update(
        state=MailState.WAITING,
        due_at=timezone.now() + PAUSES[attempts - 1],
        error=_("The mail server does not answer. It is tried again in a few minutes."),
    )
    return False


def fail(row: Sendable, why: Phrase) -> bool:
    _own(row).update(state=MailState.FAILED, error=why)
    return False


def _rows(row: Sendable) -> Any:
    return type(row)._default_manager.all()


def _own(row: Sendable) -> Any:
    """The row, as long as nobody else has claimed it."""
    return _rows(row).filter(pk=row.pk, attempt=row.attempt)


def _named(row: Sendable) -> str:
    return f"{row._meta.model_name} {row.pk}"


def sweep(model: type[Sendable], tell: Callable[[int], bool]) -> int:
    """Tell the workers again of what waits and is due; what a dead one had begun has failed."""
    now = timezone.now()
    due = model._default_manager.filter(due_at__lt=now)
    if cut := due.filter(state=MailState.SENDING).update(state=MailState.FAILED, error=UNSURE):
        log.error("%s e-mails were cut off while they were sent", cut)
    waiting = due.filter(state=MailState.WAITING).order_by("due_at")
    late = list(waiting.values_list("pk", flat=True)[:100])
    again = model._default_manager.filter(pk__in=late, state=MailState.WAITING)
    again.update(due_at=resend_at())
    return sum(1 for _pk in takewhile(tell, late))
