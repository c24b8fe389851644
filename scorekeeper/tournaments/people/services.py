"""The only writer of who is here: one row each time that changes, once per token."""

from __future__ import annotations

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.signing import author_fields
from scorekeeper.core.requests.tokens import first_answer
from scorekeeper.tournaments.models import Attendance, Entrant, Presence
from scorekeeper.tournaments.services import hold_day


@transaction.atomic
def set_presence(
    *, entrant: Entrant, presence: Presence, token: str, by: Membership | None
) -> Attendance:
    """Writes that somebody came, left, stands by or sits out. Raises ClosedError; OtherwiseError if
    the token has written another state."""
    session = hold_day(entrant.tournament)
    rows = Attendance.objects.filter(entrant=entrant)
    if first := first_answer(rows, token, lambda row: row.presence == presence):
        return first
    locks.touch(session)
    return Attendance.objects.create(
        entrant=entrant, presence=presence, token=token, **author_fields(by)
    )
