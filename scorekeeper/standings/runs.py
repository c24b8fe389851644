"""What a player won one after another, whether or not money was played for."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Sum

from scorekeeper.clubs.models import Player
from scorekeeper.standings.models import GameResult
from scorekeeper.standings.player import results_of
from scorekeeper.standings.selectors import WHOSE, with_people


@dataclass(frozen=True, slots=True)
class GamesInARow:
    """``games``: that came to an end of their own; ``longest``: how many running he won."""

    games: int = 0
    longest: int = 0


def games_in_a_row(player: Player) -> GamesInARow:
    """Of the games somebody won. One query."""
    played = results_of(player).filter(hands__gt=0)
    ended = played.filter(game__closed_at__isnull=False, game__stopped=False)
    rows = ended.order_by("played_on", "session_id", "game_id").values_list("took", flat=True)
    took = list(rows)
    runs = (len(list(run)) for won, run in groupby(took) if won)
    return GamesInARow(len(took) if any(took) else 0, max(runs, default=0))


def leads(player: Player) -> dict[int, int]:
    """By night (its id), how many hands more than anybody else he won; below 0: fewer. One
    query."""
    own = results_of(player).filter(hands__gt=0)
    there = with_people(GameResult.objects.filter(session__in=own.values("session"))).order_by()
    rows = there.values_list("session_id", *WHOSE).annotate(won=Sum("wins"))
    nights: dict[int, dict[int, int]] = defaultdict(dict)
    for night, who, _name, won in rows:
        nights[night][who] = won
    return {
        night: won[player.pk] - max((w for who, w in won.items() if who != player.pk), default=0)
        for night, won in nights.items()
    }
