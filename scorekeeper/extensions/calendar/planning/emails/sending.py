"""Sends e-mails about scheduled sessions, unless they are outdated."""

from collections.abc import Callable
from functools import partial
from typing import Final

from django.utils import translation
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.services import digest
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import TooMuchError, spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.logs import bind
from scorekeeper.engine.words import _
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.mail.models import MailAddress
from scorekeeper.extensions.calendar.planning.emails.plan_email import plan_letter
from scorekeeper.extensions.calendar.planning.models import PlanLetter, PlanLetterKind, Unreminded
from scorekeeper.extensions.calendar.planning.selectors import Attendance, plan_attendance

IsDue = Callable[[PlanLetter, Attendance], bool]


def deliver(letter: PlanLetter) -> bool:
    """Sends the e-mail; returns whether it was sent."""
    bind(club=letter.planned.club_id)
    address = MailAddress.objects.filter(player=letter.player_id).first()
    if not outbox.is_set_up():
        return jobs.fail(letter, outbox.NOT_SET_UP)
    if address is None or digest(address.value) != letter.digest:
        return jobs.fail(letter, _("The address was removed or changed."))
    attendance = plan_attendance(letter.planned)
    if not is_due(letter, attendance):
        return jobs.fail(letter, _("No longer needed. Not sent."))
    with translation.override(address.language), currencies.reading_as(address.locale):
        return outbox.send(
            letter, lambda: plan_letter(letter, address, attendance), partial(_spend, letter)
        )


def _spend(letter: PlanLetter) -> bool:
    """Counts the e-mail against the recipient's limit, once for all attempts."""
    if letter.attempts == 1:
        try:
            spend(acts.MAIL_TO, None, recipient=letter.digest)
        except TooMuchError:
            return jobs.fail(letter, _("Too many e-mails to this address today."))
    return True


def is_due(letter: PlanLetter, attendance: Attendance) -> bool:
    kind = PlanLetterKind(letter.kind)
    planned = letter.planned
    if planned.is_past or planned.session_id:
        return False
    if (planned.called_off_at is not None) != (kind is PlanLetterKind.CALLED_OFF):
        return False
    return IS_DUE[kind](letter, attendance)


def _is_request_due(letter: PlanLetter, attendance: Attendance) -> bool:
    return attendance.reply_of(letter.player) is None and not _wants_no_reminders(letter)


def _is_reminder_due(letter: PlanLetter, attendance: Attendance) -> bool:
    is_same_time = letter.about == letter.planned.starts_at.isoformat()
    return is_same_time and _may_attend(letter, attendance) and not _wants_no_reminders(letter)


def _may_attend(letter: PlanLetter, attendance: Attendance) -> bool:
    return attendance.may_come(letter.player)


def _wants_no_reminders(letter: PlanLetter) -> bool:
    return Unreminded.objects.filter(player=letter.player_id).exists()


IS_DUE: Final[dict[PlanLetterKind, IsDue]] = {
    PlanLetterKind.ASKED: _is_request_due,
    PlanLetterKind.REMINDER: _is_reminder_due,
    PlanLetterKind.SEAT: lambda letter, attendance: attendance.sits(letter.player),
    PlanLetterKind.MOVED: _may_attend,
    PlanLetterKind.CALLED_OFF: _may_attend,
}


outbox.register_letters(PlanLetter, gettext_lazy("E-mail about a planned session"), deliver)
