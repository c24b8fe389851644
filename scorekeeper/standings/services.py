"""The only writer of season summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.play.models import Game, Session
from scorekeeper.standings.models import GameResult


def keep_results(
    *,
    game: Game,
    session: Session,
    players: Sequence[int],
    balances: Sequence[int],
    tally: Mapping[str, Sequence[int]],
) -> None:
    """Write what this game has brought each player so far; by person index, minor units."""
    GameResult.objects.bulk_create(
        [
            GameResult(
                club_id=session.club_id,
                session_id=session.pk,
                game=game,
                player_id=player,
                variant=game.variant,
                played_on=session.played_on,
                net=balances[person],
                hands=tally["hands"][person],
                wins=tally["wins"][person],
            )
            for person, player in enumerate(players)
        ],
        update_conflicts=True,
        unique_fields=["game", "player"],
        update_fields=["net", "hands", "wins"],
    )
