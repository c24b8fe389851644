"""The only writer of seasons and their summaries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import F, Sum

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Session
from scorekeeper.engine.facts import Fact
from scorekeeper.serving.rows import insert, made
from scorekeeper.standings.models import BookLine, GameResult, Season
from scorekeeper.standings.ranking.measures import NightBy
from scorekeeper.standings.rules import read
from scorekeeper.standings.selectors import overlapping


@dataclass(frozen=True, slots=True)
class GameBrought:
    """What a game has brought a player (by id) so far; money in minor units."""

    player: int
    net: int
    hands: int
    wins: int
    points: float | None
    """The total of his seat; None where no score is kept."""
    took: bool
    """He won the game, which came to its own end."""
    facts: Mapping[str, float | None]
    """By every ``Fact``; None where it was not recorded."""
    feats: Mapping[str, Sequence[int]] | None
    """As ``GameResult`` has them, and these."""
    counts: Mapping[str, int] | None
    outcomes: str | None


def results(
    *,
    session: Session,
    game: int,
    variant: str,
    preset: str,
    lowest: bool,
    game_points: bool,
    brought: Sequence[GameBrought],
) -> list[GameResult]:
    """What this game (its id) has brought so far, as rows not yet written; ``lowest``: the lowest
    total is ahead, ``game_points``: these are what it is played for."""
    return [
        made(
            GameResult,
            club_id=session.club_id,
            session_id=session.pk,
            game_id=game,
            player_id=each.player,
            variant=variant,
            preset=preset,
            played_on=session.played_on,
            net=each.net,
            hands=each.hands,
            wins=each.wins,
            points=each.points,
            lowest=lowest,
            game_points=each.points if game_points else None,
            took=each.took,
            feats=each.feats,
            counts=each.counts,
            outcomes=each.outcomes,
            **each.facts,
        )
        for each in brought
    ]


def keep_results(rows: Sequence[GameResult]) -> None:
    """Write them, in the place of those that are there."""
    told = (
        "net",
        "hands",
        "wins",
        "preset",
        "points",
        "lowest",
        "game_points",
        "took",
        "feats",
        "counts",
        "outcomes",
    )
    insert(rows, replace=(*told, *Fact))


def drop_result(*, game: int, player: int) -> None:
    """Forget a player who did not take part in this game after all; both by id."""
    GameResult.objects.filter(game_id=game, player_id=player).delete()


def drop_results(*, game: int) -> None:
    """Forget a game (its id) that does not count after all."""
    GameResult.objects.filter(game_id=game).delete()


def drop_results_of(*, games: Sequence[int]) -> None:
    """The same of several."""
    GameResult.objects.filter(game_id__in=games).delete()


# From an earlier book -------------------------------------------------------------------------


def by_book(lines: Iterable[BookLine]) -> list[GameResult]:
    """What these lines (with their nights) brought, as rows not yet written: no hands, no games."""
    return [
        made(
            GameResult,
            club_id=line.session.club_id,
            session_id=line.session_id,
            game_id=None,
            player_id=line.player_id,
            variant=line.variant,
            played_on=line.session.played_on,
            net=line.amount or 0,
            points=line.points,
            lowest=line.lowest,
        )
        for line in lines
    ]


def write_book(lines: Sequence[BookLine]) -> None:
    """What an earlier book says, and what the seasons make of it; the nights are closed."""
    insert(lines)
    insert(by_book(lines))


def forget_book(nights: Collection[int]) -> None:
    """It does not count after all; what the book says stays written down. By their ids."""
    GameResult.objects.filter(session__in=nights, game=None).delete()


def put_book_right(night: Session) -> bool:
    """Write anew what the lines of a night give; True if that was not there. The night is held."""
    lines = BookLine.objects.filter(session=night, session__removed_at=None)
    right = by_book(lines.select_related("session").order_by("player"))
    found = GameResult.objects.filter(session=night, game=None).order_by("player")
    told = ("player_id", "variant", "played_on", "net", "points", "lowest")
    if [_said(row, told) for row in found] == [_said(row, told) for row in right]:
        return False
    found.delete()
    insert(right)
    locks.touch(night)
    return True


def _said(row: GameResult, told: Iterable[str]) -> list[Any]:
    return [getattr(row, column) for column in told]


class OverlapsError(Exception):
    """Another ``season`` counts the same games on some of the days."""

    def __init__(self, season: Season) -> None:
        super().__init__("overlaps")
        self.season = season


# Seasons --------------------------------------------------------------------------------------


@transaction.atomic
def create_season(
    *,
    club: Club,
    name: str,
    starts: date,
    ends: date | None,
    rules: Mapping[str, Any] | None = None,
) -> Season:
    """A season of the club; the one of this name, if it is there already. ``rules``: as
    ``SeasonRules.dump`` tells them; None: as usual. Raises OverlapsError."""
    told = {"starts": starts, "ends": ends, "rules": rules or {}}
    _hold(club)
    if there := Season.objects.filter(club=club, name=name).first():
        return there
    _check_days(Season(club=club, **told))
    _nights_are_told(club, Season(club=club, **told))
    return Season.objects.create(club=club, name=name, **told)


@transaction.atomic
def change_season(
    *, season: Season, name: str, starts: date, ends: date | None, rules: Mapping[str, Any]
) -> None:
    """Another name, other days, another method; what was played stays what it was. Raises
    OverlapsError."""
    told = {"name": name, "starts": starts, "ends": ends, "rules": rules}
    _hold(season.club)
    held = Season.objects.get(pk=season.pk)
    if any(getattr(held, column) != value for column, value in told.items()):
        _check_days(Season(pk=held.pk, club=season.club, **told))
        version = version_of(held) + 1
        _nights_are_told(season.club, held, Season(club=season.club, **told))
        Season.objects.filter(pk=held.pk).update(**told, version=version)


def _check_days(season: Season) -> None:
    """What the form has looked at may be otherwise by now; the club is held. Raises
    OverlapsError."""
    assert season.starts
    days: Any = {"starts": season.starts, "ends": season.ends}
    but = [season.pk] if season.pk else []
    if other := overlapping(season.club, **days, rules=read(season.rules), but=but):
        raise OverlapsError(other)


def _hold(club: Club) -> None:
    """One at a time changes seasons, while no night moves on: which season a night lies in, and
    which versions its sheets may have, is decided by all of them."""
    locks.hold_nights(Session.objects.filter(club=club))
    locks.hold_club(club)


def _nights_are_told(club: Club, *changed: Season) -> None:
    """Closed nights name their winner by the season they lie in, on pages and sheets. All nights of
    the club are held."""
    known = (*changed, *Season.objects.filter(club=club))
    if len({read(season.rules).method.night for season in known} | {NightBy.AUTO}) == 1:
        return
    days = reduce(or_, (season.days for season in changed))
    nights = Session.objects.filter(days, club=club)
    locks.touch_held(nights.values_list("pk", flat=True))


def version_of(season: Season) -> int:
    """Goes up with whatever it shows: a hand, a name, another night, or one less, another rule."""
    nights = Session.every.filter(season.days, club=season.club_id)
    total = nights.aggregate(editions=Sum(F("version") - F("asides")))
    return season.version + int(total["editions"] or 0)


def all_time(club: Club) -> Season:
    """What a sheet of all nights is of. The same again gives the same."""
    return Season.objects.get_or_create(club=club, name="", defaults={"starts": None})[0]
