"""The only writer of seasons and their summaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from scorekeeper.clubs.models import Club, Session
from scorekeeper.serving.rows import insert, made
from scorekeeper.standings.models import GameResult, Season


def keep_results(
    *,
    session: Session,
    game: int,
    variant: str,
    players: Sequence[int],
    balances: Sequence[int],
    tally: Mapping[str, Sequence[int]],
) -> None:
    """Write what this game (its id) has brought each player so far; by person index, minor
    units."""
    insert(
        [
            made(
                GameResult,
                club_id=session.club_id,
                session_id=session.pk,
                game_id=game,
                player_id=player,
                variant=variant,
                played_on=session.played_on,
                net=balances[person],
                hands=tally["hands"][person],
                wins=tally["wins"][person],
            )
            for person, player in enumerate(players)
        ],
        replace=("net", "hands", "wins"),
    )


def drop_result(*, game: int, player: int) -> None:
    """Forget a player who did not take part in this game after all; both by id."""
    GameResult.objects.filter(game_id=game, player_id=player).delete()


def drop_results(*, game: int) -> None:
    """Forget a game (its id) that does not count after all."""
    GameResult.objects.filter(game_id=game).delete()


def create_season(
    *,
    club: Club,
    name: str,
    starts: date,
    ends: date | None,
    rules: Mapping[str, Any] | None = None,
) -> Season:
    """A season of the club; the one of this name, if it is there already. ``rules``: as
    ``SeasonRules.dump`` tells them; None: as usual."""
    season, _created = Season.objects.get_or_create(
        club=club, name=name, defaults={"starts": starts, "ends": ends, "rules": rules or {}}
    )
    return season


def change_season(
    *, season: Season, name: str, starts: date, ends: date | None, rules: Mapping[str, Any]
) -> None:
    """Another name, other days, another method; what was played stays what it was."""
    told = {"name": name, "starts": starts, "ends": ends, "rules": rules}
    Season.objects.filter(pk=season.pk).update(**told)


def all_time(club: Club) -> Season:
    """What a sheet of all nights is of. The same again gives the same."""
    return Season.objects.get_or_create(club=club, name="", defaults={"starts": None})[0]
