"""What there is of one player in the club: his games, and his nights with what each brought. Read
from the summaries alone, like a season's table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import date
from operator import add
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Player
from scorekeeper.engine.facts import Fact
from scorekeeper.standings.models import GameResult, Season

TOLD = {f"told_{fact}": Sum(str(fact)) for fact in Fact} | {
    "can_drop": Sum("reported", filter=Q(first_drop__isnull=False)),
    "can_show": Sum("reported", filter=Q(wrong_show__isnull=False)),
    "can_be_full": Sum("caught", filter=Q(full__isnull=False)),
    "timed": Sum("wins", filter=Q(first_turn__isnull=False)),
    "shuffled": Sum("hands", filter=Q(dealt__isnull=False)),
    "shuffled_won": Sum("wins", filter=Q(dealt__isnull=False)),
}
"""In the order of ``CardFacts``; null where nothing was recorded."""
SUMS = {"won": Sum("wins"), "played": Sum("hands"), "money": Sum("net")}
COUNTS = Q(played__gt=0) | ~Q(money=0)
"""As in a season's table: whoever played a hand, or paid."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What hands said of the player, each added up over those in which it was recorded."""

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
    can_drop: int = 0
    """Hands in which a drop would have been recorded."""
    can_show: int = 0
    """And a wrong show."""
    can_be_full: int = 0
    """Counts of which it was recorded whether they were full."""
    timed: int = 0
    """Wins of which it was recorded whether everybody had had a turn."""
    shuffled: int = 0
    """Hands of which it was recorded who dealt, and of them those won."""
    shuffled_won: int = 0

    @property
    def drops(self) -> int:
        return self.first_drop + self.middle_drop

    def __add__(self, other: CardFacts) -> CardFacts:
        return CardFacts(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class GameOfPlayer:
    """What a game, or all of them, brought the player. Money in minor units."""

    variant: str
    won: int
    played: int
    """Hands."""
    money: int
    facts: CardFacts = CardFacts()


@dataclass(frozen=True, slots=True)
class NightOfPlayer:
    """The same for a night; ``key``: its id."""

    key: int
    played_on: date
    won: int
    played: int
    money: int


def games_of(player: Player) -> list[GameOfPlayer]:
    """By game, the most played first. One query."""
    rows = _results(player).values_list("variant").annotate(**SUMS, **TOLD).filter(COUNTS)
    return sorted(map(_read_game, rows), key=lambda game: (-game.played, game.variant))


def _read_game(row: Sequence[Any]) -> GameOfPlayer:
    variant, won, played, money, *told = row
    return GameOfPlayer(variant, won, played, money, CardFacts(*(number or 0 for number in told)))


def nights_of(player: Player) -> list[NightOfPlayer]:
    """All of them, newest first. One query."""
    rows = _results(player).values_list("session_id", "played_on").annotate(**SUMS)
    found = rows.filter(COUNTS).order_by("-played_on", "-session_id")
    return [NightOfPlayer(*row) for row in found]


def seasons_of(player: Player) -> QuerySet[Season]:
    """Those the player has a result in, the newest first. One query."""
    played = _results(player).filter(Q(hands__gt=0) | ~Q(net=0), played_on__gte=OuterRef("starts"))
    until = Coalesce(OuterRef("ends"), F("played_on"))
    seasons = Season.objects.filter(Exists(played.filter(played_on__lte=until)))
    return seasons.filter(club=player.club_id).order_by("-starts", "name")


def _results(player: Player) -> QuerySet[GameResult]:
    return GameResult.objects.filter(player=player, club_id=player.club_id).order_by()
