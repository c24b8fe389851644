"""Ends a tournament: its tables, then the day."""

from django.db import transaction
from django.utils.translation import ngettext

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Session
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.models import TableSession, Tournament
from scorekeeper.play.services import close_session


def open_tables_of(tournament: Tournament) -> list[TableSession]:
    """Returns the tables of published rounds whose sessions have not ended."""
    tables = TableSession.objects.filter(
        round__tournament=tournament,
        round__withdrawn_at__isnull=True,
        session__closed_at__isnull=True,
    )
    return list(tables.select_related("session", "round").order_by("round__number", "number"))


@transaction.atomic
def end_tournament(*, tournament: Tournament, by: Membership | None) -> None:
    """Ends the sessions of all tables, with games that still run, and the day's. Twice is once.
    Refuses while a hand is disputed."""
    day = locks.hold_session(tournament.session_id)
    if day.closed_at:
        return
    tables = open_tables_of(tournament)
    locks.hold_sessions(Session.objects.filter(tournament_table__in=tables))
    contested = []
    for table in tables:
        try:
            close_session(session=table.session, by=by)
        except Refusal:  # a hand is disputed
            contested.append(str(table.number))
    if contested:
        message = ngettext(
            "A hand of table %(tables)s is disputed. Settle that first.",
            "Hands of tables %(tables)s are disputed. Settle that first.",
            len(contested),
        )
        raise Refusal(message, tables=", ".join(contested))
    close_session(session=day, by=by)
