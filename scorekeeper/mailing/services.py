"""The only writer of the sheets that are sent by e-mail: who gets one, and its drawing on the way.
How a letter is sent, once, is the business of ``outbox``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.clubs.services import digest
from scorekeeper.clubs.signing import signature_id
from scorekeeper.engine.words import _
from scorekeeper.jobs import services as jobs
from scorekeeper.jobs.models import JobState, restart_columns
from scorekeeper.ledger.selectors import players_of
from scorekeeper.limits.spending import TooMuchError
from scorekeeper.mailing import outbox
from scorekeeper.mailing.letters import letter
from scorekeeper.mailing.models import Mail, MailAddress
from scorekeeper.mailing.selectors import newest
from scorekeeper.serving.logs import bind
from scorekeeper.statements import services as statements
from scorekeeper.statements.models import Statement
from scorekeeper.wording import currencies

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
    raise TooMuchError.
    """
    version = locks.hold_night(session.pk).edition
    if asked := list(Mail.objects.filter(session=session, token=token)):
        return asked
    wanted = _without_it(session, version)
    if wanted:
        spend(len(wanted))
    asking = {"token": token, "by": by, "signature_id": signature_id(by), "origin": origin}
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
    told = asking | restart_columns() | {"shows": None}
    known = digest(address.value)
    try:
        spend_to(known)
    except TooMuchError:
        told |= {"state": JobState.FAILED, "error": _("Too many e-mails to this address today.")}
    mail, _made = Mail.objects.update_or_create(
        session=session, player=address.player, version=version, digest=known, defaults=told
    )
    if mail.state == JobState.WAITING:
        jobs.start(mail)
    return mail


# Sending ------------------------------------------------------------------------------------


def deliver(mail: Mail) -> bool:
    """Have the sheet drawn, and send it; False when it is not there yet, or not to be sent."""
    bind(club=mail.session.club_id)
    if not outbox.is_set_up():
        return jobs.fail(mail, outbox.NOT_SET_UP)
    address = MailAddress.objects.filter(player=mail.player_id).first()
    if address is None or digest(address.value) != mail.digest:
        return jobs.fail(mail, _("The address was removed or changed. Send it again."))
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
    except TooMuchError:
        return None
    statements.produce(statement.pk)
    statement = Statement.objects.get(pk=statement.pk)
    if statement.state == JobState.FAILED:
        jobs.fail(mail, statement.error)
    if statement.state != JobState.DONE:
        return None
    try:
        with statement.file.open("rb") as file:
            return bytes(file.read()), statement.shows or statement.version
    except FileNotFoundError:
        statements.mark_lost(statement=statement)
        return None


outbox.register_letters(Mail, gettext_lazy("Statement by e-mail"), deliver)
