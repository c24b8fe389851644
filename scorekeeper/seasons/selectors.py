"""Season standings, running totals and the winner of a session, read from stored results only:
never from payments."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Club, Session
from scorekeeper.clubs.players.faces import FaceSign, parse_face
from scorekeeper.clubs.players.persons import PERSON
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import (
    GameFacts,
    Measure,
    decided_by,
    decided_without_money,
    leaders,
    sessions_of,
)
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.ranking.table import (
    Placing,
    Ranking,
    SeasonFigure,
    figures_over_time,
    rank_players,
)
from scorekeeper.seasons.rules import USUAL, SeasonRules, parse_rules

FACTS = (
    *("session_id", "played_on", "game_id", "player_id", "net", "hands", "wins"),
    *("points", "lowest", "game_points", "took", "full", "outcomes"),
)
"""In the order of ``GameFacts``; ``game_facts`` replaces the player's id by the person's."""
OWNER = FACTS.index("player_id")
FACTS_OF_PERSON = (*FACTS[:OWNER], "person", *FACTS[OWNER + 1 :])
WHOSE = ("person", "whose")
"""The person's id and name."""


@dataclass(frozen=True, slots=True)
class Rank:
    """One player's row of the standings. Money in minor units."""

    placing: Placing
    name: str
    face: str
    """The face that the player chose (``clubs.players.persons``)."""

    @property
    def sign(self) -> FaceSign | None:
        return parse_face(self.face)

    @property
    def place(self) -> int | None:
        """Equal results share a place unless a tie rule separates them. None: too few sessions, or
        no figure."""
        return self.placing.place

    @property
    def player_id(self) -> int:
        return self.placing.player

    @property
    def net(self) -> int:
        return self.placing.net

    @property
    def sessions(self) -> int:
        return self.placing.sessions

    @property
    def hands(self) -> int | None:
        """None: no hands known, as for imported sessions."""
        return self.placing.hands or None

    @property
    def wins(self) -> int | None:
        """None where no hands are known."""
        return self.placing.wins if self.placing.hands else None

    @property
    def best(self) -> int:
        """The net of the best session."""
        return self.placing.best

    @property
    def moved_money(self) -> bool:
        """Whether the player won or lost any money: a net of 0 with a best session of 0 means
        none."""
        return bool(self.net or self.best)

    @property
    def average(self) -> int:
        """Net per session, rounded to the minor unit."""
        return round(self.net / self.sessions)


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """``ranks``: everyone who played, best first."""

    rules: SeasonRules
    ranking: Ranking
    ranks: tuple[Rank, ...]

    @property
    def method(self) -> Method:
        return self.ranking.method

    @property
    def moves_money(self) -> bool:
        return any(rank.moved_money for rank in self.ranks)

    @property
    def without_sessions(self) -> "SeasonTable":
        """The table without its sessions: as much as its page shows, however many there were."""
        ranks = tuple(
            replace(r, placing=replace(r.placing, shares=(), ratings=r.placing.ratings[-1:]))
            for r in self.ranks
        )
        rows = tuple(rank.placing for rank in ranks)
        return SeasonTable(self.rules, replace(self.ranking, sessions=(), rows=rows), ranks)


@dataclass(frozen=True, slots=True)
class Course:
    """A player's figure after each session of ``Courses.sessions``."""

    player_id: int
    name: str
    figures: tuple[SeasonFigure, ...]


@dataclass(frozen=True, slots=True)
class Courses:
    sessions: tuple[date, ...]
    lines: tuple[Course, ...]
    """Only players who have a figure."""


def ranked(
    club: Club,
    season: Season | None = None,
    rules: SeasonRules | None = None,
) -> SeasonTable:
    """Returns the standings of a season (None: all time), by its own rules or by ``rules``. One
    query.

    A session counts for everyone who played a hand in it or paid."""
    rules = rules or rules_of(season)
    rows = list(results(club, season, rules).values_list(*FACTS_OF_PERSON, "whose", "face"))
    facts = [GameFacts._make(row[:-2]) for row in rows]
    sessions = sessions_of(facts if currencies.are_shown() else map(_readable, facts))
    ranking = rank_players(sessions, rules.method_for(sessions))
    labels = {row[OWNER]: row[-2:] for row in rows}
    ranks = (Rank(placing, *labels[placing.player]) for placing in ranking.rows)
    return SeasonTable(rules, ranking, tuple(sorted(ranks, key=_by_place)))


def _by_place(rank: Rank) -> tuple[bool, int, str]:
    """Sorts players with the same place by name; those without a place keep their order."""
    return rank.place is None, rank.place or 0, rank.name.casefold() if rank.place else ""


def rules_of(season: Season | None) -> SeasonRules:
    return parse_rules(season.rules) if season else USUAL


def results(club: Club, season: Season | None, rules: SeasonRules) -> QuerySet[GameResult]:
    """Results that count in the season, oldest first, each with its person (``WHOSE``)."""
    days = season.days if season else Q()
    counting = GameResult.objects.filter(days, rules.counted, club=club, session__in_seasons=True)
    counted = with_people(counting)
    return counted.order_by("played_on", "session_id", "game_id", "player_id")


def with_people(queryset: QuerySet[GameResult]) -> QuerySet[GameResult]:
    """Adds the person behind each player: merged players count as one."""
    name = Coalesce("player__person__name", "player__name")
    face = Coalesce("player__person__face", "player__face")
    return queryset.annotate(person=PERSON, whose=name, face=face)


def game_facts(values: Sequence[Any], person: int) -> GameFacts:
    """Builds facts from ``values``, which are in the order of ``FACTS``."""
    row = [*values]
    row[OWNER] = person
    return _readable(GameFacts(*row))


def readable_net(net: int) -> int:
    """Returns the net; 0 where no amount is shown, so that points and hands decide."""
    return net if currencies.are_shown() else 0


def _readable(facts: GameFacts) -> GameFacts:
    return facts if currencies.are_shown() else facts._replace(net=0)


MOST_DRAWN = 40
"""Sessions on a chart's line."""


def season_lines(
    table: SeasonTable, *, most: int = MOST_DRAWN, lines: int | None = None
) -> Courses:
    """Returns the figures after each session of everyone, or of the first ``lines`` players.

    A long season is thinned out to ``most`` sessions, and keeps the last.
    """
    sessions = table.ranking.sessions
    indices = thinned(len(sessions), most)
    ranks = [rank for rank in table.ranks if rank.placing.figure is not None][:lines]
    figures = figures_over_time(table.ranking, indices, {rank.player_id for rank in ranks})
    return Courses(
        tuple(sessions[index].on for index in indices),
        tuple(Course(rank.player_id, rank.name, figures[rank.player_id]) for rank in ranks),
    )


def thinned(count: int, most: int) -> list[int]:
    """Returns at most ``most`` indices below ``count``, evenly spaced, including the last."""
    if count <= most:
        return list(range(count))
    return [(step * count) // most - 1 for step in range(1, most + 1)]


def variants_played(club: Club) -> list[str]:
    """Keys of the games this group has results of."""
    played = GameResult.objects.filter(club=club).order_by().values_list("variant", flat=True)
    return sorted(played.distinct())


def seasons(club: Club) -> QuerySet[Season]:
    """The seasons hosts created, newest first."""
    return Season.objects.filter(club=club, starts__isnull=False).order_by("-starts", "name")


def overlapping(
    club: Club,
    *,
    starts: date,
    ends: date | None,
    rules: SeasonRules,
    excluded: Collection[int] = (),
) -> Season | None:
    """Returns a season that counts the same games on some of these days, since a session counts in
    only one. ``excluded``: ids to ignore."""
    running = (
        seasons(club).filter(Q(ends__isnull=True) | Q(ends__gte=starts)).exclude(pk__in=excluded)
    )
    if ends:
        running = running.filter(starts__lte=ends)
    return next((other for other in running if parse_rules(other.rules).games == rules.games), None)


def season_on(listed: Sequence[Season], day: date) -> Season | None:
    """Returns the season this day falls in: the one that began last."""
    inside = [
        (s.starts, s.pk, s)
        for s in listed
        if s.starts and s.starts <= day and (s.ends is None or day <= s.ends)
    ]
    return max(inside)[2] if inside else None


def mark(club: Club, listed: Iterable[Season]) -> str:
    """Returns a mark that changes with every session, also an ended one, and with the days or rules
    of a season. ``listed``: all seasons of the group. Versions only go up."""
    sessions = Session.every.filter(club=club).aggregate(versions=Sum("version"), many=Count("pk"))
    changed = sum(season.version for season in listed)
    return f"{sessions['versions'] or 0}-{sessions['many']}-{changed}"


# The winner of a session -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SessionWinners:
    """``players``: the winners, by the ids under which they played, with ``names`` in the same
    order; ``figure``: the result of each, in ``measure``."""

    players: tuple[int, ...]
    names: tuple[str, ...]
    measure: Measure
    figure: Fraction


def session_winners(session: Session, *, money: bool = True) -> SessionWinners | None:
    """Returns the winners once the session has ended; None before, and where nobody is ahead.
    Without ``money``, a session won by money names who won most games, or else led by points or
    hands. Two queries."""
    if session.closed_at is None:
        return None
    results = with_people(GameResult.objects.filter(session=session))
    rows = list(
        results.order_by("game_id", "player_id").values_list(
            *FACTS, "person", "player__name", "variant", "preset"
        )
    )
    sessions = sessions_of(game_facts(row[: len(FACTS)], row[-4]) for row in rows)
    if not sessions:
        return None
    names, player_ids = {row[-4]: row[-3] for row in rows}, {row[-4]: row[3] for row in rows}
    by = _rules_of(session, {row[-2:] for row in rows}).method.session
    measure, figures = decided_by(sessions[0], by)
    if measure is Measure.MONEY and not (money and currencies.are_shown()):
        measure, figures = decided_without_money(sessions[0])
    won = sorted(leaders(figures), key=lambda player: names[player].casefold())
    if not won:
        return None
    return SessionWinners(
        tuple(player_ids[p] for p in won), tuple(names[p] for p in won), measure, figures[won[0]]
    )


def _rules_of(session: Session, played: Iterable[tuple[str, str]]) -> SeasonRules:
    """Returns the rules of the season of that day which began last (``selectors.season_on``) and
    counts any of ``played``: pairs of a game's key and the name of its rules."""
    seasons = Season.objects.filter(club=session.club_id, starts__lte=session.played_on)
    seasons = seasons.filter(Q(ends=None) | Q(ends__gte=session.played_on))
    listed = map(parse_rules, seasons.order_by("-starts", "-pk").values_list("rules", flat=True))
    counting = (rules for rules in listed if any(rules.counts(*game) for game in played))
    return next(counting, USUAL)
