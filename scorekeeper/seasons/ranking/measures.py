"""The value of a session in each measure, and the players who were ahead in it."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeAlias

from scorekeeper.seasons.ranking.facts import Figures, GameFacts, SessionFacts


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
