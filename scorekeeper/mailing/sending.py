"""Hands a letter to the mail server, and says how it went: sent, not sent, or nobody knows."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Sequence
from contextlib import suppress
from email.errors import MessageError
from ssl import SSLCertVerificationError
from typing import Final

from django.core.mail import EmailMessage, get_connection

from scorekeeper.engine.words import Phrase, _
from scorekeeper.mailing.letters import one_line

NO_SUCH: Final = _("The mail server doesn’t accept this address.")
NOT_LET_IN: Final = _(
    "The mail server doesn’t let this site send. The server admin must check EMAIL_URL."
)
REFUSED: Final = _("The mail server refused the e-mail: {said}")
UNWRITTEN: Final = _("Couldn’t create the e-mail. See the log of this site.")
ENOUGH: Final = 200
"""Letters of what a server says."""


class UnreachedError(Exception):
    """The server does not answer, or asks to be tried later: nothing went out."""


class TurnedAwayError(Exception):
    """The server does not take it, now or ever: nothing went out. ``why``: for who sent it."""

    def __init__(self, why: Phrase, told: object) -> None:
        super().__init__(str(told))
        self.why = why


class UnsureError(Exception):
    """It broke off while it was handed over: it may have gone out."""


def hand_over(message: EmailMessage) -> None:
    """Raises UnreachedError, TurnedAwayError, UnsureError."""
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:  # smtplib's errors are among these
        raise _not_let_in(error) from error
    try:
        connection.send_messages([message])
    except OSError as error:
        raise _not_taken(error, message.to) from error
    except (ValueError, MessageError) as error:  # before anything of it was sent
        raise TurnedAwayError(UNWRITTEN, error) from error
    finally:
        with suppress(OSError):  # what it says to a good-bye changes nothing
            connection.close()


def _not_let_in(error: OSError) -> Exception:
    later = isinstance(error, smtplib.SMTPServerDisconnected | smtplib.SMTPConnectError)
    if isinstance(error, smtplib.SMTPResponseException):
        later = later or _is_for_later(error.smtp_code)
    if not later and isinstance(error, smtplib.SMTPException | SSLCertVerificationError):
        return TurnedAwayError(NOT_LET_IN, error)
    return UnreachedError(str(error))


def _not_taken(error: OSError, to: Sequence[str]) -> Exception:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code = max(code for code, _said in error.recipients.values())
        return UnreachedError(str(code)) if _is_for_later(code) else TurnedAwayError(NO_SUCH, code)
    if isinstance(error, smtplib.SMTPResponseException):
        if _is_for_later(error.smtp_code):
            return UnreachedError(str(error))
        return TurnedAwayError(REFUSED.format(said=_said(error, to)), error)
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return TurnedAwayError(REFUSED.format(said=one_line(str(error))), error)
    return UnsureError(str(error))


def _is_for_later(code: int) -> bool:
    return 400 <= code < 500


def _said(error: smtplib.SMTPResponseException, to: Sequence[str]) -> str:
    """What the server said, without the address: nobody but its owner sees that."""
    answer = error.smtp_error
    text = answer.decode(errors="replace") if isinstance(answer, bytes) else str(answer)
    for address in to:
        text = re.sub(re.escape(address), "…", text, flags=re.IGNORECASE)
    return f"{error.smtp_code} {one_line(text)}"[:ENOUGH]
