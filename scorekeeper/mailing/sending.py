"""Hands a letter to the mail server, and says how it went: sent, not sent, or nobody knows."""

from __future__ import annotations

import smtplib

from django.core.mail import EmailMessage, get_connection


class Unreached(Exception):
    """The server does not answer, or asks to be tried later: nothing went out."""


class TurnedAway(Exception):
    """The server does not take it, now or ever: nothing went out."""


class Unsure(Exception):
    """It broke off while it was handed over: it may have gone out."""


def hand_over(message: EmailMessage) -> None:
    """Raises Unreached, TurnedAway, Unsure."""
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:  # smtplib's errors are among these
        raise Unreached(str(error)) from error
    try:
        connection.send_messages([message])
    except smtplib.SMTPRecipientsRefused as error:
        raise _answered(max(code for code, _said in error.recipients.values())) from error
    except smtplib.SMTPResponseException as error:
        raise _answered(error.smtp_code) from error
    except OSError as error:
        raise Unsure(str(error)) from error
    finally:
        connection.close()


def _answered(code: int) -> Exception:
    return Unreached(str(code)) if 400 <= code < 500 else TurnedAway(str(code))
