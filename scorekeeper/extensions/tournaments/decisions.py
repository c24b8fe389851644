"""Decisions of referees during the day: rulings, and penalties in force. Reads rows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.extensions.tournaments.models import Penalty, Round, Ruling, Tournament
from scorekeeper.extensions.tournaments.ranking.reading import penalties_in_force, root_entrants
from scorekeeper.extensions.tournaments.selectors import published


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling, or a penalty."""

    at: datetime
    round: int | None
    """None: before the first round was published."""
    table: int | None
    """None: the person sat at none in that round."""
    text: str
    """The ruling with the rule it rests on; why there is a penalty."""
    player: str = ""
    """Who lost points; "" for a ruling."""
    points: float = 0
    """Of a penalty, above 0."""
    call: str = ""
    """What the table asked, if it said so."""


def decisions(tournament: Tournament) -> list[Decision]:
    """Returns all of the day in the order of time. Four queries."""
    both = [*_rulings(tournament), *_penalties(tournament)]
    return sorted(both, key=lambda row: row.at)


def _rulings(tournament: Tournament) -> Iterator[Decision]:
    rulings = Ruling.objects.filter(call__table__round__tournament=tournament)
    for ruling in rulings.select_related("call__table__round").order_by("pk"):
        call = ruling.call
        round_number, table = call.table.round.number, call.table.number
        yield Decision(ruling.at, round_number, table, ruling.text, call=call.text)


def _penalties(tournament: Tournament) -> Iterator[Decision]:
    rounds, roots = list(published(tournament)), root_entrants(tournament.entrants.all())
    for penalty in penalties_in_force(tournament).select_related("entrant__player"):
        turn = _round_of(penalty, rounds)
        root = roots[penalty.entrant.player_id]
        seats = {player for player, other in roots.items() if other == root}
        yield Decision(
            penalty.at,
            turn.number if turn else None,
            _table_of(seats, turn) if turn else None,
            penalty.reason,
            str(penalty.entrant),
            penalty.points,
        )


def _round_of(penalty: Penalty, rounds: Sequence[Round]) -> Round | None:
    """Returns the round that was published last before the penalty."""
    before = [turn for turn in rounds if turn.published_at and turn.published_at <= penalty.at]
    return before[-1] if before else None


def _table_of(players: set[int], turn: Round) -> int | None:
    """Returns at which table one of these players sat."""
    numbered = enumerate(turn.tables, 1)
    return next((number for number, table in numbered if players & set(table)), None)
