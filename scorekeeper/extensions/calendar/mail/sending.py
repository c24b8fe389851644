"""Hands an e-mail to the mail server and reports whether it was sent, not sent, or unknown."""

import re
import smtplib
from collections.abc import Sequence
from contextlib import suppress
from email.errors import MessageError
from ssl import SSLCertVerificationError
from typing import Final

from django.core.mail import EmailMessage, get_connection

from scorekeeper.engine.lines import one_line
from scorekeeper.engine.words import Phrase, _

UNKNOWN_ADDRESS: Final = _("The mail server doesn’t accept this address.")
LOGIN_REFUSED: Final = _(
    "The mail server doesn’t let this site send. The server admin must check EMAIL_URL."
)
REFUSED: Final = _("The mail server refused the e-mail: {said}")
UNWRITTEN: Final = _("Couldn’t create the e-mail. See the log of this site.")
LONGEST_REASON: Final = 200
"""Most characters of a server's reason."""


class UnreachableError(Exception):
    """The server does not answer or asks to retry: nothing was sent."""


class RejectedError(Exception):
    """The server rejects the e-mail for good: nothing was sent. ``why``: for the sender."""

    def __init__(self, why: Phrase, reason: object) -> None:
        super().__init__(str(reason))
        self.why = why


class UnsureError(Exception):
    """The connection broke while sending: it may have been sent."""


def hand_over(message: EmailMessage) -> None:
    """Raises UnreachedError, TurnedAwayError, UnsureError."""
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:  # smtplib's errors are among these
        raise _login_error(error) from error
    try:
        connection.send_messages([message])
    except OSError as error:
        raise _send_error(error, message.to) from error
    except (ValueError, MessageError) as error:  # nothing was sent yet
        raise RejectedError(UNWRITTEN, error) from error
    finally:
        with suppress(OSError):  # an error on QUIT changes nothing
            connection.close()


def _login_error(error: OSError) -> Exception:
    is_temporary = isinstance(error, smtplib.SMTPServerDisconnected | smtplib.SMTPConnectError)
    if isinstance(error, smtplib.SMTPResponseException):
        is_temporary = is_temporary or _is_temporary(error.smtp_code)
    if not is_temporary and isinstance(error, smtplib.SMTPException | SSLCertVerificationError):
        return RejectedError(LOGIN_REFUSED, error)
    return UnreachableError(str(error))


def _send_error(error: OSError, to: Sequence[str]) -> Exception:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code = max(code for code, _reason in error.recipients.values())
        return (
            UnreachableError(str(code))
            if _is_temporary(code)
            else RejectedError(UNKNOWN_ADDRESS, code)
        )
    if isinstance(error, smtplib.SMTPResponseException):
        if _is_temporary(error.smtp_code):
            return UnreachableError(str(error))
        return RejectedError(REFUSED.format(said=_server_reason(error, to)), error)
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return RejectedError(REFUSED.format(said=one_line(str(error))), error)
    return UnsureError(str(error))


def _is_temporary(code: int) -> bool:
    return 400 <= code < 500


def _server_reason(error: smtplib.SMTPResponseException, to: Sequence[str]) -> str:
    """Returns the server's reason without the address, which only its owner may see."""
    reason = error.smtp_error
    text = reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
    for address in to:
        text = re.sub(re.escape(address), "…", text, flags=re.IGNORECASE)
    return f"{error.smtp_code} {one_line(text)}"[:LONGEST_REASON]
