"""The only writer of scheduled sessions and replies.

Each write locks the club, so that replies keep their order and only one of two players gets the
last seat.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Club, Membership, Player, Session, author_fields
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.calendar.mail.addresses import forget
from scorekeeper.extensions.calendar.planning.emails import queue
from scorekeeper.extensions.calendar.planning.models import (
    LONGEST,
    PlanLetter,
    PlanLetterKind,
    PlannedSession,
    Reply,
    Says,
    Unreminded,
)
from scorekeeper.extensions.calendar.planning.selectors import Attendance, plan_attendance
from scorekeeper.table.starting.services import start_session

NOTIFIED_FIELDS: Final = {"starts_at", "zone", "place"}
"""Changes of these fields are e-mailed to those attending."""


@dataclass(frozen=True, slots=True)
class PlanDetails:
    """A scheduled session's details, as a host enters them."""

    starts_at: datetime
    zone: str
    place: str = ""
    variant: str = ""
    preset: str = ""
    own_id: int | None = None
    """Id of the club's saved rules; the caller has checked it."""
    seats: int | None = None
    note: str = ""


# Sessions ------------------------------------------------------------------------------------


@transaction.atomic
def plan_session(
    *, club: Club, details: PlanDetails, token: str, origin: str = "", by: Membership | None = None
) -> PlannedSession:
    """Schedules a session; once per token."""
    locks.hold_club(club)
    existing = PlannedSession.objects.filter(club=club, token=token).first()
    if existing is not None:
        return existing
    planned = PlannedSession.objects.create(
        club=club, token=token, origin=origin, **author_fields(by), **asdict(details)
    )
    _note(ActivityKind.SESSION_PLANNED, planned, by)
    return planned


@transaction.atomic
def change_plan(
    *,
    planned: PlannedSession,
    details: PlanDetails,
    version: int,
    origin: str = "",
    by: Membership | None = None,
) -> PlannedSession:
    """Saves ``details`` if it was not edited since ``version``; repeating it changes nothing.
    Refuses once it has started. Raises OtherwiseError, and ValidationError if the seats do not
    suffice."""
    plan = _lock_plan(planned)
    fields = asdict(details)
    changed = {name for name, value in fields.items() if getattr(plan, name) != value}
    if not changed:
        return plan
    if plan.version != version:
        raise OtherwiseError(plan)
    if plan.session_id:
        raise Refusal(_("This session has already started."))
    before = plan_attendance(plan)
    _check_seats(before, details.seats)
    _save_edit(plan, origin, **fields)
    _note(ActivityKind.PLAN_CHANGED, plan, by)
    _notify_new_seats(before, plan_attendance(plan))
    if changed & NOTIFIED_FIELDS and not plan.called_off_at:
        queue.notify_attending(plan, PlanLetterKind.MOVED)
    return plan


def _check_seats(before: Attendance, seats: int | None) -> None:
    taken = len(before.seated)
    if seats is not None and seats < taken:
        message = ngettext(
            "%(come)d player already has a seat. You can’t offer fewer.",
            "%(come)d players already have a seat. You can’t offer fewer.",
            taken,
        )
        raise ValidationError({"seats": message % {"come": taken}})


def _lock_plan(planned: PlannedSession) -> PlannedSession:
    """Locks the club and returns the scheduled session as it is now."""
    locks.hold_club(planned.club)
    return PlannedSession.objects.select_related("club", "session").get(pk=planned.pk)


def _save_edit(plan: PlannedSession, origin: str, **fields: Any) -> None:
    """Saves a host's edit with a new version, which calendars see."""
    fields |= {"version": plan.version + 1, "changed_at": timezone.now()}
    for name, value in (fields | ({"origin": origin} if origin else {})).items():
        setattr(plan, name, value)
    plan.save(update_fields=[*fields, "origin"])


def _note(kind: ActivityKind, planned: PlannedSession, by: Membership | None) -> None:
    when = planned.local.replace(tzinfo=None).isoformat(timespec="minutes")
    note(kind, club=planned.club, by=by, when=when)


@transaction.atomic
def cancel_plan(*, planned: PlannedSession, by: Membership | None = None) -> PlannedSession:
    """Cancels the session and notifies those attending; once."""
    plan = _lock_plan(planned)
    if plan.session_id:
        raise Refusal(_("This session has already started."))
    if plan.called_off_at is None:
        _save_edit(plan, "", called_off_at=timezone.now())
        _note(ActivityKind.PLAN_CALLED_OFF, plan, by)
        queue.notify_attending(plan, PlanLetterKind.CALLED_OFF)
    return plan


@transaction.atomic
def reinstate_plan(*, planned: PlannedSession, by: Membership | None = None) -> PlannedSession:
    """Reinstates a canceled session with its replies, and notifies those attending."""
    plan = _lock_plan(planned)
    if plan.called_off_at is not None:
        _save_edit(plan, "", called_off_at=None)
        _note(ActivityKind.PLAN_BACK, plan, by)
        queue.notify_attending(plan, PlanLetterKind.MOVED)
    return plan


@transaction.atomic
def open_plan(*, planned: PlannedSession, by: Membership | None = None) -> Session:
    """Starts the session, once, and returns it. Refuses if it is cancelled."""
    token = f"plan-{planned.uid}"
    session = start_session(club=planned.club, players=(), plan=None, token=token, by=by).session
    plan = _lock_plan(planned)  # after the session: clubs.locks
    if plan.session_id:
        return plan.session or session
    if plan.called_off_at:
        raise Refusal(_("This session is cancelled."))
    PlannedSession.objects.filter(pk=plan.pk).update(session=session, changed_at=timezone.now())
    return session


# Replies -------------------------------------------------------------------------------------


@transaction.atomic
def save_reply(
    *,
    planned: PlannedSession,
    player: Player,
    says: Says,
    token: str | None = None,
    by: Membership | None = None,
) -> Reply:
    """Saves the player's reply and notifies a waiting player who gets a seat by it. Repeating a
    token or answer changes nothing. Refuses once it is too late."""
    plan = _lock_plan(planned)
    existing = Reply.objects.filter(planned=plan, token=token).first() if token else None
    if existing is not None and (existing.player_id, existing.says) == (player.pk, says):
        return existing
    if existing is not None:  # an old page was used again: a different reply
        token = None
    before = plan_attendance(plan)
    current = before.reply_of(player)
    if current is not None and current.says == says:
        return current
    _check_takes_replies(plan)
    new_reply = Reply.objects.create(planned=plan, player=player, says=says, token=token, by=by)
    _notify_new_seats(before, plan_attendance(plan))
    return new_reply


def _check_takes_replies(plan: PlannedSession) -> None:
    if plan.called_off_at:
        raise Refusal(_("This session is cancelled."))
    if plan.session_id:
        raise Refusal(_("This session is already running. Take a seat at the table."))
    if plan.is_past:
        raise Refusal(_("This session is over."))


def _notify_new_seats(before: Attendance, after: Attendance) -> None:
    """Notifies the players who were waiting and have a seat now."""
    waiting = {reply.pk for reply in before.waiting}
    for seated in after.seated:
        if seated.pk in waiting:
            queue.queue_letter(after.planned, seated.player, PlanLetterKind.SEAT, str(seated.pk))


# Reminders, and anonymized players -----------------------------------------------------------


@transaction.atomic
def set_reminders(*, player: Player, is_wanted: bool) -> None:
    """Turns the player's reminders on or off."""
    locks.hold_club(player.club)
    if is_wanted:
        Unreminded.objects.filter(player=player).delete()
    else:
        Unreminded.objects.get_or_create(player=player)


def forget_player(player: Player) -> None:
    """Cancels the player's replies, revokes their links and deletes their e-mails. Call inside a
    transaction that locks the club."""
    for planned in PlannedSession.objects.filter(club=player.club_id, replies__player=player):
        if planned.takes_replies:
            save_reply(planned=planned, player=player, says=Says.NOT)
    player.plan_links.filter(revoked_at=None).update(revoked_at=timezone.now(), serial="")
    PlanLetter.objects.filter(player=player).delete()
    Unreminded.objects.filter(player=player).delete()


def anonymize_player(player: Player, without_name: Callable[[str], str]) -> None:
    """Forgets the player with their e-mail address, and takes the name out of scheduled sessions:
    at the player's place, or naming them otherwise. Call inside a transaction that locks the
    club."""
    forget(player)
    forget_player(player)
    changed: list[PlannedSession] = []
    for planned in player.club.planned.all():
        old_values = {name: getattr(planned, name) for name in LONGEST}
        for name, most in LONGEST.items():
            setattr(planned, name, without_name(old_values[name])[:most])
        if old_values != {name: getattr(planned, name) for name in LONGEST}:
            changed.append(planned)
    PlannedSession.objects.bulk_update(changed, LONGEST)
