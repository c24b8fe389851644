"""What a letter about a planned night says, in the language of who gets it."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.mailing.addresses import secret_to_stop
from scorekeeper.mailing.letters import domain, one_line
from scorekeeper.mailing.models import MailAddress
from scorekeeper.planning import links
from scorekeeper.planning.games import game_of
from scorekeeper.planning.models import PlanLetter, PlanLetterKind, Says
from scorekeeper.planning.selectors import WhoComes
from scorekeeper.wording import currencies


def plan_letter(letter: PlanLetter, address: MailAddress, who: WhoComes) -> EmailMessage:
    """Written for the language and the locale that are set."""
    told = _told(letter)
    stop = reverse("mailing:stop", args=[secret_to_stop(address)])
    headers = {
        "Message-ID": f"<plan-{letter.planned.uid}-{letter.pk}@{domain()}>",
        "Auto-Submitted": "auto-generated",
    }
    if letter.origin:
        headers["List-Unsubscribe"] = f"<{letter.origin}{stop}>"
    parts = [_first(letter, told), _where(letter), _yours(letter, who), *_ends(letter, stop)]
    return EmailMessage(
        subject=_subject(letter) % told,
        body="\n\n".join(part for part in parts if part) + "\n",
        to=[address.value],
        headers=headers,
    )


def _told(letter: PlanLetter) -> dict[str, str]:
    return {
        "player": one_line(letter.player.name),
        "club": one_line(letter.planned.club.name),
        "when": currencies.moment(letter.planned.local),
    }


def _subject(letter: PlanLetter) -> str:
    return {
        PlanLetterKind.ASKED: _("%(club)s, %(when)s: are you coming?"),
        PlanLetterKind.REMINDER: _("%(club)s, %(when)s: reminder"),
        PlanLetterKind.SEAT: _("%(club)s, %(when)s: you have a seat"),
        PlanLetterKind.MOVED: _("%(club)s, %(when)s: session changed"),
        PlanLetterKind.CALLED_OFF: _("%(club)s, %(when)s: cancelled"),
    }[PlanLetterKind(letter.kind)]


def _first(letter: PlanLetter, told: dict[str, str]) -> str:
    said = {
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
    return said % told


def _where(letter: PlanLetter) -> str:
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


def _yours(letter: PlanLetter, who: WhoComes) -> str:
    """Where the reader stands, in the letters that remind."""
    reply = who.of(letter.player)
    if reply is None or letter.kind not in (PlanLetterKind.REMINDER, PlanLetterKind.MOVED):
        return ""
    if number := who.waits(letter.player):
        return _("You are number %d on the waiting list.") % number
    if reply.says == Says.PERHAPS:
        return _("You answered “Maybe”. The others would like to know.")
    return _("You have a seat.")


def _ends(letter: PlanLetter, stop: str) -> Iterator[str]:
    """How it is answered, and stopped."""
    link = links.offer(letter.player) if letter.origin else None
    if link is not None:
        page = f"{letter.origin}{links.path_of(link)}"
        yield _("Answer, or turn off reminders: %s") % page
    if letter.origin:
        yield _("To stop all e-mails from the group: %s") % f"{letter.origin}{stop}"
    else:
        yield _("To stop these e-mails, clear “My e-mail” in the group.")
