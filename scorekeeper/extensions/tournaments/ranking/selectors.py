"""The ranking of a tournament and its cuts. Reads the tables' results; runs no rule of a game.

Once a round after a cut is published, those who were drawn in it have survived, whatever is
corrected later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.models import Entrant, Presence, TableSession, Tournament
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.order import (
    NOTHING,
    Listed,
    Team,
    order,
    order_teams,
)
from scorekeeper.extensions.tournaments.ranking.reading import (
    facts_of,
    penalties_by_entrant,
    results,
    root_entrants,
    stages,
)
from scorekeeper.extensions.tournaments.selectors import entrant_rows, published
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.models import Game, Hand, Seat
from scorekeeper.seasons.ranking.measures import merits, sessions_of
from scorekeeper.seasons.ranking.table import Placing


@dataclass(frozen=True, slots=True)
class Placed:
    row: Placing
    """Where a table is a session."""

    @property
    def place(self) -> int | None:
        """Equal people or teams share a place; None: at no table yet."""
        return self.row.place

    @property
    def points(self) -> Fraction:
        """After penalties."""
        return self.row.figure or NOTHING


@dataclass(frozen=True, slots=True)
class RankedEntrant(Placed):
    """One person's row of the ranking."""

    entrant: Entrant
    stage: int
    """Cuts survived."""
    penalties: float
    """What was taken off, in points."""

    @property
    def name(self) -> str:
        return str(self.entrant)

    @property
    def tables(self) -> int:
        """Tables played at, by the person or a substitute."""
        return self.row.sessions


def ranking(tournament: Tournament, *, upto: int | None = None) -> list[RankedEntrant]:
    """Returns everybody on the list but substitutes, best first. ``upto``: as it is after this
    round: without later tables, cuts and penalties. Four queries."""
    entrants = list(tournament.entrants.select_related("player", "plays_for").order_by("number"))
    rounds = list(published(tournament))
    roots = root_entrants(entrants)
    counting = [turn for turn in rounds if upto is None or turn.number <= upto]
    after = next(iter(rounds[len(counting) :]), None)
    survived = stages(tournament, counting, roots)
    taken = penalties_by_entrant(tournament, after, roots)
    listed = {
        entrant.player_id: entrant for entrant in entrants if roots[entrant.player_id] == entrant
    }
    people = [
        Listed(player, entrant.number, survived[entrant.pk], taken.get(entrant.pk, NOTHING))
        for player, entrant in listed.items()
    ]
    parts = facts_of(results(tournament, upto), roots)
    return [
        RankedEntrant(row, listed[person.player], person.stage, float(person.penalties))
        for person, row in order(people, parts, tournament.plan.method)
    ]


# Teams ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankedTeam(Placed):
    """One team's row of its ranking: its points are those of the members who count."""

    name: str
    counting: tuple[RankedEntrant, ...]
    """Members whose points count, best first."""
    others: tuple[RankedEntrant, ...]
    """Members who do not count, or have not played yet."""


def team_ranking(tournament: Tournament, standings: Sequence[RankedEntrant]) -> list[RankedTeam]:
    """Returns the teams, best first; nothing where nobody is in one. ``standings``: ``ranking`` of
    the tournament. Two queries, none without teams."""
    by_team: dict[str, dict[int, RankedEntrant]] = {}
    for row in standings:
        if row.entrant.team:
            by_team.setdefault(row.entrant.team, {})[row.entrant.player_id] = row
    if not by_team:
        return []
    plan, roots = tournament.plan, root_entrants(tournament.entrants.all())
    teams = [
        Team(name, tuple((p, row.points) for p, row in members.items() if row.place is not None))
        for name, members in by_team.items()
    ]
    ordered = order_teams(teams, facts_of(results(tournament), roots), plan.method, plan.team_best)
    return [
        _ranked_team(team, row, by_team[team.name], team.counting(plan.team_best))
        for team, row in ordered
    ]


def _ranked_team(
    team: Team, row: Placing, members: Mapping[int, RankedEntrant], counting: Sequence[int]
) -> RankedTeam:
    others = tuple(standing for player, standing in members.items() if player not in counting)
    return RankedTeam(row, team.name, tuple(members[player] for player in counting), others)


# Cuts ----------------------------------------------------------------------------------------


class CutLine(NamedTuple):
    """The entrants whom the ranking takes through a cut, and those tied across it."""

    through: list[RankedEntrant]
    tied: list[RankedEntrant]
    places_left: int
    """For those who are tied; 0 where nobody is."""


def cut_line(tournament: Tournament, cut: Cut) -> CutLine:
    """Returns where a cut falls in the ranking before it. An entrant who left without a substitute
    is passed over, and so is who played at no table."""
    rows, gone = ranking(tournament, upto=cut.after), _gone(tournament)
    rows = [row for row in rows if row.place is not None and row.entrant.pk not in gone]
    if len(rows) <= cut.keep:
        return CutLine(rows, [], 0)
    edge = rows[cut.keep - 1].place
    if rows[cut.keep].place != edge:
        return CutLine(rows[: cut.keep], [], 0)
    through = [row for row in rows[: cut.keep] if row.place != edge]
    tied = [row for row in rows if row.place == edge]
    return CutLine(through, tied, cut.keep - len(through))


def _gone(tournament: Tournament) -> set[int]:
    """Returns the ids of entrants who left without anybody who plays for them."""
    rows = entrant_rows(tournament)
    roots = root_entrants(row.entrant for row in rows)
    stays = {roots[row.entrant.player_id].pk for row in rows if row.presence is not Presence.LEFT}
    return {row.entrant.pk for row in rows} - stays


def _picked(
    tournament: Tournament, cut: Cut, line: CutLine, table: TableSession | None
) -> list[int]:
    """Returns who plays on of those who are tied, by player: as a host decided, else as the
    play-off at ``table`` did; empty where neither has, or the ranking has changed since."""
    tied = {row.entrant.player_id for row in line.tied}
    for pick in tournament.cut_picks.filter(after=cut.after).order_by("-pk"):
        if len(pick.through) == line.places_left and tied == {*pick.players[0], *pick.players[1]}:
            return pick.through
    return _won(tournament, table, line.places_left) if table else []


def _play_off(tournament: Tournament, cut: Cut, line: CutLine) -> TableSession | None:
    """Returns the table at which exactly those play off who are tied, or their substitutes."""
    if not line.tied:
        return None
    tied = {row.entrant.pk for row in line.tied}
    roots = root_entrants(tournament.entrants.all())
    tables = TableSession.objects.filter(
        round__tournament=tournament,
        round__number=cut.after,
        round__withdrawn_at__isnull=True,
        play_off=True,
    )
    listed = tables.select_related("session").order_by("-pk")
    seated: dict[int, set[int]] = {table.session_id: set() for table in listed}
    seats = Seat.objects.filter(game__session__in=seated)
    for session, player in seats.values_list("game__session", "player"):
        if player in roots:
            seated[session].add(roots[player].pk)
    return next((table for table in listed if seated[table.session_id] == tied), None)


def _won(tournament: Tournament, table: TableSession, places: int) -> list[int]:
    """Returns the best of a play-off that is over, by player; nothing where it leaves people tied
    across the cut again."""
    if not Game.objects.filter(session=table.session_id, closed_at__isnull=False).exists():
        return []
    roots = root_entrants(tournament.entrants.all())
    rows = GameResult.objects.filter(session=table.session_id)
    played = sessions_of(facts_of(rows, roots))
    figures = merits(played[0]) if played else {}
    best = sorted(figures, key=lambda player: -figures[player])
    is_clear = len(best) > places and figures[best[places - 1]] > figures[best[places]]
    return best[:places] if is_clear else []


@dataclass(frozen=True, slots=True)
class CutState:
    """A cut whose rounds are published, and no later one: where it falls now, and who plays on of
    those who are tied."""

    cut: Cut
    line: CutLine
    chosen: frozenset[int] = frozenset()
    """By player."""
    play_off: TableSession | None = None
    """Where they play it off."""

    @property
    def is_undecided(self) -> bool:
        return bool(self.line.tied) and not self.chosen


def cut_state(tournament: Tournament) -> CutState | None:
    """Returns the cut before the next round; None where there is none, or nobody has played in the
    round before it yet."""
    last = published(tournament).last()
    cut = next((cut for cut in tournament.plan.cuts if last and cut.after == last.number), None)
    played = Hand.objects.filter(game__session__tournament_table__round=last, voided_at=None)
    return _state_of(tournament, cut) if cut and played.exists() else None


def _state_of(tournament: Tournament, cut: Cut) -> CutState:
    line = cut_line(tournament, cut)
    table = _play_off(tournament, cut, line)
    return CutState(cut, line, frozenset(_picked(tournament, cut, line, table)), table)


def playing_after_cut(tournament: Tournament, number: int) -> list[int] | None:
    """Returns the players who may play in round ``number``, best first, substitutes after whom they
    play for; None: there was no cut before it. Refuses while people are tied across the
    cut, which is what there is ``now``."""
    cut = tournament.plan.cut_before(number)
    if cut is None:
        return None
    entrants = list(tournament.entrants.select_related("player").order_by("number"))
    roots = root_entrants(entrants)
    survivors = _drawn_since(tournament, cut, roots, number)
    if not survivors:
        state = _state_of(tournament, cut)
        line = state.line
        if state.is_undecided:
            names = ", ".join(str(row.entrant) for row in line.tied)
            text = _("Tied at the cut: %(names)s. Decide who plays on.")
            raise Refusal(text, now=line, names=names)
        tied = [row for row in line.tied if row.entrant.player_id in state.chosen]
        survivors = [row.entrant.pk for row in (*line.through, *tied)]
    return [
        entrant.player_id
        for pk in survivors
        for entrant in entrants
        if roots[entrant.player_id].pk == pk
    ]


def _drawn_since(
    tournament: Tournament, cut: Cut, roots: Mapping[int, Entrant], number: int
) -> list[int]:
    """Returns the entrants, best first, who were in the published rounds between the cut and round
    ``number``; empty where there was none yet."""
    rounds = [turn for turn in published(tournament) if turn.number < number]
    later = [turn for turn in rounds if turn.number > cut.after]
    if not later:
        return []
    survived = stages(tournament, rounds, roots)
    least = sum(other.after <= cut.after for other in tournament.plan.cuts)
    rows = ranking(tournament, upto=number - 1)
    return [row.entrant.pk for row in rows if survived[row.entrant.pk] >= least]
