"""The only writer of planned nights and of what players say to them.

Each write holds the club: so replies stand in the order in which they were given, and of two who
want the last seat one has it and the other waits.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.clubs.signing import author_fields
from scorekeeper.planning import queueing
from scorekeeper.planning.models import PlanLetterKind, PlannedNight, Reply, Says, Unreminded
from scorekeeper.planning.selectors import WhoComes, who_comes
from scorekeeper.serving.tokens import OtherwiseError
from scorekeeper.starting.services import start_night

MOVES: Final = {"starts_at", "zone", "place"}
"""What is told to those who come, if it changes."""


class TooLateError(Exception):
    """The night takes no replies any more, or can't be opened; worded."""


@dataclass(frozen=True, slots=True)
class PlanTold:
    """What a host says of a night."""

    starts_at: datetime
    zone: str
    place: str = ""
    variant: str = ""
    preset: str = ""
    own_id: int | None = None
    """House rules of the club, which whoever says so has looked up."""
    seats: int | None = None
    note: str = ""


# Nights --------------------------------------------------------------------------------------


@transaction.atomic
def plan_night(
    *, club: Club, told: PlanTold, token: str, origin: str = "", by: Membership | None = None
) -> PlannedNight:
    """Another night; the same token gives the same one."""
    locks.hold_club(club)
    earlier = PlannedNight.objects.filter(club=club, token=token).first()
    if earlier is not None:
        return earlier
    planned = PlannedNight.objects.create(
        club=club, token=token, origin=origin, **author_fields(by), **asdict(told)
    )
    _note(Happened.NIGHT_PLANNED, planned, by)
    return planned


@transaction.atomic
def change_plan(
    *,
    planned: PlannedNight,
    told: PlanTold,
    version: int,
    origin: str = "",
    by: Membership | None = None,
) -> PlannedNight:
    """As ``told``, if nobody changed it since ``version``; the same again changes nothing. Raises
    OtherwiseError, TooLateError, and ValidationError where more come than are to have a
    seat."""
    held = _held(planned)
    fresh = asdict(told)
    changed = {name for name, value in fresh.items() if getattr(held, name) != value}
    if not changed:
        return held
    if held.version != version:
        raise OtherwiseError(held)
    if held.session_id:
        raise TooLateError(_("This session has already started."))
    before = who_comes(held)
    _enough_seats(before, told.seats)
    _write(held, origin, **fresh)
    _note(Happened.PLAN_CHANGED, held, by)
    _told_of_seats(before, who_comes(held))
    if changed & MOVES and not held.called_off_at:
        queueing.to_those_who_may_come(held, PlanLetterKind.MOVED)
    return held


def _enough_seats(before: WhoComes, seats: int | None) -> None:
    come = len(before.seated)
    if seats is not None and seats < come:
        told = ngettext(
            "%(come)d player already has a seat. You can’t offer fewer.",
            "%(come)d players already have a seat. You can’t offer fewer.",
            come,
        )
        raise ValidationError({"seats": told % {"come": come}})


def _held(planned: PlannedNight) -> PlannedNight:
    """As it is now, with its club, which is held."""
    locks.hold_club(planned.club)
    return PlannedNight.objects.select_related("club", "session").get(pk=planned.pk)


def _write(held: PlannedNight, origin: str, **told: Any) -> None:
    """A change by a host, as calendars see it."""
    told |= {"version": held.version + 1, "changed_at": timezone.now()}
    for name, value in (told | ({"origin": origin} if origin else {})).items():
        setattr(held, name, value)
    held.save(update_fields=[*told, "origin"])


def _note(kind: Happened, planned: PlannedNight, by: Membership | None) -> None:
    when = planned.local.replace(tzinfo=None).isoformat(timespec="minutes")
    note(kind, club=planned.club, by=by, when=when)


@transaction.atomic
def call_off(*, planned: PlannedNight, by: Membership | None = None) -> PlannedNight:
    """Nobody is reminded any more; who wanted to come is told. Again changes nothing."""
    held = _held(planned)
    if held.session_id:
        raise TooLateError(_("This session has already started."))
    if held.called_off_at is None:
        _write(held, "", called_off_at=timezone.now())
        _note(Happened.PLAN_CALLED_OFF, held, by)
        queueing.to_those_who_may_come(held, PlanLetterKind.CALLED_OFF)
    return held


@transaction.atomic
def call_on(*, planned: PlannedNight, by: Membership | None = None) -> PlannedNight:
    """It takes place after all, and what was said to it stands."""
    held = _held(planned)
    if held.called_off_at is not None:
        _write(held, "", called_off_at=None)
        _note(Happened.PLAN_BACK, held, by)
        queueing.to_those_who_may_come(held, PlanLetterKind.MOVED)
    return held


@transaction.atomic
def open_plan(*, planned: PlannedNight, by: Membership | None = None) -> Session:
    """The night itself; opened twice it is the same one. Raises TooLateError."""
    token = f"plan-{planned.uid}"
    session = start_night(club=planned.club, players=(), plan=None, token=token, by=by).session
    held = _held(planned)  # after the night: clubs.locks
    if held.session_id:
        return held.session or session
    if held.called_off_at:
        raise TooLateError(_("This session is cancelled."))
    PlannedNight.objects.filter(pk=held.pk).update(session=session, changed_at=timezone.now())
    return session


# Replies -------------------------------------------------------------------------------------


@transaction.atomic
def reply(
    *,
    planned: PlannedNight,
    player: Player,
    says: Says,
    token: str | None = None,
    by: Membership | None = None,
) -> Reply:
    """What the player says; the same token, or the same words, change nothing. Whoever waits for
    the seat that becomes free is told. Raises TooLateError."""
    held = _held(planned)
    known = Reply.objects.filter(planned=held, token=token).first() if token else None
    if known is not None and (known.player_id, known.says) == (player.pk, says):
        return known
    if known is not None:  # of a page that was gone back to: this is another word
        token = None
    before = who_comes(held)
    standing = before.of(player)
    if standing is not None and standing.says == says:
        return standing
    _still_asked(held)
    made = Reply.objects.create(planned=held, player=player, says=says, token=token, by=by)
    _told_of_seats(before, who_comes(held))
    return made


def _still_asked(held: PlannedNight) -> None:
    if held.called_off_at:
        raise TooLateError(_("This session is cancelled."))
    if held.session_id:
        raise TooLateError(_("This session is already running. Take a seat at the table."))
    if held.is_past:
        raise TooLateError(_("This session is over."))


def _told_of_seats(before: WhoComes, after: WhoComes) -> None:
    """To whoever waited before, and sits now."""
    waited = {reply.pk for reply in before.waiting}
    for each in after.seated:
        if each.pk in waited:
            queueing.queue(after.planned, each.player, PlanLetterKind.SEAT, str(each.pk))


# Reminders, and who is forgotten -------------------------------------------------------------


@transaction.atomic
def remind(*, player: Player, wanted: bool) -> None:
    """Whether the player is reminded of nights."""
    locks.hold_club(player.club)
    if wanted:
        Unreminded.objects.filter(player=player).delete()
    else:
        Unreminded.objects.get_or_create(player=player)


def forget(player: Player) -> None:
    """He comes to no night any more, his links lead nowhere, and no letter of his is left. Inside a
    transaction that holds the club."""
    for planned in PlannedNight.objects.filter(club=player.club_id, replies__player=player):
        if planned.takes_replies:
            reply(planned=planned, player=player, says=Says.NOT)
    player.plan_links.filter(revoked_at=None).update(revoked_at=timezone.now(), serial="")
    queueing.throw_away(player)
    Unreminded.objects.filter(player=player).delete()
