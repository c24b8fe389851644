"""The ranking of a tournament, read from the results of its tables. Runs no rule of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from scorekeeper.clubs.players.persons import PERSON
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.ranking.facts import GameFacts
from scorekeeper.seasons.ranking.table import SessionShare
from scorekeeper.seasons.ranking.ties import Decision
from scorekeeper.seasons.selectors import FACTS, game_facts
from scorekeeper.tournaments.models import Entrant, Penalty, Round, Tournament, players_of
from scorekeeper.tournaments.ranking.order import NOTHING, Listed, order


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's row of the ranking."""

    entrant: Entrant
    place: int | None
    """Equal people share a place; None: at no table yet."""
    points: Fraction
    """After penalties."""
    stage: int
    """Cuts survived."""
    penalties: float
    """What was taken off, in points."""
    tables: int
    """Tables played at, by the person or a substitute."""
    decision: Decision | None
    """Why the next people with equal points are below this person and those on the same place."""
    circle: bool = False
    """Shares the place because they beat one another in a circle."""
    shares: tuple[SessionShare, ...] = ()
    """What each table brought, by its session, in the order of rounds."""


def ranking(tournament: Tournament, *, upto: int | None = None) -> list[Standing]:
    """Returns everybody on the list but substitutes, best first. ``upto``: as it is after this
    round: without later tables, cuts and penalties. Four queries."""
    entrants = list(tournament.entrants.select_related("player", "plays_for").order_by("number"))
    rounds = list(published(tournament))
    roots = root_entrants(entrants)
    survived = stages(tournament, rounds, roots, upto)
    taken = _penalties(tournament, rounds, roots, upto)
    listed = {
        entrant.player_id: entrant for entrant in entrants if roots[entrant.player_id] == entrant
    }
    people = [
        Listed(player, entrant.number, survived.get(entrant.pk, 0), taken.get(entrant.pk, NOTHING))
        for player, entrant in listed.items()
    ]
    parts = _parts(results(tournament, upto), roots)
    return [
        Standing(
            entrant=listed[person.player],
            place=row.place,
            points=row.figure or NOTHING,
            stage=person.stage,
            penalties=float(person.penalties),
            tables=row.sessions,
            decision=row.decision,
            circle=row.circle,
            shares=row.shares,
        )
        for person, row in order(people, parts, tournament.plan.method)
    ]


def published(tournament: Tournament) -> QuerySet[Round]:
    rounds = tournament.rounds.filter(published_at__isnull=False, withdrawn_at__isnull=True)
    return rounds.order_by("number")


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
    tournament: Tournament,
    rounds: Sequence[Round],
    roots: Mapping[int, Entrant],
    upto: int | None = None,
) -> dict[int, int]:
    """Returns by entrant how many cuts they survived: after each they were in a published round."""
    survived: dict[int, int] = {}
    for cut in tournament.plan.cuts:
        later = [turn for turn in rounds if turn.number > cut.after and _counts(turn.number, upto)]
        drawn = {player for turn in later for player in players_of(turn.drawn)}
        for pk in {roots[player].pk for player in drawn if player in roots}:
            survived[pk] = survived.get(pk, 0) + 1
    return survived


def _counts(number: int, upto: int | None) -> bool:
    return upto is None or number <= upto


def penalties_in_force(tournament: Tournament) -> QuerySet[Penalty]:
    return tournament.penalties.filter(withdrawn_at__isnull=True).order_by("pk")


def _penalties(
    tournament: Tournament,
    rounds: Sequence[Round],
    roots: Mapping[int, Entrant],
    upto: int | None,
) -> dict[int, Fraction]:
    """Returns by entrant what is taken off. A penalty belongs to the round that was published last
    before it."""
    over = [turn.published_at for turn in rounds if not _counts(turn.number, upto)]
    taken: dict[int, Fraction] = {}
    for penalty in penalties_in_force(tournament).select_related("entrant"):
        if over and over[0] is not None and penalty.at >= over[0]:
            continue
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
        session__removed_at__isnull=True,
    )
    if upto is not None:
        counting = counting.filter(**{f"{turn}__number__lte": upto})
    return counting.order_by(f"{turn}__number", "session_id", "game_id", "player_id")


def _parts(rows: QuerySet[GameResult], roots: Mapping[int, Entrant]) -> Iterator[GameFacts]:
    """Yields results as those of the person for whom they count, without money: tables have no
    stakes."""
    for *values, player, person in rows.annotate(person=PERSON).values_list(
        *FACTS, "player_id", "person"
    ):
        root = roots.get(player) or roots.get(person)
        whose = root.player_id if root else person
        yield game_facts(values, whose)._replace(net=0)
