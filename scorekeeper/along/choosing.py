"""What becomes of something that another phone has overtaken: its holder has looked at both.

Each choice may be sent again, and is done once. A hand that was never saved keeps its own token,
whatever becomes of it, so that later things written on the phone still find it; only where the
token has saved other answers already, the hand is given one that follows from it.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from django.db import transaction
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.along import inner
from scorekeeper.along.delivering import (
    Became,
    Item,
    attempt,
    deliver,
    is_delivered,
    remember,
    settled,
)
from scorekeeper.along.models import Delivered
from scorekeeper.along.outbox import number_in
from scorekeeper.along.writes import AMEND, HAND, KINDS, LEFT_OUT, UNKNOWN
from scorekeeper.capture.conflict import token_after
from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Role, Session
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.repeated import hand_by_token
from scorekeeper.play.selectors import Table, session_table
from scorekeeper.play.services import hand_in_force
from scorekeeper.serving.outcomes import Conflict, Done, Refused


class ItemChoice(StrEnum):
    AFTER = "after"
    """Mine becomes the next hand."""
    INSTEAD = "instead"
    """What stands is corrected to mine; both stay to be seen."""
    KEEP = "keep"
    """What stands is kept, and mine is dropped."""


def choose(request: ClubRequest, session: Session, item: Item, choice: ItemChoice) -> Became:
    if is_delivered(session, item):
        return settled(session, item)
    if choice == ItemChoice.KEEP:
        return drop(request, session, item.key, item)
    at = session_table(session, item.to.number) if item.to.number else None
    if at is None or item.to.name not in (HAND, AMEND, LEFT_OUT):
        return deliver(request, session, item)
    told = _as_hand(request, session, item, at, choice)
    if isinstance(told.outcome, Done):
        remember(session, item)
    return told


def _as_hand(
    request: ClubRequest, session: Session, item: Item, at: Table, choice: ItemChoice
) -> Became:
    token, mine = item.token, hand_by_token(at.game, item.token)
    if mine is not None:
        told = attempt(request, session, item)
        if not isinstance(told.outcome, Conflict):
            return told
        token = token_after(token, choice)
    if choice == ItemChoice.AFTER:
        if item.to.name == AMEND:
            return Became(Refused(_("An edit is not a separate hand.")), 409)
        place = reverse(HAND, args=[session.code, at.game.number])
        changed = {"token": token, "number": str(at.game.last_number + 1)}
    else:
        theirs = mine or stands_in_place(item, at)
        if theirs is None:
            return attempt(request, session, item)
        place = reverse(AMEND, args=[session.code, at.game.number, theirs.token])
        changed = {"token": token, "number": str(theirs.number)}
    return _sent_to(request, session, item, place, changed)


def _sent_to(
    request: ClubRequest, session: Session, item: Item, place: str, changed: dict[str, str]
) -> Became:
    there = inner.aim(place, session.code)
    assert there is not None
    body: QueryDict = item.body.copy()
    for name, value in changed.items():
        body[name] = value
    return attempt(request, session, replace(item, to=there, body=body))


def stands_in_place(item: Item, at: Table) -> Hand | None:
    """The hand in force where this one was to be: its number, or that of the hand it corrects."""
    if item.to.name == HAND:
        number = number_in(item.body)
        return None if number is None else hand_in_force(at.game, number)
    hand = corrected(item, at)
    return hand_in_force(at.game, hand.number) if hand else None


def corrected(item: Item, at: Table) -> Hand | None:
    """The hand that the address names."""
    token = item.to.match.kwargs.get("hand_token", "")
    return Hand.objects.filter(game=at.game, token=token).first() if token else None


def drop(request: ClubRequest, session: Session, key: str, item: Item | None) -> Became:
    """It is written down that it was dropped, by whom; once. ``item``: None for what cannot be
    delivered at all, which is to leave the phone all the same. Raises TooMuchError."""
    spend(acts.WRITE, request, club=session.club, member=request.membership)
    with transaction.atomic():
        night = locks.hold_night(session.pk)
        told = {"dropped": item.token if item else ""}
        _row, is_new = Delivered.objects.get_or_create(session=night, key=key, defaults=told)
        if is_new and request.role >= Role.SCORER:  # who may write no hand has nothing to tell
            _note_dropped(request, night, item)
            locks.touch(night)
    return Became(Done())


def _note_dropped(request: ClubRequest, night: Session, item: Item | None) -> None:
    about: dict[str, str | int] = {"what": KINDS[item.to.name] if item else UNKNOWN}
    kind = Happened.WRITING_DROPPED
    if item and item.to.name == HAND and (number := number_in(item.body)) is not None:
        game = Game.every.filter(session=night, number=item.to.number or 0).first()
        if game is not None:
            kind, about = Happened.HAND_DROPPED, {"number": number, "game": game.title}
    note(kind, club=night.club, session=night, by=request.membership, **about)
