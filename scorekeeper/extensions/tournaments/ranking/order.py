"""Orders the people of a tournament, and teams: pure functions of their results at each table.

Ties are those of ``seasons.ranking``, where a table is a session: at each a team is its best member
there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.seasons.ranking.measures import GameFacts, SessionFacts, merits, sessions_of
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


# Teams -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Team:
    name: str
    members: tuple[tuple[int, Fraction], ...]
    """Players who sat at a table, with their points."""

    def counting(self, best: int) -> list[int]:
        """Returns the members who count, best first; ``best``: how many at most, 0 for all."""
        ordered = sorted(self.members, key=lambda member: -member[1])
        return [player for player, _points in ordered[: best or None]]

    def points(self, best: int) -> Fraction:
        by_player = dict(self.members)
        return sum((by_player[player] for player in self.counting(best)), NOTHING)


def order_teams(
    teams: Sequence[Team], parts: Iterable[GameFacts], method: Method, best: int
) -> list[tuple[Team, Placing]]:
    """Orders teams by the points of their members who count; equal teams share a place and stand
    from A to Z. Teams without anybody who played are last, without a place. ``parts``: results, by
    table."""
    keys = dict(enumerate(sorted(teams, key=lambda team: team.name.casefold())))
    numbers = {player: -key - 1 for key, team in keys.items() for player in team.counting(best)}
    sessions = sessions_of(
        part for session in sessions_of(parts) for part in _as_teams(session, numbers)
    )
    rows = [no_table(-key - 1, team.points(best)) for key, team in keys.items() if team.members]
    placed = ordered_rows(rows, lambda tied: separate(tied, sessions, method))
    ranked = sorted(placed, key=lambda row: (row.place or 0, -row.player))
    rest = [(team, no_table(0, NOTHING)) for team in keys.values() if not team.members]
    return [*((keys[-row.player - 1], row) for row in ranked), *rest]


def _as_teams(session: SessionFacts, numbers: Mapping[int, int]) -> Iterator[GameFacts]:
    """Yields the results of a table with ``numbers`` of teams for players: of each team the best
    result there, of equal ones that with more hands won."""
    figures = merits(session)
    best: dict[int, int] = {}
    for player in sorted(session.parts, key=lambda p: (-figures[p], -session.wins[p], p)):
        best.setdefault(numbers.get(player, player), player)
    for number, player in best.items():
        yield from (part._replace(player=number) for part in session.parts[player])
