"""A table calls the referee; a director answers with a ruling."""

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, author_fields
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.extensions.tournaments.models import Call, Ruling, TableSession, Tournament
from scorekeeper.extensions.tournaments.services import hold_day


@transaction.atomic
def call_referee(
    *, tournament: Tournament, table: TableSession, text: str, token: str, by: Membership | None
) -> Call:
    """Calls the referee to a table; while a call of it is open, that one stays the call. Raises
    ClosedError; OtherwiseError if this token, or the open call, says something else."""
    day = hold_day(tournament)
    calls = Call.objects.filter(table=table)
    if (first := first_answer(calls, token, lambda call: call.text == text)) is not None:
        return first
    if (waiting := calls.filter(ruling__isnull=True).first()) is not None:
        if text not in ("", waiting.text):
            raise OtherwiseError(waiting)
        return waiting
    locks.touch(day)
    return Call.objects.create(table=table, text=text, token=token, **author_fields(by))


@transaction.atomic
def rule(
    *, tournament: Tournament, call: Call, text: str, token: str, by: Membership | None
) -> Ruling:
    """Answers a call. Raises ClosedError; OtherwiseError if it was answered otherwise."""
    day = hold_day(tournament)
    first = Ruling.objects.filter(call=call).first()
    if first is not None:
        if first.text != text:
            raise OtherwiseError(first)
        return first
    locks.touch(day)
    return Ruling.objects.create(call=call, text=text, token=token, **author_fields(by))
