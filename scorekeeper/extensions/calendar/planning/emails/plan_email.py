"""Words e-mails about scheduled sessions, in the recipient's language."""

from collections.abc import Iterator

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.core.emails import sender_domain
from scorekeeper.core.localization import dates
from scorekeeper.engine.lines import one_line
from scorekeeper.extensions.calendar.mail.addresses import stop_secret
from scorekeeper.extensions.calendar.mail.models import MailAddress
from scorekeeper.extensions.calendar.planning.feeds import links
from scorekeeper.extensions.calendar.planning.games import game_of
from scorekeeper.extensions.calendar.planning.models import PlanLetter, PlanLetterKind, Says
from scorekeeper.extensions.calendar.planning.selectors import Attendance


def plan_letter(letter: PlanLetter, address: MailAddress, attendance: Attendance) -> EmailMessage:
    """Returns the message in the active language and locale."""
    placeholders = _placeholders(letter)
    stop = reverse("mail:stop", args=[stop_secret(address)])
    headers = {
        "Message-ID": f"<plan-{letter.planned.uid}-{letter.pk}@{sender_domain()}>",
        "Auto-Submitted": "auto-generated",
    }
    if letter.origin:
        headers["List-Unsubscribe"] = f"<{letter.origin}{stop}>"
    parts = [
        _opening(letter, placeholders),
        _venue(letter),
        _own_reply(letter, attendance),
        *_footer(letter, stop),
    ]
    return EmailMessage(
        subject=_subject(letter) % placeholders,
        body="\n\n".join(part for part in parts if part) + "\n",
        to=[address.value],
        headers=headers,
    )


def _placeholders(letter: PlanLetter) -> dict[str, str]:
    return {
        "player": one_line(letter.player.name),
        "club": one_line(letter.planned.club.name),
        "when": dates.appointment(letter.planned.local),
    }


def _subject(letter: PlanLetter) -> str:
    return {
        PlanLetterKind.ASKED: _("%(club)s, %(when)s: are you coming?"),
        PlanLetterKind.REMINDER: _("%(club)s, %(when)s: reminder"),
        PlanLetterKind.SEAT: _("%(club)s, %(when)s: you have a seat"),
        PlanLetterKind.MOVED: _("%(club)s, %(when)s: session changed"),
        PlanLetterKind.CALLED_OFF: _("%(club)s, %(when)s: cancelled"),
    }[PlanLetterKind(letter.kind)]


def _opening(letter: PlanLetter, placeholders: dict[str, str]) -> str:
    templates = {
        PlanLetterKind.ASKED: _("%(player)s, %(club)s plays on %(when)s. Are you coming?"),
        PlanLetterKind.REMINDER: _("%(player)s, %(club)s plays on %(when)s."),
        PlanLetterKind.SEAT: _(
            "%(player)s, a seat at %(club)s on %(when)s is free, and it is yours now."
        ),
        PlanLetterKind.MOVED: _("%(player)s, %(club)s now plays on %(when)s."),
        PlanLetterKind.CALLED_OFF: _(
            "%(player)s, the session of %(club)s on %(when)s is cancelled."
        ),
    }[PlanLetterKind(letter.kind)]
    return templates % placeholders


def _venue(letter: PlanLetter) -> str:
    if letter.kind == PlanLetterKind.CALLED_OFF:
        return ""
    planned = letter.planned
    game = game_of(planned)
    lines = [
        _("Where: %s") % one_line(planned.place) if planned.place else "",
        _("Game: %s") % one_line(game.name) if game else "",
        one_line(planned.note),
    ]
    return "\n".join(line for line in lines if line)


def _own_reply(letter: PlanLetter, attendance: Attendance) -> str:
    """Returns the reader's seat or place in line, for reminders."""
    reply = attendance.reply_of(letter.player)
    if reply is None or letter.kind not in (PlanLetterKind.REMINDER, PlanLetterKind.MOVED):
        return ""
    if number := attendance.waits(letter.player):
        return _("You are number %d on the waiting list.") % number
    if reply.says == Says.PERHAPS:
        return _("You answered “Maybe”. The others would like to know.")
    return _("You have a seat.")


def _footer(letter: PlanLetter, stop: str) -> Iterator[str]:
    """Yields how to reply and to unsubscribe."""
    link = links.ensure_link(letter.player) if letter.origin else None
    if link is not None:
        page = f"{letter.origin}{links.link_path(link)}"
        yield _("Answer, or turn off reminders: %s") % page
    if letter.origin:
        yield _("To stop all e-mails from the group: %s") % f"{letter.origin}{stop}"
    else:
        yield _("To stop these e-mails, clear “My e-mail” in the group.")
