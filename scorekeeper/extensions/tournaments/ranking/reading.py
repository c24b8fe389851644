"""The basis of a ranking: results, cuts that were survived, penalties; and the decisions of
referees. Reads rows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import QuerySet

from scorekeeper.clubs.players.persons import PERSON
from scorekeeper.extensions.tournaments.models import (
    Entrant,
    Penalty,
    Round,
    Ruling,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.ranking.order import NOTHING
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.ranking.measures import GameFacts
from scorekeeper.seasons.selectors import FACTS, game_facts


def root_entrants(entrants: Iterable[Entrant]) -> dict[int, Entrant]:
    """Returns by the id of a player for whom their results count: themselves, or whose place they
    took, also at second hand."""
    by_pk = {entrant.pk: entrant for entrant in entrants}
    roots = {}
    for entrant in by_pk.values():
        root, seen = entrant, {entrant.pk}
        while root.plays_for_id is not None and root.plays_for_id not in seen:
            root = by_pk[root.plays_for_id]
            seen.add(root.pk)
        roots[entrant.player_id] = root
    return roots


def stages(
    tournament: Tournament, rounds: Sequence[Round], roots: Mapping[int, Entrant]
) -> Counter[int]:
    """Returns by entrant how many cuts they survived: after each they were in one of these
    published rounds."""
    survived: Counter[int] = Counter()
    for cut in tournament.plan.cuts:
        later = [turn for turn in rounds if turn.number > cut.after]
        drawn = {player for turn in later for player in players_of(turn.drawn)}
        survived.update({roots[player].pk for player in drawn if player in roots})
    return survived


def penalties_in_force(tournament: Tournament) -> QuerySet[Penalty]:
    return tournament.penalties.filter(withdrawn_at__isnull=True).order_by("pk")


def penalties_by_entrant(
    tournament: Tournament, before: Round | None, roots: Mapping[int, Entrant]
) -> dict[int, Fraction]:
    """Returns by entrant what is taken off. A penalty belongs to the round that was published last
    before it; ``before``: of the rounds before this one, None: of all."""
    penalties = penalties_in_force(tournament).select_related("entrant")
    taken: dict[int, Fraction] = {}
    for penalty in penalties.filter(at__lt=before.published_at) if before else penalties:
        pk = roots[penalty.entrant.player_id].pk
        taken[pk] = taken.get(pk, NOTHING) + Fraction(penalty.points)
    return taken


def results(tournament: Tournament, upto: int | None = None) -> QuerySet[GameResult]:
    """Returns the results of the tables of published rounds, in the order of rounds and tables."""
    turn = "session__tournament_table__round"
    counting = GameResult.objects.filter(
        **{
            f"{turn}__tournament": tournament,
            f"{turn}__published_at__isnull": False,
            f"{turn}__withdrawn_at__isnull": True,
        },
        session__tournament_table__play_off=False,
        session__removed_at__isnull=True,
    )
    if upto is not None:
        counting = counting.filter(**{f"{turn}__number__lte": upto})
    return counting.order_by(f"{turn}__number", "session_id", "game_id", "player_id")


def facts_of(rows: QuerySet[GameResult], roots: Mapping[int, Entrant]) -> Iterator[GameFacts]:
    """Yields results as those of the person for whom they count, without money: tables have no
    stakes."""
    for *values, player, person in rows.annotate(person=PERSON).values_list(
        *FACTS, "player_id", "person"
    ):
        root = roots.get(player) or roots.get(person)
        whose = root.player_id if root else person
        yield game_facts(values, whose)._replace(net=0)


# Decisions of referees -------------------------------------------------------------------------


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
    """The name of the person who lost points; "" for a ruling."""
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
