"""Sends the letters about planned nights, unless what they would tell is no longer so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from django.utils import translation
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.services import digest
from scorekeeper.engine.words import _
from scorekeeper.jobs import services as jobs
from scorekeeper.limits import acts
from scorekeeper.limits.spending import TooMuchError, spend
from scorekeeper.mailing import outbox
from scorekeeper.mailing.models import MailAddress
from scorekeeper.planning.letters import plan_letter
from scorekeeper.planning.models import PlanLetter, PlanLetterKind, Says, Unreminded
from scorekeeper.planning.selectors import WhoComes, who_comes
from scorekeeper.serving.logs import bind
from scorekeeper.wording import currencies

StillSo = Callable[[PlanLetter, WhoComes], bool]


def deliver(letter: PlanLetter) -> bool:
    """False when it is not sent."""
    bind(club=letter.planned.club_id)
    address = MailAddress.objects.filter(player=letter.player_id).first()
    if not outbox.is_set_up():
        return jobs.fail(letter, outbox.NOT_SET_UP)
    if address is None or digest(address.value) != letter.digest:
        return jobs.fail(letter, _("The address was removed or changed."))
    who = who_comes(letter.planned)
    if not is_wanted(letter, who):
        return jobs.fail(letter, _("No longer needed. Not sent."))
    with translation.override(address.language), currencies.reading_as(address.locale):
        return outbox.send(
            letter, lambda: plan_letter(letter, address, who), partial(_spend, letter)
        )


def _spend(letter: PlanLetter) -> bool:
    """Nobody's letter box is filled by whoever typed it here, tried again or not."""
    if letter.attempts == 1:
        try:
            spend(acts.MAIL_TO, None, recipient=letter.digest)
        except TooMuchError:
            return jobs.fail(letter, _("Too many e-mails to this address today."))
    return True


def is_wanted(letter: PlanLetter, who: WhoComes) -> bool:
    kind = PlanLetterKind(letter.kind)
    planned = letter.planned
    if planned.is_past or planned.session_id:
        return False
    if (planned.called_off_at is not None) != (kind is PlanLetterKind.CALLED_OFF):
        return False
    return STILL_SO[kind](letter, who)


def _to_be_asked(letter: PlanLetter, who: WhoComes) -> bool:
    return who.of(letter.player) is None and not _is_unreminded(letter)


def _to_be_reminded(letter: PlanLetter, who: WhoComes) -> bool:
    same = letter.about == letter.planned.starts_at.isoformat()
    return same and _may_come(letter, who) and not _is_unreminded(letter)


def _may_come(letter: PlanLetter, who: WhoComes) -> bool:
    reply = who.of(letter.player)
    return reply is not None and reply.says != Says.NOT


def _is_unreminded(letter: PlanLetter) -> bool:
    return Unreminded.objects.filter(player=letter.player_id).exists()


STILL_SO: Final[dict[PlanLetterKind, StillSo]] = {
    PlanLetterKind.ASKED: _to_be_asked,
    PlanLetterKind.REMINDER: _to_be_reminded,
    PlanLetterKind.SEAT: lambda letter, who: who.sits(letter.player),
    PlanLetterKind.MOVED: _may_come,
    PlanLetterKind.CALLED_OFF: _may_come,
}


outbox.register_letters(PlanLetter, gettext_lazy("E-mail about a planned session"), deliver)
