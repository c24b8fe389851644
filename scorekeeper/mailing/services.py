"""The only writer of the sheets that are sent by e-mail: who gets one, and its drawing on the way.
How a letter is claimed and sent, once, is the business of ``outbox``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import translation

from scorekeeper import celery
from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.clubs.services import digest
from scorekeeper.clubs.signing import signed
from scorekeeper.engine.words import _
from scorekeeper.ledger.selectors import players_of
from scorekeeper.limits.spending import TooMuch
from scorekeeper.mailing import outbox
from scorekeeper.mailing.letters import letter
from scorekeeper.mailing.models import Mail, MailAddress, MailState
from scorekeeper.mailing.selectors import newest
from scorekeeper.serving.logs import bind
from scorekeeper.statements import services as statements
from scorekeeper.statements.models import Progress, Statement
from scorekeeper.statements.services import resend_at
from scorekeeper.wording import currencies

DELIVER: Final = "scorekeeper.mailing.tasks.deliver"
"""The task by its name."""


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
    asking = {"token": token, "by": by, "signature_id": signed(by), "origin": origin}
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
    found = Mail.objects.select_related(
        "session__club", "player", "by__player", "signature__player"
    )
    mail = found.filter(pk=pk, state=MailState.WAITING).first()
    if mail is None or not outbox.is_due(mail):
        return False
    bind(club=mail.session.club_id)
    if not outbox.is_set_up():
        return outbox.fail(mail, outbox.NOT_SET_UP)
    address = MailAddress.objects.filter(player=mail.player_id).first()
    if address is None or digest(address.value) != mail.digest:
        return outbox.fail(mail, _("The address was taken away or changed. Send it again."))
    with translation.override(address.language), currencies.reading_as(address.locale):
        statement = _sheet(mail)
        if statement is None:
            return False
        sheet, shows = statement
        return outbox.send(mail, lambda: letter(mail, address, sheet), shows=shows)


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
        outbox.fail(mail, statement.error)
    if statement.state != Progress.DONE:
        return None
    try:
        with statement.file.open("rb") as file:
            return bytes(file.read()), statement.shows or statement.version
    except FileNotFoundError:
        statements.mark_lost(statement=statement)
        return None


# Sweeping -----------------------------------------------------------------------------------


def sweep() -> int:
    """Tell the workers again of what waits and is due; what a dead one had begun has failed."""
    return outbox.sweep(Mail, tell)
