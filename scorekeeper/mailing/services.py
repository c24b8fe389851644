"""The only writer of what is sent by e-mail.

As with sheets, the row is the truth and a message to the workers may be lost or come twice. But a
letter that went out cannot be taken back: so a row is claimed before the mail server is asked, and
a claimed one is never sent again by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import takewhile
from secrets import token_hex
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation

from scorekeeper import celery
from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.clubs.services import digest
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger.selectors import players_of
from scorekeeper.limits.spending import TooMuch
from scorekeeper.mailing.letters import letter
from scorekeeper.mailing.models import Mail, MailAddress, MailState
from scorekeeper.mailing.selectors import newest
from scorekeeper.mailing.sending import UNWRITTEN, TurnedAway, Unreached, Unsure, hand_over
from scorekeeper.serving.logs import bind
from scorekeeper.statements import services as statements
from scorekeeper.statements.models import Progress, Statement
from scorekeeper.statements.services import resend_at
from scorekeeper.wording import currencies

log = logging.getLogger(__name__)

DELIVER: Final = "scorekeeper.mailing.tasks.deliver"
"""The task by its name."""
PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=5))
"""A server that does not answer is tried again after each of these, and no more."""
TRIES: Final = len(PAUSES) + 1
LEASE: Final = timedelta(minutes=3)
"""Longer than a task may take: who claimed it is dead then."""


def is_set_up() -> bool:
    """Whether e-mail leaves this computer at all; where it does not, none is taken for sent."""
    return "console" not in settings.EMAIL_BACKEND


# Asking -------------------------------------------------------------------------------------


@transaction.atomic
def send_all(
    *,
    session: Session,
    token: str,
    by: Membership | None = None,
    origin: str = "",
    spend: Callable[[int], None] = lambda _times: None,
    spend_to: Callable[[str], None] = lambda _digest: None,
) -> list[Mail]:
    """The own sheet to everybody of the night who gave an address; what this token asked for, if it
    asked before. Whoever has the night as it stands, or will have it, gets nothing.

    ``spend``: for so many letters, ``spend_to``: for one to the address of this digest; both may
    raise TooMuch.
    """
    version = locks.hold_night(session.pk).version
    if asked := list(Mail.objects.filter(session=session, token=token)):
        return asked
    wanted = _without_it(session, version)
    if wanted:
        spend(len(wanted))
    asking = {"token": token, "by": by, "origin": origin}
    return [_queue(session, version, address, asking, spend_to) for address in wanted]


def _without_it(session: Session, version: int) -> list[MailAddress]:
    """In one order for all clubs: what is counted for each address is a lock."""
    there = newest(session)
    given = MailAddress.objects.filter(player__in=players_of(session)).select_related("player")
    return sorted(
        (
            address
            for address in given
            if not (mail := there.get((address.player_id, digest(address.value))))
            or not mail.brings(version)
        ),
        key=lambda address: (digest(address.value), address.pk),
    )


def _queue(
    session: Session,
    version: int,
    address: MailAddress,
    asking: dict[str, Any],
    spend_to: Callable[[str], None],
) -> Mail:
    told = asking | {"state": MailState.WAITING, "attempts": 0, "error": "", "due_at": resend_at()}
    told |= {"shows": None}
    known = digest(address.value)
    try:
        spend_to(known)
    except TooMuch:
        told |= {"state": MailState.FAILED, "error": _("Very much was sent to this address today.")}
    mail, _made = Mail.objects.update_or_create(
        session=session, player=address.player, version=version, digest=known, defaults=told
    )
    if mail.state == MailState.WAITING:
        transaction.on_commit(partial(tell, mail.pk))
    return mail


def tell(pk: int) -> bool:
    """If the workers cannot be reached the row waits."""
    return celery.tell(DELIVER, pk)


# Sending ------------------------------------------------------------------------------------


def deliver(pk: int) -> bool:
    """Have the sheet drawn, and send it; False when it is not the time, or nothing to do."""
    found = Mail.objects.select_related("session__club", "player", "by__player")
    mail = found.filter(pk=pk, state=MailState.WAITING).first()
    if mail is None or (mail.attempts and mail.due_at > resend_at()):
        return False
    bind(club=mail.session.club_id)
    if not is_set_up():
        return _fail(mail, NOT_SET_UP)
    address = MailAddress.objects.filter(player=mail.player_id).first()
    if address is None or digest(address.value) != mail.digest:
        return _fail(mail, _("The address was taken away or changed. Send it again."))
    with translation.override(address.language), currencies.reading_as(address.locale):
        statement = _sheet(mail)
        return statement is not None and _send(mail, address, *statement)


def _sheet(mail: Mail) -> tuple[bytes, int] | None:
    """The PDF, and the version it shows; None while it is not there: the sweep comes back to it,
    unless it failed."""
    try:
        statement = statements.ask(about=mail.session, player=mail.player, by=mail.by)
    except TooMuch:
        return None
    statements.produce(statement.pk)
    statement = Statement.objects.get(pk=statement.pk)
    if statement.state == Progress.FAILED:
        _fail(mail, statement.error)
    if statement.state != Progress.DONE:
        return None
    try:
        with statement.file.open("rb") as file:
            return bytes(file.read()), statement.shows or statement.version
    except FileNotFoundError:
        statements.mark_lost(statement=statement)
        return None


def _send(mail: Mail, address: MailAddress, sheet: bytes, shows: int) -> bool:
    """Whole before it is claimed: what cannot be written was not begun."""
    try:
        message = letter(mail, address, sheet)
    except Exception:
        log.exception("E-mail %s could not be written", mail.pk)
        return _fail(mail, UNWRITTEN)
    return _claim(mail, shows) and _hand_over(mail, message)


def _claim(mail: Mail, shows: int) -> bool:
    mail.attempt = token_hex(16)
    claimed = Mail.objects.filter(pk=mail.pk, state=MailState.WAITING).update(
        state=MailState.SENDING,
        shows=shows,
        attempt=mail.attempt,
        attempts=F("attempts") + 1,
        due_at=timezone.now() + LEASE,
    )
    return bool(claimed)


def _hand_over(mail: Mail, message: EmailMessage) -> bool:
    try:
        hand_over(message)
    except Unreached as why:
        log.warning("E-mail %s: the mail server is not reached: %s", mail.pk, why)
        return _try_later(mail)
    except TurnedAway as why:
        log.warning("E-mail %s is refused: %s", mail.pk, why)
        return _fail(mail, why.why)
    except Unsure as why:
        log.warning("E-mail %s may or may not have gone out: %s", mail.pk, why)
        return _fail(mail, UNSURE)
    sent = {"state": MailState.SENT, "error": "", "sent_at": timezone.now()}
    return bool(Mail.objects.filter(pk=mail.pk, attempt=mail.attempt).update(**sent))


NOT_SET_UP: Final = _(
    "This computer sends no e-mail. Whoever runs it can set that up (EMAIL_URL, EMAIL_FROM)."
)
UNSURE: Final = _(
    "It broke off while it was sent, so it may have come or not. Ask before you retry."
)


def _try_later(mail: Mail) -> bool:
    attempts = mail.attempts + 1
    if attempts >= TRIES:
        told = _("The mail server did not answer {times} times. Nothing was sent.")
        return _fail(mail, told.format(times=TRIES))
    Mail.objects.filter(pk=mail.pk, attempt=mail.attempt).update(
        state=MailState.WAITING,
        due_at=timezone.now() + PAUSES[attempts - 1],
        error=_("The mail server does not answer. It is tried again in a few minutes."),
    )
    return False


def _fail(mail: Mail, why: Phrase) -> bool:
    own = Mail.objects.filter(pk=mail.pk, attempt=mail.attempt)
    own.update(state=MailState.FAILED, error=why)
    return False


# Sweeping -----------------------------------------------------------------------------------


def sweep() -> int:
    """Tell the workers again of what waits and is due; what a dead one had begun has failed."""
    now = timezone.now()
    due = Mail.objects.filter(due_at__lt=now)
    if cut := due.filter(state=MailState.SENDING).update(state=MailState.FAILED, error=UNSURE):
        log.error("%s e-mails were cut off while they were sent", cut)
    waiting = due.filter(state=MailState.WAITING).order_by("due_at")
    late = list(waiting.values_list("pk", flat=True)[:100])
    Mail.objects.filter(pk__in=late, state=MailState.WAITING).update(due_at=resend_at())
    return sum(1 for _pk in takewhile(tell, late))
