"""Opens the table at which those play off who are tied across a cut."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.core import clock
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.models import Presence, TableSession, Tournament
from scorekeeper.extensions.tournaments.ranking.reading import root_entrants
from scorekeeper.extensions.tournaments.ranking.selectors import CutState, RankedEntrant, cut_state
from scorekeeper.extensions.tournaments.ranking.services import not_tied
from scorekeeper.extensions.tournaments.rounds.tables import open_table, play_off_name
from scorekeeper.extensions.tournaments.selectors import entrant_rows, published
from scorekeeper.extensions.tournaments.services import hold_day
from scorekeeper.variants import VARIANTS


def fits_a_table(tournament: Tournament, state: CutState) -> bool:
    """Answers whether all who are tied can play at one table."""
    return len(state.line.tied) in VARIANTS[tournament.plan.variant].seats


@transaction.atomic
def open_play_off(*, tournament: Tournament, by: Membership | None) -> TableSession:
    """Opens a table for all who are tied across the cut: the game of the day, which is in no
    ranking. For the same people there is one table, however often it is asked for.

    Refuses if they are not tied, or one table does not seat them. Raises ClosedError, EntryError
    (seats, options).
    """
    tournament.session = session = hold_day(tournament)
    state, turn = cut_state(tournament), published(tournament).last()
    if state is None or turn is None or not state.line.tied:
        raise not_tied()
    if state.play_off is not None:
        return state.play_off
    if not fits_a_table(tournament, state):
        raise Refusal(_("One table does not seat all of them. Choose who plays on."))
    seated, minutes = _seated(tournament, state.line.tied), tournament.plan.minutes
    table = TableSession.objects.create(
        round=turn,
        number=turn.table_sessions.count() + 1,
        session=open_table(
            tournament,
            name=play_off_name(tournament, turn.number),
            seated=seated,
            until=clock.now() + timedelta(minutes=minutes) if minutes else None,
            in_seasons=False,
            by=by,
        ),
        play_off=True,
    )
    names = ", ".join(map(str, seated))
    note(ActivityKind.PLAY_OFF_OPENED, club=session.club, session=session, by=by, names=names)
    locks.touch(session)
    return table


def _seated(tournament: Tournament, tied: Sequence[RankedEntrant]) -> list[Player]:
    """Returns who plays for them: a substitute who is here, or themselves."""
    rows = entrant_rows(tournament)
    roots = root_entrants(row.entrant for row in rows)
    here = {
        roots[row.entrant.player_id].pk: row.player for row in rows if row.presence == Presence.HERE
    }
    return [here.get(row.entrant.pk, row.entrant.player) for row in tied]
