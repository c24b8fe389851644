"""Standings by a method, with what made up each figure and what broke each tie; how strong players
are; and what the table showed after each session.

A strength is openskill's, where a match orders everyone who played it. Bradley-Terry compares each
pair: Plackett-Luce, openskill's default, lets the order of rows decide between equals (its issue
173), as does every model with a place 0.

A missed session that counts does so in the history as in the table: like the last place, or like
the player's average over the whole season."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import heappush, heappushpop
from itertools import accumulate, groupby
from typing import NamedTuple, TypeAlias

from openskill.models import BradleyTerryFull

from scorekeeper.engine.outcomes.facts import ABSENT, WON
from scorekeeper.seasons.ranking.measures import (
    Figures,
    GameFacts,
    Measure,
    Number,
    SessionFacts,
    figures,
    hands_of,
    merits,
    place_values,
    places,
    plain_number,
    winners,
)
from scorekeeper.seasons.ranking.method import MatchOf, Method, Missed, Over
from scorekeeper.seasons.ranking.ties import Decision, Ordered, separate

# Ratings ---------------------------------------------------------------------------------------


MODEL = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Rating:
    """Everyone begins at 25 ± 8.3."""

    strength: float
    deviation: float
    session: int = 0
    """The key of the session after which it holds."""

    @property
    def sure(self) -> Fraction:
        """The strength that is nearly certain, three deviations below; rounded to hundredths, so
        that digits that are not shown decide nothing."""
        return Fraction(round((self.strength - 3 * self.deviation) * 100), 100)


BEGINNER = Rating(MODEL.mu, MODEL.sigma)


def rating_histories(
    sessions: "Iterable[tuple[int, Iterable[MatchPlaces]]]",
) -> dict[int, list[Rating]]:
    """Returns each player's rating after each session with a match of theirs, oldest first.
    ``sessions``: keys with their matches."""
    histories: dict[int, list[Rating]] = defaultdict(list)
    last: dict[int, Rating] = defaultdict(lambda: BEGINNER)
    for session, matches in sessions:
        played: set[int] = set()
        for match in matches:
            last |= _rated_match(match, last, session)
            played.update(match)
        for player in played:
            histories[player].append(last[player])
    return histories


def _rated_match(
    match: "MatchPlaces", before: Mapping[int, Rating], session: int
) -> dict[int, Rating]:
    now = {player: before[player] for player in match}
    # By strength, so that the sum over opponents is added in the same order for all.
    players = sorted(now, key=lambda p: (match[p], now[p].strength, now[p].deviation))
    teams = [[MODEL.rating(now[p].strength, now[p].deviation)] for p in players]
    after = MODEL.rate(teams, ranks=[float(match[player]) for player in players])
    return {
        player: Rating(rating.mu, rating.sigma, session)
        for player, [rating] in zip(players, after, strict=True)
    }


MatchPlaces: TypeAlias = Mapping[int, int]
"""By player, two or more: places from 1, which equals share."""


def matches(session: SessionFacts, method: Method) -> list[MatchPlaces]:
    """The matches in order; games played at the same time follow one another."""
    if method.match is MatchOf.HAND:
        games = sorted(session.games(), key=lambda game: game[0].game or 0)
        return [match for game in games for match in _hands(game)]
    by_player = places(merits(session, method.session))
    return [by_player] if len(by_player) > 1 else []


def _hands(game: Sequence[GameFacts]) -> Iterator[MatchPlaces]:
    """Yields a match per hand: its winner is ahead of everyone else who played it. A hand with one
    player, or that nobody or everybody won, or that was not recorded, is no match."""
    outcomes = {part.player: part.outcomes for part in game}
    lines = [line for line in outcomes.values() if line is not None]
    if len(lines) < len(outcomes):
        return
    for hand in zip(*lines, strict=False):
        players = zip(outcomes, hand, strict=True)
        present = [(player, outcome == WON) for player, outcome in players if outcome != ABSENT]
        won = sum(is_winner for _player, is_winner in present)
        if 0 < won < len(present):
            yield {player: 1 if is_winner else won + 1 for player, is_winner in present}


# Places ----------------------------------------------------------------------------------------


class SessionShare(NamedTuple):
    """The part of a player's figure that one session adds."""

    session: int
    figure: Fraction
    counts: bool
    """False: one of the worst that do not count, or not among the best that do."""
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Placing:
    player: int
    place: int | None
    """Equal results share a place. None: too few sessions, or no figure."""
    figure: Fraction | None
    """None: no session has what the method counts."""
    shares: tuple[SessionShare, ...]
    """By session, oldest first; empty for a rating."""
    sessions: int
    hands: int
    wins: int
    net: int
    best: int
    """The net of the best session."""
    won: int
    """Sessions won."""
    needs: int
    """Sessions still needed to be ranked."""
    ratings: tuple[Rating, ...] = ()
    """After each session with a match of theirs; empty where the method is no rating."""
    decision: Decision | None = None
    """Why the next players with an equal figure are below this one and those who share the
    place."""
    circle: bool = False
    """Shares the place because they beat one another in a circle."""

    @property
    def rating(self) -> Rating | None:
        return self.ratings[-1] if self.ratings else None


@dataclass(frozen=True, slots=True)
class Ranking:
    method: Method
    sessions: tuple[SessionFacts, ...]
    rows: tuple[Placing, ...]
    """By place, then those without one."""

    @property
    def has_no_figures(self) -> bool:
        """Whether there were sessions, and none had what the method counts."""
        return bool(self.rows) and all(row.figure is None for row in self.rows)


def rank_players(sessions: Sequence[SessionFacts], method: Method) -> Ranking:
    """Ranks everyone who played in these sessions (oldest first) by this method."""
    rows = RowBuilder(sessions, method).rows()
    return Ranking(
        method, tuple(sessions), ordered_rows(rows, lambda tied: separate(tied, sessions, method))
    )


def ordered_rows(
    rows: Sequence[Placing], separated: Callable[[Sequence[int]], Ordered]
) -> tuple[Placing, ...]:
    """Sorts by place, then those without one. ``separated`` breaks ties."""
    placed = [row for row in rows if row.figure is not None and not row.needs]
    rest = [row for row in rows if row.figure is None or row.needs]
    rest.sort(key=lambda row: (row.figure is None, -(row.figure or 0), -row.sessions, row.player))
    return (*_placed(placed, separated), *rest)


def _placed(
    rows: Sequence[Placing], separated: Callable[[Sequence[int]], Ordered]
) -> Iterator[Placing]:
    place = 1
    by_figure = sorted(rows, key=lambda row: -_figure(row))
    for _same, run in groupby(by_figure, key=_figure):
        equal = {row.player: row for row in run}
        ordered = separated(sorted(equal))
        decisions = [*ordered.decisions, None]
        for group, decision in zip(ordered.groups, decisions, strict=True):
            for player in group:
                circle = group in ordered.circles
                yield replace(equal[player], place=place, decision=decision, circle=circle)
            place += len(group)


def _figure(row: Placing) -> Fraction:
    assert row.figure is not None
    return row.figure


class RowBuilder:
    """Computes each player's figure, and what made it up."""

    def __init__(self, sessions: Sequence[SessionFacts], method: Method) -> None:
        self.sessions, self.method = sessions, method
        self.attended: dict[int, list[SessionFacts]] = {}
        for session in sessions:
            for player in session.parts:
                self.attended.setdefault(player, []).append(session)
        self.won = Counter(
            player for session in sessions for player in winners(session, method.session)
        )
        self.ratings: Mapping[int, list[Rating]] = {}
        self.by_session = {session.key: self.figures(session) for session in sessions}
        if method.measure is Measure.RATING:
            self.ratings = rating_histories(
                (session.key, matches(session, method)) for session in sessions
            )

    def rows(self) -> list[Placing]:
        return [self.row(player) for player in sorted(self.attended)]

    def figures(self, session: SessionFacts) -> Figures:
        """Returns the session's value for its players; empty for a rating, which has no single
        sessions."""
        if self.method.measure is Measure.RATING:
            return {}
        if session.is_without_games and self.method.over is Over.HAND:
            return {}  # the number of hands is unknown
        if self.method.measure is Measure.PLACES:
            return place_values(session, self.method.session, self.method.places)
        return figures(self.method.measure, session)

    def row(self, player: int) -> Placing:
        sessions = self.attended[player]
        ratings = tuple(self.ratings.get(player, ()))
        shares = self._shares(player)
        return Placing(
            player,
            None,
            ratings[-1].sure if ratings else self._figure(player, shares),
            shares,
            len(sessions),
            sum(session.hands[player] for session in sessions),
            sum(session.wins[player] for session in sessions),
            sum(session.nets[player] for session in sessions),
            max(session.nets[player] for session in sessions),
            self.won[player],
            max(0, self.method.least - len(sessions)),
            ratings,
        )

    def _shares(self, player: int) -> tuple[SessionShare, ...]:
        with_figures = [
            figures
            for session in self.attended[player]
            if player in (figures := self._figures_of(session))
        ]
        if not with_figures:
            return ()
        own = [figures[player] for figures in with_figures]
        sessions = (
            self.sessions if self.method.missed is not Missed.NOTHING else self.attended[player]
        )
        shares = [
            SessionShare(session.key, figures[player], True)
            if player in figures
            else SessionShare(session.key, self._missing(own, figures), True, missed=True)
            for session in sessions
            if (figures := self._figures_of(session))
            and (player in figures or player not in session.parts)
        ]
        return self._counting(shares)

    def _figures_of(self, session: SessionFacts) -> Figures:
        return self.by_session[session.key]

    def _missing(self, own: Sequence[Fraction], session: Figures) -> Fraction:
        if self.method.missed is Missed.AVERAGE:
            return sum(own, Fraction(0)) / len(own)
        if self.method.measure is Measure.PLACES:
            worth = self.method.places[len(session) : len(session) + 1]
            return Fraction(worth[0]) if worth else Fraction(0)
        return min(session.values())

    def _counting(self, shares: Sequence[SessionShare]) -> tuple[SessionShare, ...]:
        match self.method.over:
            case Over.BEST:
                many = self.method.many
            case Over.DROP:  # a single session is never dropped
                many = max(1, len(shares) - self.method.many)
            case _:
                return tuple(shares)
        best = sorted(range(len(shares)), key=lambda place: (-shares[place].figure, place))
        counting = set(best[:many])
        return tuple(
            SessionShare(share.session, share.figure, place in counting, share.missed)
            for place, share in enumerate(shares)
        )

    def _figure(self, player: int, shares: Sequence[SessionShare]) -> Fraction | None:
        counting = [share for share in shares if share.counts]
        if not counting:
            return None
        total = Fraction(sum(plain_number(share.figure) for share in counting))
        match self.method.over:
            case Over.SESSION:
                return total / len(counting)
            case Over.HAND:
                counted = {share.session for share in counting}
                sessions = (session for session in self.attended[player] if session.key in counted)
                hands = sum(hands_of(self.method.measure, session, player) for session in sessions)
                return total / hands if hands else None
            case _:
                return total


# Figures over time -----------------------------------------------------------------------------


SeasonFigure: TypeAlias = Fraction | None
"""None: no figure yet."""


def figures_over_time(
    ranking: Ranking, indices: Sequence[int], players: Collection[int] | None = None
) -> dict[int, tuple[SeasonFigure, ...]]:
    """Returns by player the figure after each of these sessions, which are indices of
    ``Ranking.sessions``. ``players``: only these."""
    order = {session.key: place for place, session in enumerate(ranking.sessions)}
    rows = (row for row in ranking.rows if players is None or row.player in players)
    return {row.player: _figures_at(indices, ranking, row, order) for row in rows}


def _figures_at(
    indices: Sequence[int], ranking: Ranking, row: Placing, order: Mapping[int, int]
) -> tuple[SeasonFigure, ...]:
    steps = [(order[key], figure) for key, figure in _steps(row, ranking)]
    places = [place for place, _figure in steps]
    figures: list[SeasonFigure] = []
    for place in indices:
        many = bisect_right(places, place)
        now = steps[many - 1][1] if many else None
        figures.append(None if now is None else Fraction(now))
    return tuple(figures)


def _steps(row: Placing, ranking: Ranking) -> Iterator[tuple[int, Number | None]]:
    """Yields the sessions, by key, that changed a player's figure, and the figure after each."""
    method = ranking.method
    if method.measure is Measure.RATING:
        yield from ((rating.session, rating.sure) for rating in row.ratings)
        return
    figures = [plain_number(share.figure) for share in row.shares]
    keys = [share.session for share in row.shares]
    if method.over is Over.HAND:
        hands = {
            session.key: hands_of(method.measure, session, row.player)
            for session in ranking.sessions
        }
        totals = zip(accumulate(figures), accumulate(hands[key] for key in keys), strict=True)
        averages = (Fraction(total) / played if played else None for total, played in totals)
        yield from zip(keys, averages, strict=True)
    else:
        yield from zip(keys, _COMBINERS[method.over](figures, method.many), strict=True)


def _averaged(figures: Iterable[Number], _many: int) -> Iterator[Number]:
    for count, total in enumerate(accumulate(figures), 1):
        yield Fraction(total) / count


def _best(figures: Iterable[Number], many: int) -> Iterator[Number | None]:
    """Yields the sum of the best so far."""
    best: list[Number] = []
    total: Number = 0
    for figure in figures:
        total += figure
        if len(best) < many:
            heappush(best, figure)
        else:
            total -= heappushpop(best, figure)
        yield total if many else None


def _without_worst(figures: Iterable[Number], many: int) -> Iterator[Number]:
    """Yields the sum so far without the worst; a single session is never dropped."""
    worst: list[Number] = []  # negated: the best of them comes out first
    total: Number = 0
    for count, figure in enumerate(figures, 1):
        if len(worst) < many:
            heappush(worst, -figure)
        else:
            total -= heappushpop(worst, -figure)
        yield total if count > many else -worst[0]


_COMBINERS: dict[Over, Callable[[Iterable[Number], int], Iterator[Number | None]]] = {
    Over.SUM: lambda figures, _many: accumulate(figures),
    Over.SESSION: _averaged,
    Over.BEST: _best,
    Over.DROP: _without_worst,
}
