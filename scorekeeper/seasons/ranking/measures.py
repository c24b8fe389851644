"""The input of a ranking: each player's result in each game, grouped by session; the value of a
session in each measure, and the players who were ahead in it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

Figures: TypeAlias = Mapping[int, Fraction]
"""By player, more is better."""


class GameFacts(NamedTuple):
    """One player's result in one game so far."""

    session: int
    on: date
    game: int | None
    """None: the result of a whole session, whose games are not known."""
    player: int
    net: int
    """Minor units."""
    hands: int
    """Taken part in."""
    wins: int
    """Hands won."""
    points: float | None
    """The player's total; None where no score is kept."""
    lowest: bool
    """The lowest total leads."""
    game_points: float | None
    """None: this game has no game points."""
    took: bool
    """Won the game, and it was not ended early."""
    full: int | None = None
    """Hands that cost a full count; None where that was not recorded."""
    outcomes: str | None = None
    """Of each hand of the game ``WON``, ``PLAYED`` or ``ABSENT``; None where not recorded."""

    @property
    def takes_part(self) -> bool:
        return bool(self.hands or self.net or self.game is None)


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """A session, as far as it belongs to the season."""

    key: int
    on: date
    parts: Mapping[int, tuple[GameFacts, ...]]
    """By player, of everyone who played a hand or paid."""

    nets: Mapping[int, int]
    """Minor units."""
    hands: Mapping[int, int]
    wins: Mapping[int, int]
    took: Mapping[int, int]
    """Games won."""
    known: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was already worked out from the facts above (``measures.figures``, ``decided_by``)."""

    @property
    def is_without_games(self) -> bool:
        """Whether only its results are known, and no hands or games."""
        return all(part.game is None for parts in self.parts.values() for part in parts)

    def full(self, player: int) -> int | None:
        """None where it was not recorded for every game of which the player played a hand."""
        counts = [part.full for part in self.parts.get(player, ()) if part.hands]
        return None if None in counts else sum(count for count in counts if count is not None)

    def games(self) -> Iterator[list[GameFacts]]:
        """Yields each game with everyone who took part in it."""
        by_game: dict[int | None, list[GameFacts]] = defaultdict(list)
        for parts in self.parts.values():
            for part in parts:
                if part.takes_part:
                    by_game[part.game].append(part)
        yield from by_game.values()


def sessions_of(parts: Iterable[GameFacts]) -> tuple[SessionFacts, ...]:
    """Groups by session, oldest first. A session counts for everyone who played a hand or paid."""
    by_session: dict[tuple[date, int], dict[int, list[GameFacts]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for part in parts:
        by_session[part.on, part.session][part.player].append(part)
    sessions = []
    for (on, key), players in sorted(by_session.items()):
        counting = {
            player: tuple(results)
            for player, results in sorted(players.items())
            if any(part.hands or part.game is None for part in results)
            or sum(part.net for part in results) != 0
        }
        if counting:
            sessions.append(_session(key, on, counting))
    return tuple(sessions)


def _session(key: int, on: date, parts: Mapping[int, tuple[GameFacts, ...]]) -> SessionFacts:
    def summed(name: str) -> dict[int, int]:
        get = attrgetter(name)
        return {player: sum(map(get, results)) for player, results in parts.items()}

    return SessionFacts(key, on, parts, *map(summed, ("net", "hands", "wins", "took")))


# Figures ---------------------------------------------------------------------------------------


class Measure(StrEnum):
    """The measure that a season counts. ``PLACES`` and ``RATING`` use the order of each session."""

    MONEY = "money"
    POINTS = "points"
    WINS = "wins"
    GAMES = "games"
    GAME_POINTS = "game_points"
    PLACES = "places"
    RATING = "rating"


class SessionBy(StrEnum):
    """The measure that decides the winner of a session."""

    AUTO = "auto"
    MONEY = "money"
    POINTS = "points"
    GAMES = "games"


NOTHING: Final = Fraction(0)
Number: TypeAlias = int | Fraction


def plain_number(value: Fraction) -> Number:
    """Turns whole fractions into integers, which are added and compared much faster."""
    return value.numerator if value.denominator == 1 else value


def figures(measure: Measure, session: SessionFacts) -> Figures:
    """Returns each player's result of the session in this measure: minor units, points, or a
    number. Empty where the session has nothing of the kind. Not for ``PLACES`` and ``RATING``."""
    known: Figures | None = session.known.get((figures, measure))
    if known is None:
        known = session.known[figures, measure] = _figures(measure, session)
    return known


def _figures(measure: Measure, session: SessionFacts) -> Figures:
    if session.is_without_games and measure in (Measure.WINS, Measure.GAMES):
        return {}
    match measure:
        case Measure.MONEY:
            return {player: Fraction(net) for player, net in session.nets.items()}
        case Measure.WINS:
            return {player: Fraction(wins) for player, wins in session.wins.items()}
        case Measure.GAMES:
            return {player: Fraction(took) for player, took in session.took.items()}
        case Measure.GAME_POINTS:
            return _game_points(session)
        case Measure.POINTS:
            return _points(session)
        case _:
            raise ValueError(f"a single session has no {measure}")


def _game_points(session: SessionFacts) -> Figures:
    by_player: dict[int, Fraction] = {}
    for player, parts in session.parts.items():
        points = [Fraction(part.game_points) for part in parts if part.game_points is not None]
        if points:
            by_player[player] = sum(points, Fraction(0))
    return by_player


def hands_of(measure: Measure, session: SessionFacts, player: int) -> int:
    """Returns the hands to divide a session's result by: those of games that have this measure."""
    parts = session.parts.get(player, ())
    if measure is Measure.POINTS:
        return sum(part.hands for part in parts if part.points is not None)
    if measure is Measure.GAME_POINTS:
        return sum(part.hands for part in parts if part.game_points is not None)
    return sum(part.hands for part in parts)


def _points(session: SessionFacts) -> Figures:
    """Points above the table's average, game by game: the same whether high or low totals win. In
    each game they sum to zero."""
    by_player: dict[int, Fraction] = {}
    for game in session.games():
        for player, better in against_the_table(game).items():
            by_player[player] = by_player.get(player, Fraction(0)) + better
    return by_player


def against_the_table(game: Sequence[GameFacts]) -> Figures:
    totals = {part.player: Fraction(part.points) for part in game if part.points is not None}
    if not totals:
        return {}
    mean = sum(totals.values(), Fraction(0)) / len(totals)
    sign = -1 if game[0].lowest else 1
    return {player: sign * (points - mean) for player, points in totals.items()}


# Who was ahead in a session ---------------------------------------------------------------------


def merits(session: SessionFacts, by: SessionBy = SessionBy.AUTO) -> Figures:
    """Returns what orders the session. ``AUTO``: money where any moved, else game points, else
    points, else hands won."""
    return decided_by(session, by)[1]


def decided_by(session: SessionFacts, by: SessionBy = SessionBy.AUTO) -> tuple[Measure, Figures]:
    """Returns the same with its measure. Tie rules ask for it again and again."""
    known: tuple[Measure, Figures] | None = session.known.get((decided_by, by))
    if known is None:
        known = session.known[decided_by, by] = _decided_by(session, by)
    return known


def _decided_by(session: SessionFacts, by: SessionBy) -> tuple[Measure, Figures]:
    match by:
        case SessionBy.MONEY:
            return Measure.MONEY, figures(Measure.MONEY, session)
        case SessionBy.POINTS:
            return Measure.POINTS, _with_everyone(figures(Measure.POINTS, session), session)
        case SessionBy.GAMES:
            return Measure.GAMES, _with_everyone(figures(Measure.GAMES, session), session)
        case _:
            return _first_measured(session)


def decided_without_money(session: SessionFacts) -> tuple[Measure, Figures]:
    """Returns what decides where money is hidden."""
    return _first_measured(session, (Measure.GAMES, Measure.GAME_POINTS, Measure.POINTS))


def _first_measured(
    session: SessionFacts,
    measures: Sequence[Measure] = (Measure.MONEY, Measure.GAME_POINTS, Measure.POINTS),
) -> tuple[Measure, Figures]:
    for measure in measures:
        by_player = figures(measure, session)
        if any(by_player.values()):
            return measure, _with_everyone(by_player, session)
    return Measure.WINS, _with_everyone(figures(Measure.WINS, session), session)


def _with_everyone(by_player: Figures, session: SessionFacts) -> Figures:
    """Adds everyone who played, with 0 where they have no figure."""
    if by_player.keys() == session.parts.keys():
        return by_player
    return {player: by_player.get(player, NOTHING) for player in session.parts}


def places(by_player: Figures) -> dict[int, int]:
    """Returns places, 1 for the best; equal figures share a place, and the next places are left
    out."""
    ahead = sorted(by_player.values(), reverse=True)
    first = {value: place for place, value in reversed(list(enumerate(ahead, 1)))}
    return {player: first[value] for player, value in by_player.items()}


def winners(session: SessionFacts, by: SessionBy = SessionBy.AUTO) -> tuple[int, ...]:
    """The winners of the session; empty where all are equal."""
    return leaders(merits(session, by))


def leaders(by_player: Figures) -> tuple[int, ...]:
    """Those ahead of all others; empty where all are equal."""
    plain = {player: plain_number(value) for player, value in by_player.items()}
    best = max(plain.values())
    first = tuple(player for player, value in plain.items() if value == best)
    return first if len(first) < len(by_player) else ()


def place_values(session: SessionFacts, by: SessionBy, values: Sequence[int]) -> Figures:
    """Returns what each player's place is worth. ``values``: by place from the first, 0 after the
    last. Players who share places share their values."""
    place = places(merits(session, by))
    by_player: dict[int, Fraction] = {}
    for player, first in place.items():
        sharing = sum(other == first for other in place.values())
        worth = sum(values[first - 1 : first - 1 + sharing])
        by_player[player] = Fraction(worth, sharing)
    return by_player
