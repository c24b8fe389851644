"""Queues statements to be e-mailed and produces their PDF. ``outbox`` sends them, once."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session, signature_id
from scorekeeper.clubs.services import digest
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState, restart_columns
from scorekeeper.core.limits.spending import TooMuchError
from scorekeeper.core.localization import currencies
from scorekeeper.core.logs import bind
from scorekeeper.engine.words import _
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.mail.models import Mail, MailAddress
from scorekeeper.extensions.calendar.mail.selectors import newest_mails
from scorekeeper.extensions.calendar.mail.statement_email import statement_mail
from scorekeeper.ledger.selectors import players_of
from scorekeeper.statements import services as statements
from scorekeeper.statements.subject import visible_statements

# Queueing -----------------------------------------------------------------------------------


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
    """Queues each player's own statement to those with an address, unless they have or will get
    the current version. Repeating a token returns its mails.

    ``spend``: called with the number of mails, ``spend_to``: with the digest of each address; both
    may raise TooMuchError.
    """
    version = locks.hold_session(session.pk).edition
    if earlier := list(Mail.objects.filter(session=session, token=token)):
        return earlier
    addresses = _addresses_to_send(session, version)
    if addresses:
        spend(len(addresses))
    request_fields = {"token": token, "by": by, "signature_id": signature_id(by), "origin": origin}
    return [_queue(session, version, address, request_fields, spend_to) for address in addresses]


def _addresses_to_send(session: Session, version: int) -> list[MailAddress]:
    """Returns the addresses without the current version, in one order for all clubs: counting each
    takes a lock."""
    mails = newest_mails(session)
    addresses = MailAddress.objects.filter(player__in=players_of(session)).select_related("player")
    return sorted(
        (
            address
            for address in addresses
            if not (mail := mails.get((address.player_id, digest(address.value))))
            or not mail.brings(version)
        ),
        key=lambda address: (digest(address.value), address.pk),
    )


def _queue(
    session: Session,
    version: int,
    address: MailAddress,
    request_fields: dict[str, Any],
    spend_to: Callable[[str], None],
) -> Mail:
    fields = request_fields | restart_columns() | {"shows": None}
    address_digest = digest(address.value)
    try:
        spend_to(address_digest)
    except TooMuchError:
        fields |= {
            "state": JobState.FAILED,
            "error": _("Too many e-mails to this address today."),
        }
    mail, _made = Mail.objects.update_or_create(
        session=session,
        player=address.player,
        version=version,
        digest=address_digest,
        defaults=fields,
    )
    if mail.state == JobState.WAITING:
        jobs.start(mail)
    return mail


# Sending ------------------------------------------------------------------------------------


def deliver(mail: Mail) -> bool:
    """Produces the statement and sends it; returns whether it was sent."""
    bind(club=mail.session.club_id)
    if not outbox.is_set_up():
        return jobs.fail(mail, outbox.NOT_SET_UP)
    address = MailAddress.objects.filter(player=mail.player_id).first()
    if address is None or digest(address.value) != mail.digest:
        return jobs.fail(mail, _("The address was removed or changed. Send it again."))
    with translation.override(address.language), _reading(mail, address):
        statement = _statement_pdf(mail)
        if statement is None:
            return False
        pdf, shows = statement
        return outbox.send(mail, lambda: statement_mail(mail, address, pdf), shows=shows)


def _reading(mail: Mail, address: MailAddress) -> AbstractContextManager[None]:
    """Sets the recipient's language and locale, and hides money in a group for points only."""
    money = not mail.session.club.hides_money
    return currencies.reading_as(address.locale, money=money)


def _statement_pdf(mail: Mail) -> tuple[bytes, int] | None:
    """Returns the PDF and the version it shows; None while it is missing: the sweep retries unless
    it failed."""
    try:
        statement = statements.request_statement(about=mail.session, player=mail.player, by=mail.by)
    except TooMuchError:
        return None
    statements.produce(statement.pk)
    drawn = visible_statements().filter(pk=statement.pk).first()
    if drawn is None:  # requested by other readers meanwhile
        return None
    if drawn.state == JobState.FAILED:
        jobs.fail(mail, drawn.error)
    if drawn.state != JobState.DONE:
        return None
    try:
        with drawn.file.open("rb") as file:
            return bytes(file.read()), drawn.shows or drawn.version
    except FileNotFoundError:
        statements.mark_lost(statement=drawn)
        return None


outbox.register_letters(Mail, gettext_lazy("Statement by e-mail"), deliver)
