"""What an e-mail says, in the language of who gets it. No name in it can become a header."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import author
from scorekeeper.mailing.addresses import secret_to_stop
from scorekeeper.mailing.models import Mail, MailAddress
from scorekeeper.statements.naming import safe


def one_line(text: str) -> str:
    """Without line breaks, and whatever else cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def letter(mail: Mail, address: MailAddress, sheet: bytes) -> EmailMessage:
    """Written for the language and the locale that are set."""
    told = _told(mail, address)
    headers = {
        "Message-ID": f"<sheet-{mail.session.code}-{mail.pk}@{domain()}>",
        "Auto-Submitted": "auto-generated",
    }
    if told["stop"]:
        headers["List-Unsubscribe"] = f"<{told['stop']}>"
    message = EmailMessage(
        subject=_("%(club)s, %(day)s: your statement") % told,
        body=_body(told),
        to=[address.value],
        headers=headers,
    )
    name = safe(f"{told['club']} {mail.session.file_day} {told['player']}")
    message.attach(f"{name or 'sheet'}.pdf", sheet, "application/pdf")
    return message


def _told(mail: Mail, address: MailAddress) -> dict[str, str]:
    stop = reverse("mailing:stop", args=[secret_to_stop(address)])
    return {
        "player": one_line(mail.player.name),
        "club": one_line(mail.session.club.name),
        "day": mail.session.day,
        "who": one_line(author(mail.by, mail.signature)) or _("A host"),
        "stop": f"{mail.origin}{stop}" if mail.origin else "",
    }


def _body(told: dict[str, str]) -> str:
    hello = _("%(player)s, here is your statement of %(day)s: every hand, its result and why.")
    sent = _("%(who)s of %(club)s sent this with Scorekeeper, to the address saved for %(player)s.")
    if told["stop"]:
        ends = _("To stop these e-mails, open this page and tap the button: %(stop)s")
    else:
        ends = _("To stop these e-mails, clear “My e-mail” in the group, or ask %(who)s.")
    return "\n\n".join(text % told for text in (hello, f"{sent}\n{ends}")) + "\n"


def domain() -> str:
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
