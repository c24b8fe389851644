"""Words the e-mail with a statement, in the recipient's language. No name can become a header."""

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import author
from scorekeeper.core.emails import sender_domain
from scorekeeper.engine.lines import one_line
from scorekeeper.extensions.calendar.mail.addresses import stop_secret
from scorekeeper.extensions.calendar.mail.models import Mail, MailAddress
from scorekeeper.statements.files.names import safe_name


def statement_mail(mail: Mail, address: MailAddress, pdf: bytes) -> EmailMessage:
    """Returns the message in the active language and locale."""
    placeholders = _placeholders(mail, address)
    headers = {
        "Message-ID": f"<statement-{mail.session.code}-{mail.pk}@{sender_domain()}>",
        "Auto-Submitted": "auto-generated",
    }
    if placeholders["stop"]:
        headers["List-Unsubscribe"] = f"<{placeholders['stop']}>"
    message = EmailMessage(
        subject=_("%(club)s, %(day)s: your statement") % placeholders,
        body=_body(placeholders),
        to=[address.value],
        headers=headers,
    )
    name = safe_name(f"{placeholders['club']} {mail.session.file_day} {placeholders['player']}")
    message.attach(f"{name or 'statement'}.pdf", pdf, "application/pdf")
    return message


def _placeholders(mail: Mail, address: MailAddress) -> dict[str, str]:
    stop = reverse("mail:stop", args=[stop_secret(address)])
    return {
        "player": one_line(mail.player.name),
        "club": one_line(mail.session.club.name),
        "day": mail.session.day,
        "who": one_line(author(mail.by, mail.signature)) or _("A host"),
        "stop": f"{mail.origin}{stop}" if mail.origin else "",
    }


def _body(placeholders: dict[str, str]) -> str:
    opening = _("%(player)s, here is your statement of %(day)s: every hand, its result and why.")
    reason = _(
        "%(who)s of %(club)s sent this with Scorekeeper, to the address saved for %(player)s."
    )
    if placeholders["stop"]:
        footer = _("To stop these e-mails, open this page and tap the button: %(stop)s")
    else:
        footer = _("To stop these e-mails, clear “My e-mail” in the group, or ask %(who)s.")
    return "\n\n".join(text % placeholders for text in (opening, f"{reason}\n{footer}")) + "\n"
