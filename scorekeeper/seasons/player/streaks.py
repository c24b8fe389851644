"""A player's winning streaks, with or without money."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, Sum

from scorekeeper.clubs.models import Player
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.player.selectors import results_of
from scorekeeper.seasons.player.sessions import longest
from scorekeeper.seasons.selectors import WHOSE, with_people

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
