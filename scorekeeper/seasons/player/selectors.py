"""One player's games and sessions in the group. Read from stored results only, like the
standings."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from datetime import date
from itertools import accumulate, groupby
from operator import add
from typing import Any, Final

from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Player
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.selectors import WHOSE, readable_net, with_people

FACT_SUMS = {f"sum_{fact}": Sum(str(fact)) for fact in Fact} | {
    "can_drop": Sum("reported", filter=Q(first_drop__isnull=False)),
    "can_show": Sum("reported", filter=Q(wrong_show__isnull=False)),
    "can_be_full": Sum("caught", filter=Q(full__isnull=False)),
    "timed": Sum("wins", filter=Q(first_turn__isnull=False)),
    "can_be_at_once": Sum("wins", filter=Q(at_once__isnull=False)),
    "valued": Sum("reported", filter=Q(value_points__isnull=False)),
    "shuffled": Sum("hands", filter=Q(dealt__isnull=False)),
    "shuffled_won": Sum("wins", filter=Q(dealt__isnull=False)),
}
"""In the order of ``CardFacts``; null where nothing was recorded."""
SUMS = {
    "won": Sum("wins"),
    "played": Sum("hands"),
    "money": Sum("net"),
    "imported": Max(Case(When(game=None, then=1), default=0)),
}
COUNTS = Q(played__gt=0) | ~Q(money=0) | Q(imported=1)
"""As in the standings: the player played a hand, or paid."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """Facts of the player's hands, each added up over the hands in which it was recorded."""

    reported: int = 0
    caught: int = 0
    caught_points: float = 0
    full: int = 0
    first_drop: int = 0
    middle_drop: int = 0
    drop_points: float = 0
    wrong_show: int = 0
    first_turn: int = 0
    dealt: int = 0
    dealt_won: int = 0
    at_once: int = 0
    value_points: float = 0
    can_drop: int = 0
    """Hands in which a drop would have been recorded."""
    can_show: int = 0
    """And a wrong show."""
    can_be_full: int = 0
    """Counts of which it was recorded whether they were full."""
    timed: int = 0
    """Wins of which it was recorded whether everybody had had a turn."""
    can_be_at_once: int = 0
    """Wins of which it was recorded whether all cards were put down at once."""
    valued: int = 0
    """Hands in which the points of the player's value cards were recorded."""
    shuffled: int = 0
    """Hands of which the dealer was recorded, and of them those won."""
    shuffled_won: int = 0

    @property
    def drops(self) -> int:
        return self.first_drop + self.middle_drop

    def __add__(self, other: "CardFacts") -> "CardFacts":
        return CardFacts(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class GameOfPlayer:
    """The player's result in a game, or in all of them. Money in minor units."""

    variant: str
    won: int
    played: int
    """Hands."""
    money: int
    facts: CardFacts = CardFacts()


@dataclass(frozen=True, slots=True)
class SessionOfPlayer:
    """The player's result in a session; ``key``: its id."""

    key: int
    played_on: date
    won: int
    played: int
    money: int


def games_of(player: Player) -> list[GameOfPlayer]:
    """Returns the player's games, the most played first. One query."""
    rows = results_of(player).values_list("variant").annotate(**SUMS, **FACT_SUMS).filter(COUNTS)
    return sorted(map(_read_game, rows), key=lambda game: (-game.played, game.variant))


def _read_game(row: Sequence[Any]) -> GameOfPlayer:
    variant, won, played, money, _imported, *facts = row
    money = readable_net(money)
    return GameOfPlayer(variant, won, played, money, CardFacts(*(number or 0 for number in facts)))


def sessions_of(player: Player) -> list[SessionOfPlayer]:
    """Returns the player's sessions, newest first. One query."""
    rows = results_of(player).values_list("session_id", "played_on").annotate(**SUMS)
    counted = rows.filter(COUNTS).order_by("-played_on", "-session_id")
    return [
        SessionOfPlayer(session, on, won, played, readable_net(money))
        for session, on, won, played, money, _imported in counted
    ]


def seasons_of(player: Player) -> QuerySet[Season]:
    """Returns the seasons the player has a result in, newest first. One query."""
    played = results_of(player).filter(
        Q(hands__gt=0) | ~Q(net=0) | Q(game=None), played_on__gte=OuterRef("starts")
    )
    until = Coalesce(OuterRef("ends"), F("played_on"))
    seasons = Season.objects.filter(Exists(played.filter(played_on__lte=until)))
    return seasons.filter(club=player.club_id).order_by("-starts", "name")


def results_of(player: Player) -> QuerySet[GameResult]:
    """Returns the results under all names of the player that count in seasons."""
    names = Q(player=player) | Q(player__person=player)
    counting = GameResult.objects.filter(names, session__in_seasons=True)
    return counting.filter(club_id=player.club_id).order_by()


# Totals over sessions, pure --------------------------------------------------------------------


def longest(gains: Iterable[int], sign: int) -> int:
    """Returns how many in a row were above 0, or with ``sign`` −1 below 0.

    >>> longest([5, 1, 0, 7, -2, -2], 1), longest([5, 1, 0, 7, -2, -2], -1)
    (2, 2)
    """
    runs = groupby(gains, key=lambda gain: gain * sign > 0)
    return max((len(list(run)) for is_such, run in runs if is_such), default=0)


def best(sessions: Sequence[SessionOfPlayer]) -> SessionOfPlayer:
    """Returns the session that brought most; of equal ones the latest."""
    return max(sessions, key=lambda session: (session.money, session.played_on))


def worst(sessions: Sequence[SessionOfPlayer]) -> SessionOfPlayer:
    return min(sessions, key=lambda session: (session.money, -session.played_on.toordinal()))


def running(*players: Sequence[SessionOfPlayer]) -> tuple[list[date], list[list[int]]]:
    """Returns the days of all sessions that any of them played, oldest first, and each player's
    total after each."""
    gains = [{session.key: session.money for session in sessions} for sessions in players]
    days = {session.key: session.played_on for sessions in players for session in sessions}
    order = sorted(days, key=lambda key: (days[key], key))
    totals = [list(accumulate(own.get(key, 0) for key in order)) for own in gains]
    return [days[key] for key in order], totals


def meetings(
    first: Iterable[SessionOfPlayer], second: Iterable[SessionOfPlayer]
) -> tuple[int, int, int, int]:
    """Counts the sessions with both players, and in how many the first, the second and neither was
    ahead: who won more money, or else more hands."""
    theirs = {session.key: session for session in second}
    met = [(own, theirs[own.key]) for own in first if own.key in theirs]
    before = sum(_merit(own) > _merit(other) for own, other in met)
    behind = sum(_merit(own) < _merit(other) for own, other in met)
    return len(met), before, behind, len(met) - before - behind


def _merit(session: SessionOfPlayer) -> tuple[int, int]:
    return session.money, session.won


# Winning streaks -------------------------------------------------------------------------------


NOT_ENDED_EARLY: Final = Q(game__stopped=False) | Q(
    game__agreed__open_ended=True, game__ends_after=None, game__until=None
)
"""As ``Game.ended_early`` has it."""


@dataclass(frozen=True, slots=True)
class GamesInARow:
    """``games``: those not ended early; ``longest``: the player's longest run of wins."""

    games: int = 0
    longest: int = 0


def games_in_a_row(player: Player) -> GamesInARow:
    """Counts over games that somebody won. One query."""
    played = results_of(player).filter(hands__gt=0)
    ended = played.filter(NOT_ENDED_EARLY, game__closed_at__isnull=False)
    rows = ended.order_by("played_on", "session_id", "game_id").values_list("took", flat=True)
    took = list(rows)
    return GamesInARow(len(took) if any(took) else 0, longest(took, 1))


def leads(player: Player) -> dict[int, int]:
    """Returns by session (its id) how many more hands than anyone else the player won; below 0:
    fewer. One query."""
    own = results_of(player).filter(hands__gt=0)
    results = with_people(GameResult.objects.filter(session__in=own.values("session"))).order_by()
    rows = results.values_list("session_id", *WHOSE).annotate(won=Sum("wins"))
    sessions: dict[int, dict[int, int]] = defaultdict(dict)
    for session, person, _name, won in rows:
        sessions[session][person] = won
    return {
        session: won[player.pk]
        - max((w for person, w in won.items() if person != player.pk), default=0)
        for session, won in sessions.items()
    }
