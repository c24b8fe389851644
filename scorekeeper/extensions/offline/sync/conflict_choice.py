"""Resolves a conflict of an offline entry with a saved one, as the user chose.

Each choice may be sent again and takes effect once. A hand that was never saved keeps its own
token, so that later entries of the device still find it; only a token that has already saved
other answers is replaced by one derived from it.
"""

from dataclasses import replace
from enum import StrEnum

from django.db import transaction
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.outcomes import Conflict, Done, Refused
from scorekeeper.extensions.offline.sync import internal_request
from scorekeeper.extensions.offline.sync.delivery import (
    Item,
    Result,
    attempt,
    deliver,
    done_result,
    is_delivered,
    remember,
)
from scorekeeper.extensions.offline.sync.models import Delivered
from scorekeeper.extensions.offline.sync.waiting import form_number
from scorekeeper.extensions.offline.sync.writes import AMEND, HAND, KINDS, LEFT_OUT, UNKNOWN
from scorekeeper.play.edits.idempotency import hand_by_token
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.selectors import Table, session_table
from scorekeeper.play.services import hand_in_force
from scorekeeper.table.entry.edits.conflict import token_after


class ItemChoice(StrEnum):
    AFTER = "after"
    """Save mine as the next hand."""
    INSTEAD = "instead"
    """Edit the saved hand to match mine; its history shows both."""
    KEEP = "keep"
    """Keep the saved hand and discard mine."""


def choose(request: ClubRequest, session: Session, item: Item, choice: ItemChoice) -> Result:
    if is_delivered(session, item):
        return done_result(session, item)
    if choice == ItemChoice.KEEP:
        return discard(request, session, item.key, item)
    table = session_table(session, item.aim.number) if item.aim.number else None
    if table is None or item.aim.name not in (HAND, AMEND, LEFT_OUT):
        return deliver(request, session, item)
    result = _attempt_as_hand(request, session, item, table, choice)
    if isinstance(result.outcome, Done):
        remember(session, item)
    return result


def _attempt_as_hand(
    request: ClubRequest, session: Session, item: Item, table: Table, choice: ItemChoice
) -> Result:
    token, own_hand = item.token, hand_by_token(table.game, item.token)
    if own_hand is not None:
        result = attempt(request, session, item)
        if not isinstance(result.outcome, Conflict):
            return result
        token = token_after(token, choice)
    if choice == ItemChoice.AFTER:
        if item.aim.name == AMEND:
            return Result(Refused(_("An edit is not a separate hand.")), 409)
        path = reverse(HAND, args=[session.code, table.game.number])
        changes = {"token": token, "number": str(table.game.last_number + 1)}
    else:
        other_hand = own_hand or hand_in_place(item, table)
        if other_hand is None:
            return attempt(request, session, item)
        path = reverse(AMEND, args=[session.code, table.game.number, other_hand.token])
        changes = {"token": token, "number": str(other_hand.number)}
    return _attempt_at(request, session, item, path, changes)


def _attempt_at(
    request: ClubRequest, session: Session, item: Item, path: str, changes: dict[str, str]
) -> Result:
    target = internal_request.find_aim(path, session.code)
    assert target is not None
    body: QueryDict = item.body.copy()
    for name, value in changes.items():
        body[name] = value
    return attempt(request, session, replace(item, aim=target, body=body))


def hand_in_place(item: Item, table: Table) -> Hand | None:
    """Returns the active hand in this one's place: of its number, or the one it edits."""
    if item.aim.name == HAND:
        number = form_number(item.body)
        return None if number is None else hand_in_force(table.game, number)
    hand = corrected(item, table)
    return hand_in_force(table.game, hand.number) if hand else None


def corrected(item: Item, table: Table) -> Hand | None:
    """Returns the hand named by the address."""
    token = item.aim.match.kwargs.get("hand_token", "")
    return Hand.objects.filter(game=table.game, token=token).first() if token else None


def discard(request: ClubRequest, session: Session, key: str, item: Item | None) -> Result:
    """Discards an entry and logs that, once. ``item``: None if it cannot be read at all; it has to
    leave the device anyway. Raises TooMuchError."""
    spend(acts.WRITE, request, club=session.club, member=request.membership)
    with transaction.atomic():
        locked_session = locks.hold_session(session.pk)
        defaults = {"dropped": item.token if item else ""}
        _row, is_new = Delivered.objects.get_or_create(
            session=locked_session, key=key, defaults=defaults
        )
        if is_new and request.role >= Role.SCORER:  # viewers' entries are not logged
            _note_dropped(request, locked_session, item)
            locks.touch(locked_session)
    return Result(Done())


def _note_dropped(request: ClubRequest, session: Session, item: Item | None) -> None:
    values: dict[str, str | int] = {"what": KINDS[item.aim.name] if item else UNKNOWN}
    kind = ActivityKind.WRITING_DROPPED
    if item and item.aim.name == HAND and (number := form_number(item.body)) is not None:
        game = Game.every.filter(session=session, number=item.aim.number or 0).first()
        if game is not None:
            kind, values = ActivityKind.HAND_DROPPED, {"number": number, "game": game.title}
    note(kind, club=session.club, session=session, by=request.membership, **values)
