"""Orders teams: a pure function of their members' points and of the tables.

Ties are those of ``seasons.ranking``, where a table is a session: at each a team is its best member
there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.extensions.tournaments.ranking.order import NOTHING, no_table
from scorekeeper.seasons.ranking.facts import GameFacts, SessionFacts, sessions_of
from scorekeeper.seasons.ranking.measures import merits
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.ranking.table import Placing, ordered_rows
from scorekeeper.seasons.ranking.ties import separate


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
