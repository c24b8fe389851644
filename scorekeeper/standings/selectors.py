"""Season tables and running totals, read from the summaries alone: never from payments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.clubs.faces import FaceSign, sign_of
from scorekeeper.clubs.models import Club, Session
from scorekeeper.clubs.persons import PERSON
from scorekeeper.standings.models import GameResult, Season
from scorekeeper.standings.ranking.course import SeasonFigure, running
from scorekeeper.standings.ranking.facts import GameFacts, nights_of
from scorekeeper.standings.ranking.method import Method
from scorekeeper.standings.ranking.table import Placing, Standings, stand
from scorekeeper.standings.rules import USUAL, SeasonRules, only, read

FACTS = (
    *("session_id", "played_on", "game_id", "player_id", "net", "hands", "wins"),
    *("points", "lowest", "game_points", "took", "full", "outcomes"),
)
"""In the order of ``GameFacts``, whose player is the person: ``facts``."""
OWNER = FACTS.index("player_id")
FACTS_OF_PERSON = (*FACTS[:OWNER], "person", *FACTS[OWNER + 1 :])
WHOSE = ("person", "whose")
"""The person's id and name."""


@dataclass(frozen=True, slots=True)
class Called:
    """How a person is told apart."""

    name: str
    face: str


@dataclass(frozen=True, slots=True)
class Rank:
    """A player's season. Money in minor units."""

    name: str
    placing: Placing
    face: str = ""
    """As the player keeps it (``clubs.faces``)."""

    @property
    def sign(self) -> FaceSign | None:
        return sign_of(self.face)

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
    def hands(self) -> int | None:
        """None: none is known, as of nights from an earlier book."""
        return self.placing.hands or None

    @property
    def wins(self) -> int | None:
        """None where no hand is known."""
        return self.placing.wins if self.placing.hands else None

    @property
    def best(self) -> int:
        """The net of the best night."""
        return self.placing.best

    @property
    def moved_money(self) -> bool:
        """All that was won may be lost by now; of all who had any, somebody won in some night,
        or it still lies in a pot."""
        return bool(self.net or self.best)

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
        return any(rank.moved_money for rank in self.ranks)

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
    parts, names = gathered(results(club, season, rules))
    nights = nights_of(parts)
    return named(rules, stand(nights, rules.method_for(nights)), names)


def gathered(found: QuerySet[GameResult]) -> tuple[list[GameFacts], dict[int, Called]]:
    """What each game brought each person, and how these are called, by id."""
    rows = list(found.values_list(*FACTS_OF_PERSON, "whose", "face"))
    called = {row[OWNER]: Called(*row[-2:]) for row in rows}
    return [GameFacts(*row[:-2]) for row in rows], called


def named(rules: SeasonRules, told: Standings, names: Mapping[int, Called]) -> SeasonTable:
    called = ((names[placing.player], placing) for placing in told.rows)
    ranks = (Rank(of.name, placing, of.face) for of, placing in called)
    return SeasonTable(rules, told, tuple(sorted(ranks, key=_by_place)))


def _by_place(rank: Rank) -> tuple[bool, int, str]:
    """Who shares a place stands by name; who has none, as was found."""
    return rank.place is None, rank.place or 0, rank.name.casefold() if rank.place else ""


def rules_of(season: Season | None) -> SeasonRules:
    return read(season.rules) if season else USUAL


def results(club: Club, season: Season | None, rules: SeasonRules) -> QuerySet[GameResult]:
    """What its games brought, the oldest first, each with whose it is (``WHOSE``)."""
    days = season.days if season else Q()
    found = with_people(GameResult.objects.filter(days, rules.counted, club=club))
    return found.order_by("played_on", "session_id", "game_id", "player_id")


def with_people(found: QuerySet[GameResult]) -> QuerySet[GameResult]:
    """Names that are one person's are told as that one."""
    name = Coalesce("player__person__name", "player__name")
    face = Coalesce("player__person__face", "player__face")
    return found.annotate(person=PERSON, whose=name, face=face)


def facts(values: Sequence[Any], person: int) -> GameFacts:
    """``values``: in the order of ``FACTS``."""
    told = [*values]
    told[OWNER] = person
    return GameFacts(*told)


def season_table(
    club: Club, season: Season | None = None, variant: str | None = None
) -> list[Rank]:
    """The ranks of a season, or of one game in it. One query."""
    rules = rules_of(season)
    return list(ranked(club, season, only(variant, rules) if variant else rules).ranks)


def season_lines(told: SeasonTable, *, most: int = 40, lines: int | None = None) -> Courses:
    """What the table showed of everybody after each night, or of the first ``lines`` of it.

    A long season is thinned out to ``most`` nights; the last is always there.
    """
    nights = told.standings.nights
    kept = thinned(len(nights), most)
    of = [rank for rank in told.ranks if rank.placing.figure is not None][:lines]
    figures = running(told.standings, kept, {rank.player_id for rank in of})
    return Courses(
        tuple(nights[index].on for index in kept),
        tuple(Course(rank.player_id, rank.name, figures[rank.player_id]) for rank in of),
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


def overlapping(
    club: Club, *, starts: date, ends: date | None, rules: SeasonRules, but: Collection[int] = ()
) -> Season | None:
    """One that counts the same games on some of these days: a night counts in one of them. ``but``:
    others than these, by id."""
    running = seasons(club).filter(Q(ends__isnull=True) | Q(ends__gte=starts)).exclude(pk__in=but)
    if ends:
        running = running.filter(starts__lte=ends)
    return next((other for other in running if read(other.rules).games == rules.games), None)


def season_on(listed: Sequence[Season], day: date) -> Season | None:
    """The season this day falls in: the one that began last."""
    inside = [
        (s.starts, s.pk, s)
        for s in listed
        if s.starts and s.starts <= day and (s.ends is None or day <= s.ends)
    ]
    return max(inside)[2] if inside else None


def mark(club: Club, listed: Iterable[Season]) -> str:
    """Changes with whatever any night shows, also one that is closed, and with other days or rules
    of a season; ``listed``: all of the club. Versions only go up, and nights stay."""
    nights = Session.every.filter(club=club).aggregate(versions=Sum("version"), many=Count("pk"))
    changed = sum(season.version for season in listed)
    return f"{nights['versions'] or 0}-{nights['many']}-{changed}"
