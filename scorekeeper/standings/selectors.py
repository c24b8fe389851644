"""Season tables and running totals, read from the summaries alone: never from payments."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.core.cache import caches
from django.db.models import Count, Max, Q, QuerySet, Sum

from scorekeeper.clubs.models import Club, Session
from scorekeeper.standings.models import GameResult, Season
from scorekeeper.standings.ranking.course import SeasonFigure, running
from scorekeeper.standings.ranking.facts import GameFacts, nights_of
from scorekeeper.standings.ranking.method import Method
from scorekeeper.standings.ranking.table import Placing, Standings, stand
from scorekeeper.standings.rules import USUAL, SeasonRules, only, read

KEPT_FOR = 600
"""Seconds that a table is kept which nobody looks at."""
FACTS = (
    *("session_id", "played_on", "game_id", "player_id", "net", "hands", "wins"),
    *("points", "lowest", "game_points", "took", "full"),
)
"""In the order of ``GameFacts``."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A player's season. Money in minor units."""

    name: str
    placing: Placing

    @property
    def place(self) -> int | None:
        """Equal results share a place, unless something separates them. None: too few nights for
        one, or nothing to go by."""
        return self.placing.place

    @property
    def player_id(self) -> int:
        return self.placing.player

    @property
    def net(self) -> int:
        return self.placing.net

    @property
    def nights(self) -> int:
        return self.placing.nights

    @property
    def hands(self) -> int:
        return self.placing.hands

    @property
    def wins(self) -> int:
        return self.placing.wins

    @property
    def best(self) -> int:
        """The net of the best night."""
        return self.placing.best

    @property
    def average(self) -> int:
        """Net per night, to the nearest minor unit."""
        return round(self.net / self.nights)


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """``ranks``: everybody who played, the first of them first."""

    rules: SeasonRules
    standings: Standings
    ranks: tuple[Rank, ...]

    @property
    def method(self) -> Method:
        return self.standings.method

    @property
    def moves_money(self) -> bool:
        return any(rank.net for rank in self.ranks)

    @property
    def without_nights(self) -> SeasonTable:
        """What the page of the table shows, which is little however many nights there were."""
        ranks = tuple(
            replace(r, placing=replace(r.placing, shares=(), ratings=r.placing.ratings[-1:]))
            for r in self.ranks
        )
        rows = tuple(rank.placing for rank in ranks)
        return SeasonTable(self.rules, replace(self.standings, nights=(), rows=rows), ranks)


@dataclass(frozen=True, slots=True)
class Course:
    """A player's figure after each night of ``Courses.nights``, as the season counts."""

    player_id: int
    name: str
    figures: tuple[SeasonFigure, ...]


@dataclass(frozen=True, slots=True)
class Courses:
    nights: tuple[date, ...]
    lines: tuple[Course, ...]
    """Of those who have a figure."""


def ranked(
    club: Club,
    season: Season | None = None,
    rules: SeasonRules | None = None,
) -> SeasonTable:
    """The table of a season (None: of all time) by its own rules, or by these. One query.

    A night counts for whoever played a hand in it, or paid.
    """
    rules = rules or rules_of(season)
    rows = list(results(club, season, rules).values_list(*FACTS, "player__name"))
    names = {row[3]: row[-1] for row in rows}
    nights = nights_of(GameFacts(*row[:-1]) for row in rows)
    told = stand(nights, rules.method_for(nights))
    ranks = (Rank(names[placing.player], placing) for placing in told.rows)
    return SeasonTable(rules, told, tuple(sorted(ranks, key=_by_place)))


def ranked_as_kept(
    club: Club, season: Season | None, rules: SeasonRules
) -> tuple[SeasonTable, Courses]:
    """The table without its nights, and its lines: worked out once for as long as nothing of these
    nights changes. A table of 800 nights takes 100 ms; to know that it stands, one query."""
    days = season.days if season else Q()
    nights = Session.objects.filter(days, club=club)
    state = nights.aggregate(versions=Sum("version"), last=Max("pk"), many=Count("pk"))
    asked = json.dumps([rules.dump(), rules.usual, *state.values()], sort_keys=True)
    digest = hashlib.sha256(asked.encode()).hexdigest()
    key = f"season/lines/{club.code}/{season.pk if season else 'all'}/{digest}"
    found: tuple[SeasonTable, Courses] | None = caches["large"].get(key)
    if found is None:
        table = ranked(club, season, rules)
        found = table.without_nights, season_lines(table)
        caches["large"].set(key, found, KEPT_FOR)
    return found


def _by_place(rank: Rank) -> tuple[bool, int, str]:
    """Who shares a place stands by name; who has none, as was found."""
    return rank.place is None, rank.place or 0, rank.name.casefold() if rank.place else ""


def rules_of(season: Season | None) -> SeasonRules:
    return read(season.rules) if season else USUAL


def results(club: Club, season: Season | None, rules: SeasonRules) -> QuerySet[GameResult]:
    """What its games brought, the oldest first."""
    days = season.days if season else Q()
    found = GameResult.objects.filter(days, rules.counted, club=club)
    return found.order_by("played_on", "session_id", "game_id", "player_id")


def season_table(
    club: Club, season: Season | None = None, variant: str | None = None
) -> list[Rank]:
    """The ranks of a season, or of one game in it. One query."""
    rules = rules_of(season)
    return list(ranked(club, season, only(variant, rules) if variant else rules).ranks)


def season_lines(told: SeasonTable, *, most: int = 40) -> Courses:
    """What the table showed of everybody after each night.

    A long season is thinned out to ``most`` nights; the last is always there.
    """
    nights = told.standings.nights
    kept = thinned(len(nights), most)
    figures = running(told.standings, kept)
    return Courses(
        tuple(nights[index].on for index in kept),
        tuple(
            Course(rank.player_id, rank.name, figures[rank.player_id])
            for rank in told.ranks
            if rank.placing.figure is not None
        ),
    )


def thinned(count: int, most: int) -> list[int]:
    """At most ``most`` of the indices below ``count``, evenly spaced, with the last."""
    if count <= most:
        return list(range(count))
    return [(step * count) // most - 1 for step in range(1, most + 1)]


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
