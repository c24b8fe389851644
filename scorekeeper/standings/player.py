"""What there is of one player in the club: his games, and his nights with what each brought. Read
from the summaries alone, like a season's table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Player
from scorekeeper.standings.models import GameResult, Season

SUMS = {"won": Sum("wins"), "played": Sum("hands"), "money": Sum("net")}
COUNTS = Q(played__gt=0) | ~Q(money=0)
"""As in a season's table: whoever played a hand, or paid."""


@dataclass(frozen=True, slots=True)
class GameOfPlayer:
    """What a game, or all of them, brought the player. Money in minor units."""

    variant: str
    won: int
    played: int
    """Hands."""
    money: int


@dataclass(frozen=True, slots=True)
class NightOfPlayer:
    """The same for a night."""

    code: str
    name: str
    played_on: date
    won: int
    played: int
    money: int


def games_of(player: Player) -> list[GameOfPlayer]:
    """By game, the most played first. One query."""
    rows = _results(player).values_list("variant").annotate(**SUMS).filter(COUNTS)
    return sorted(
        (GameOfPlayer(*row) for row in rows), key=lambda game: (-game.played, game.variant)
    )


def nights_of(player: Player) -> QuerySet[GameResult, Any]:
    """Newest first, as keywords of ``NightOfPlayer``."""
    named = {"code": F("session__code"), "name": F("session__name")}
    rows = _results(player).values("session_id", "played_on", **named).annotate(**SUMS)
    return rows.filter(COUNTS).order_by("-played_on", "-session_id")


def read_night(row: dict[str, Any]) -> NightOfPlayer:
    told = {name: value for name, value in row.items() if name != "session_id"}
    return NightOfPlayer(**told)


def seasons_of(player: Player) -> QuerySet[Season]:
    """Those the player has a result in, the newest first. One query."""
    played = _results(player).filter(Q(hands__gt=0) | ~Q(net=0), played_on__gte=OuterRef("starts"))
    until = Coalesce(OuterRef("ends"), F("played_on"))
    seasons = Season.objects.filter(Exists(played.filter(played_on__lte=until)))
    return seasons.filter(club=player.club_id).order_by("-starts", "name")


def _results(player: Player) -> QuerySet[GameResult]:
    return GameResult.objects.filter(player=player, club_id=player.club_id).order_by()
