"""Orders the people of a tournament: a pure function of their results at each table.

Figures and ties are those of ``seasons.ranking``, where a table is a session.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.seasons.ranking.facts import GameFacts, SessionFacts, sessions_of
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.ranking.table import Placing, RowBuilder, ordered_rows
from scorekeeper.seasons.ranking.ties import separate

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Listed:
    """A ranked entrant: ``player`` in ``number`` of the list."""

    player: int
    number: int
    stage: int = 0
    """Cuts survived."""
    penalties: Fraction = NOTHING


def order(
    listed: Sequence[Listed], parts: Iterable[GameFacts], method: Method
) -> list[tuple[Listed, Placing]]:
    """Orders everybody: who survived more cuts first, then by points less penalties; equal people
    share a place and stand in the order of the list. People who played at no table are last,
    without a place. ``parts``: results, by table; of others than ``listed`` they count at their
    tables alone."""
    sessions = sessions_of(parts)
    built = {row.player: row for row in RowBuilder(sessions, method).rows()}
    played = [person for person in listed if person.player in built]
    ranked: list[tuple[Listed, Placing]] = []
    for stage in sorted({person.stage for person in played}, reverse=True):
        group = {person.player: person for person in played if person.stage == stage}
        rows = [_less_penalties(built[player], group[player]) for player in group]
        ranked += _placed(group, rows, sessions, method, above=len(ranked))
    rest = sorted((p for p in listed if p.player not in built), key=lambda person: person.number)
    return ranked + [
        (person, no_table(person.player, NOTHING - person.penalties)) for person in rest
    ]


def _less_penalties(row: Placing, person: Listed) -> Placing:
    return replace(row, figure=(row.figure or NOTHING) - person.penalties)


def _placed(
    group: Mapping[int, Listed],
    rows: Sequence[Placing],
    sessions: Sequence[SessionFacts],
    method: Method,
    *,
    above: int,
) -> list[tuple[Listed, Placing]]:
    """``above``: how many stand above this group."""
    placed = ordered_rows(rows, lambda tied: separate(tied, sessions, method))
    ranked = [(group[row.player], replace(row, place=(row.place or 0) + above)) for row in placed]
    return sorted(ranked, key=lambda pair: (pair[1].place, pair[0].number))


def no_table(player: int, figure: Fraction) -> Placing:
    """Returns a row without a table and without a place."""
    return Placing(
        player=player,
        place=None,
        figure=figure,
        shares=(),
        sessions=0,
        hands=0,
        wins=0,
        net=0,
        best=0,
        won=0,
        needs=0,
    )
