"""The basis of a ranking: results, cuts that were survived, penalties. Reads rows."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from django.db.models import QuerySet

from scorekeeper.clubs.players.persons import PERSON
from scorekeeper.extensions.tournaments.models import (
    Entrant,
    Penalty,
    Round,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.ranking.order import NOTHING
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.ranking.facts import GameFacts
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
