"""The choice of those on standby who play in the next round, because somebody is missing.

Writes nothing: they stay on standby, and every draw decides anew.
"""

from collections.abc import Iterable, Sequence

from scorekeeper.clubs.models import Player
from scorekeeper.extensions.tournaments.draw import Setting
from scorekeeper.extensions.tournaments.models import (
    Attendance,
    Presence,
    Round,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.plan import TournamentPlan
from scorekeeper.extensions.tournaments.selectors import EntrantRow, entrant_rows
from scorekeeper.variants import VARIANTS


def sizes(plan: TournamentPlan) -> tuple[int, int]:
    """Returns how many sit at a table at least and at most, as agreed and as the game allows."""
    least = VARIANTS[plan.variant].seats.start
    return max(plan.smallest, least), min(plan.largest, most_at_table(plan))


def most_at_table(plan: TournamentPlan) -> int:
    """Returns how many can play the game at one table, whatever was agreed."""
    return VARIANTS[plan.variant].seats.stop - 1


def moving_up(
    tournament: Tournament, rows: Sequence[EntrantRow], here: int, played: Iterable[Round]
) -> list[int]:
    """Returns the players on standby who play beside those who are ``here``: at most one for each
    who is missing, and as many as leave the fewest people without a seat, then the fewest seats
    empty. Who played before comes first, then who has stood by longest. One query, none if
    nobody stands by."""
    waiting = [r for r in rows if r.presence == Presence.STANDBY and not r.entrant.plays_for_id]
    if not waiting or not here:
        return []
    before = [player for turn in played for player in players_of(turn.drawn)]
    waiting.sort(key=lambda row: (-before.count(row.entrant.player_id), row.since))
    most = min(len(waiting), _planned(tournament, rows) - here)
    many = max(
        range(most + 1),
        key=lambda count: (*_used(tournament.plan, here + count), count),
        default=0,
    )
    return [row.entrant.player_id for row in waiting[:many]]


def _planned(tournament: Tournament, rows: Sequence[EntrantRow]) -> int:
    """Returns how many were to play: all on the list but substitutes, who stands by, and who left
    after standing by."""
    stood_by = Attendance.objects.filter(
        entrant__tournament=tournament, presence=Presence.STANDBY
    ).values_list("entrant", flat=True)
    extra = {*stood_by}
    return sum(
        row.entrant.plays_for_id is None
        and row.presence != Presence.STANDBY
        and not (row.presence == Presence.LEFT and row.entrant.pk in extra)
        for row in rows
    )


def _used(plan: TournamentPlan, people: int) -> tuple[int, int]:
    """Returns how many people have no seat and how many seats of the tables in use are empty, both
    negated: more is better."""
    smallest, largest = sizes(plan)
    if people < smallest:
        return -people, 0
    numbers, tables = tuple(range(people)), plan.tables_for(people)
    setting = Setting(people=numbers, tables=tables, smallest=smallest, largest=largest)
    seated = sum(setting.sizes)
    return seated - people, seated - setting.used * largest


def from_standby(turn: Round) -> list[Player]:
    """Returns who has a seat in a round and stands by."""
    seated = {player for table in turn.tables for player in table}
    return [
        row.player
        for row in entrant_rows(turn.tournament)
        if row.presence == Presence.STANDBY and row.entrant.player_id in seated
    ]
