"""The only writer of penalties, and of who plays on where a cut leaves people tied; opens the
table at which those play off.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from random import SystemRandom

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, author_fields
from scorekeeper.core import clock
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.extensions.tournaments.models import (
    CutPick,
    Entrant,
    Penalty,
    Presence,
    TableSession,
    Tournament,
)
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.reading import root_entrants
from scorekeeper.extensions.tournaments.ranking.selectors import (
    CutState,
    RankedEntrant,
    cut_line,
    cut_state,
)
from scorekeeper.extensions.tournaments.rounds.tables import open_table, play_off_name
from scorekeeper.extensions.tournaments.selectors import entrant_rows, published
from scorekeeper.extensions.tournaments.services import hold_day
from scorekeeper.variants import VARIANTS


def not_tied() -> Refusal:
    """Says that those who were to play on are not the people who are tied across the cut."""
    text = _("The ranking has changed: these players are no longer tied across the cut.")
    return Refusal(text, fate=Stale)


@transaction.atomic
def pick_for_cut(
    *,
    tournament: Tournament,
    cut: Cut,
    players: Collection[int] | None,
    token: str,
    by: Membership | None,
) -> CutPick:
    """Stores who plays on of those who are tied across a cut; ``players`` None: by lot. Raises
    ClosedError; OtherwiseError if the token has stored others. Refuses once they are not tied."""
    session = hold_day(tournament)
    picks = CutPick.objects.filter(tournament=tournament)

    def is_same(pick: CutPick) -> bool:
        return players is None or set(pick.through) == set(players)

    other = _("This page has already saved other players. Reload it.")
    same = first_answer(picks, token, is_same, lambda first: OtherwiseError(first, other))
    if same is not None:
        return same
    line = cut_line(tournament, cut)
    by_player = {row.entrant.player_id: row.entrant for row in line.tied}
    if not by_player:
        raise not_tied()
    lot = SystemRandom().sample(sorted(by_player), line.places_left)
    chosen = set(lot if players is None else players)
    if not chosen <= by_player.keys() or len(chosen) != line.places_left:
        raise not_tied()
    names = ", ".join(str(by_player[player]) for player in by_player if player in chosen)
    kind = ActivityKind.CUT_BY_LOT if players is None else ActivityKind.CUT_DECIDED
    note(kind, club=session.club, session=session, by=by, names=names)
    locks.touch(session)
    parts = [sorted(chosen), sorted(by_player.keys() - chosen)]
    values = {"after": cut.after, "players": parts, "token": token}
    return CutPick.objects.create(tournament=tournament, **values, **author_fields(by))


@transaction.atomic
def give_penalty(
    *,
    tournament: Tournament,
    entrant: Entrant,
    points: float,
    reason: str,
    token: str,
    by: Membership | None,
) -> Penalty:
    """Takes points from somebody in the ranking. Raises ClosedError, OtherwiseError."""
    session = hold_day(tournament)
    written = (entrant.pk, points, reason)
    penalties = Penalty.objects.filter(tournament=tournament)

    def is_same(penalty: Penalty) -> bool:
        return (penalty.entrant_id, penalty.points, penalty.reason) == written

    other = _("This page has already saved another penalty. Reload it.")
    first = first_answer(penalties, token, is_same, lambda first: OtherwiseError(first, other))
    if first is not None:
        return first
    note(
        ActivityKind.PENALTY_GIVEN,
        club=session.club,
        session=session,
        by=by,
        name=str(entrant),
        points=f"{points:g}",
        reason=reason,
    )
    locks.touch(session)
    return Penalty.objects.create(
        tournament=tournament,
        entrant=entrant,
        points=points,
        reason=reason,
        token=token,
        **author_fields(by),
    )


@transaction.atomic
def withdraw_penalty(*, tournament: Tournament, penalty: Penalty, by: Membership | None) -> bool:
    """Withdraws a penalty; returns False if it was withdrawn before. Raises ClosedError."""
    session = hold_day(tournament)
    in_force = Penalty.objects.filter(
        pk=penalty.pk, tournament=tournament, withdrawn_at__isnull=True
    )
    if not in_force.update(withdrawn_at=timezone.now()):
        return False
    note(
        ActivityKind.PENALTY_WITHDRAWN,
        club=session.club,
        session=session,
        by=by,
        name=str(penalty.entrant),
        points=f"{penalty.points:g}",
    )
    locks.touch(session)
    return True


# Play-off --------------------------------------------------------------------------------------


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
