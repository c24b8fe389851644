"""Season tables and running totals, read from the summaries alone: never from payments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection
from django.db.models import Max, QuerySet, Sum

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.standings.models import GameResult, Season

RESULTS, PLAYERS = GameResult._meta.db_table, Player._meta.db_table

TABLE = f"""
    SELECT night.player_id, player.name, SUM(night.net), COUNT(*), SUM(night.hands),
           SUM(night.wins), MAX(night.net)
    FROM (
        SELECT player_id, session_id, SUM(net) AS net, SUM(hands) AS hands, SUM(wins) AS wins
        FROM {RESULTS}
        WHERE {{conditions}}
        GROUP BY player_id, session_id
        HAVING SUM(hands) > 0 OR SUM(net) <> 0
    ) night
    JOIN {PLAYERS} player ON player.id = night.player_id
    GROUP BY night.player_id, player.name
"""

NIGHTS = f"""
    SELECT session_id, played_on, player_id, SUM(net)
    FROM {RESULTS}
    WHERE {{conditions}}
    GROUP BY session_id, played_on, player_id
    HAVING SUM(hands) > 0 OR SUM(net) <> 0
    ORDER BY played_on, session_id
"""


@dataclass(frozen=True, slots=True)
class Rank:
    """A player's season. Money in minor units."""

    place: int
    """Equal results share a place."""
    player_id: int
    name: str
    net: int
    nights: int
    hands: int
    wins: int
    best: int
    """The net of the best night."""

    @property
    def average(self) -> int:
        """Net per night, to the nearest minor unit."""
        return round(self.net / self.nights)


@dataclass(frozen=True, slots=True)
class Course:
    """A player's running total after each night of ``Courses.nights``, minor units."""

    player_id: int
    name: str
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Courses:
    nights: tuple[date, ...]
    lines: tuple[Course, ...]


def _conditions(club: Club, season: Season | None, variant: str | None) -> tuple[str, list[Any]]:
    told: list[tuple[str, Any]] = [("club_id = %s", club.pk)]
    if season and season.starts:
        told.append(("played_on >= %s", season.starts))
    if season and season.ends:
        told.append(("played_on <= %s", season.ends))
    if variant:
        told.append(("variant = %s", variant))
    return " AND ".join(text for text, _ in told), [value for _, value in told]


def _rows(sql: str, club: Club, season: Season | None, variant: str | None) -> list[Any]:
    conditions, values = _conditions(club, season, variant)
    with connection.cursor() as cursor:
        cursor.execute(sql.format(conditions=conditions), values)
        return list(cursor.fetchall())


def season_table(
    club: Club, season: Season | None = None, variant: str | None = None
) -> list[Rank]:
    """The players by net; where no money moved, by hands won. One query.

    ``season`` None: all time. A night counts for whoever played a hand in it, or paid.
    """
    rows = [(pk, name, *map(int, told)) for pk, name, *told in _rows(TABLE, club, season, variant)]
    money = any(row[2] for row in rows)
    merit = {row[0]: row[2] if money else row[5] for row in rows}
    rows.sort(key=lambda row: (-merit[row[0]], row[1].casefold()))
    ahead = sorted(merit.values(), reverse=True)
    places = {value: place for place, value in reversed(list(enumerate(ahead, 1)))}
    return [
        Rank(places[merit[pk]], pk, name, net, nights, hands, wins, best)
        for pk, name, net, nights, hands, wins, best in rows
    ]


def season_lines(
    club: Club,
    season: Season | None = None,
    variant: str | None = None,
    *,
    ranks: Sequence[Rank] | None = None,
    most: int = 40,
) -> Courses:
    """Running totals by night of the players in ``ranks`` (all of them, if None).

    A long season is thinned out to ``most`` nights; the last is always there.
    One query, and one for the names when ``ranks`` is not given.
    """
    rows = _rows(NIGHTS, club, season, variant)
    if ranks is None:
        ranks = season_table(club, season, variant)
    nights = {session: on for session, on, _player, _net in rows}
    place = {session: index for index, session in enumerate(nights)}
    kept = _thinned(len(nights), most)
    gained: dict[int, list[int]] = defaultdict(lambda: [0] * len(nights))
    for session, _on, player, net in rows:
        gained[player][place[session]] += int(net)
    dates = list(nights.values())
    return Courses(
        tuple(dates[index] for index in kept),
        tuple(Course(r.player_id, r.name, _totals(gained[r.player_id], kept)) for r in ranks),
    )


def _thinned(count: int, most: int) -> list[int]:
    """At most ``most`` of the indices below ``count``, evenly spaced, with the last."""
    if count <= most:
        return list(range(count))
    return [(step * count) // most - 1 for step in range(1, most + 1)]


def _totals(gained: Sequence[int], kept: Sequence[int]) -> tuple[int, ...]:
    totals, running, start = [], 0, 0
    for index in kept:
        running += sum(gained[start : index + 1])
        start = index + 1
        totals.append(running)
    return tuple(totals)


def variants_played(club: Club) -> list[str]:
    """Keys of the games this club has results of."""
    played = GameResult.objects.filter(club=club).order_by().values_list("variant", flat=True)
    return sorted(played.distinct())


def seasons(club: Club) -> QuerySet[Season]:
    """Those that hosts began, the newest first."""
    return Season.objects.filter(club=club, starts__isnull=False).order_by("-starts", "name")


def season_on(listed: Sequence[Season], day: date) -> Season | None:
    """The season this day falls in: the one that began last."""
    inside = [
        (s.starts, s.pk, s)
        for s in listed
        if s.starts and s.starts <= day and (s.ends is None or day <= s.ends)
    ]
    return max(inside)[2] if inside else None


def mark(club: Club) -> str:
    """Changes with every hand of a night that is on, and when one begins or ends."""
    on = Session.objects.filter(club=club, closed_at__isnull=True)
    told = on.aggregate(versions=Sum("version"), last=Max("pk"))
    return f"{told['versions'] or 0}-{told['last'] or 0}"
