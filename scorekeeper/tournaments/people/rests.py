"""Who sits out of one round is here again for the next."""

from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.signing import author_fields
from scorekeeper.tournaments.models import Attendance, Presence, Round, Tournament
from scorekeeper.tournaments.selectors import entrant_rows


def end_rests(tournament: Tournament, turn: Round, by: Membership | None) -> None:
    """Writes that those who sit out of this published round are here again; the day is locked."""
    for row in entrant_rows(tournament):
        if row.presence == Presence.RESTS:
            Attendance.objects.create(
                entrant=row.entrant,
                presence=Presence.HERE,
                token=_token(turn, "over"),
                **author_fields(by),
            )


def restore_rests(tournament: Tournament, turn: Round, by: Membership | None) -> None:
    """Writes that they sit out again, as the round was taken back; the day is locked."""
    as_published = tournament.rounds.filter(number=turn.number, published_at=turn.published_at)
    tokens = [_token(row, "over") for row in as_published]  # of it before people were moved, too
    rested = Attendance.objects.filter(
        entrant__tournament=tournament, token__in=tokens
    ).values_list("entrant", flat=True)
    for row in entrant_rows(tournament):
        if row.entrant.pk in rested and row.presence == Presence.HERE:
            Attendance.objects.create(
                entrant=row.entrant,
                presence=Presence.RESTS,
                token=_token(turn, "again"),
                **author_fields(by),
            )


def _token(turn: Round, what: str) -> str:
    return f"rest {what} {turn.token}"[:64]
