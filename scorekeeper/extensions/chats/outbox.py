"""Writes a row for each destination that wants an event, inside the transaction of what happened.
Nothing is worded, resolved or sent here, so that no save waits for a chat.
"""

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.extensions.chats.models import Destination, Event, Message
from scorekeeper.play.models import Hand
from scorekeeper.settlement.models import Handover


def session_ended(session: Session) -> None:
    """Tables of a tournament are told with their day."""
    if session.part_of_id is None and session.closed_at:
        _queue(session, Event.ENDED, session.closed_at.isoformat())


def hand_saved(session: Session, hand: Hand) -> None:
    if session.part_of_id is None:
        _queue(session, Event.HAND, hand.token, hands=True)


def debt_paid(handover: Handover) -> None:
    _queue(handover.session, Event.PAID, str(handover.pk), payments=True)


def _queue(session: Session, event: Event, key: str, **wanted: bool) -> None:
    destinations = locks.hold_in_order(  # against their removal, which would undo this save
        Destination.objects.filter(club=session.club_id, stopped_at=None, **wanted)
    )
    if not destinations:
        return
    Message.objects.bulk_create(
        (Message(destination=row, session=session, event=event, key=key) for row in destinations),
        ignore_conflicts=True,  # an event that is told again
    )
    queued = Message.objects.filter(destination__in=destinations, event=event, key=key, attempts=0)
    jobs.start_all(queued.order_by("pk"))
