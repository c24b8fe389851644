"""What is counted of a night, and who was ahead in it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final

from scorekeeper.standings.ranking.facts import Figures, GameFacts, NightFacts


class Measure(StrEnum):
    """What a season counts. ``PLACES`` and ``RATING`` go by the order of each night."""

    MONEY = "money"
    POINTS = "points"
    WINS = "wins"
    GAMES = "games"
    GAME_POINTS = "game_points"
    PLACES = "places"
    RATING = "rating"


class NightBy(StrEnum):
    """What makes somebody the winner of a night."""

    AUTO = "auto"
    MONEY = "money"
    POINTS = "points"
    GAMES = "games"


NOTHING: Final = Fraction(0)


def figures(measure: Measure, night: NightFacts) -> Figures:
    """What the night brought each who played, in this measure: minor units, points, or how many.
    Empty where it has nothing of the kind. Not for ``PLACES`` and ``RATING``."""
    if night.by_book and measure in (Measure.WINS, Measure.GAMES):
        return {}
    match measure:
        case Measure.MONEY:
            return {player: Fraction(net) for player, net in night.nets.items()}
        case Measure.WINS:
            return {player: Fraction(wins) for player, wins in night.wins.items()}
        case Measure.GAMES:
            return {player: Fraction(took) for player, took in night.took.items()}
        case Measure.GAME_POINTS:
            return _game_points(night)
        case Measure.POINTS:
            return _points(night)
        case _:
            raise ValueError(f"a night alone has no {measure}")


def _game_points(night: NightFacts) -> Figures:
    found: dict[int, Fraction] = {}
    for player, parts in night.parts.items():
        told = [Fraction(part.game_points) for part in parts if part.game_points is not None]
        if told:
            found[player] = sum(told, Fraction(0))
    return found


def hands_of(measure: Measure, night: NightFacts, player: int) -> int:
    """Those by which what the night brought is divided: of the games that have this measure."""
    parts = night.parts.get(player, ())
    if measure is Measure.POINTS:
        return sum(part.hands for part in parts if part.points is not None)
    if measure is Measure.GAME_POINTS:
        return sum(part.hands for part in parts if part.game_points is not None)
    return sum(part.hands for part in parts)


def _points(night: NightFacts) -> Figures:
    """Points better than the average of the table, game by game: the same whether high or low
    totals win, and in each game they sum to zero."""
    found: dict[int, Fraction] = {}
    for game in night.games():
        for player, better in against_the_table(game).items():
            found[player] = found.get(player, Fraction(0)) + better
    return found


def against_the_table(game: Sequence[GameFacts]) -> Figures:
    told = {part.player: Fraction(part.points) for part in game if part.points is not None}
    if not told:
        return {}
    mean = sum(told.values(), Fraction(0)) / len(told)
    sign = -1 if game[0].lowest else 1
    return {player: sign * (points - mean) for player, points in told.items()}


# Who was ahead in a night ---------------------------------------------------------------------


def merits(night: NightFacts, by: NightBy = NightBy.AUTO) -> Figures:
    """What the order of the night goes by. ``AUTO``: money where any moved, else game points,
    else points, else hands won."""
    return decided_by(night, by)[1]


def decided_by(night: NightFacts, by: NightBy = NightBy.AUTO) -> tuple[Measure, Figures]:
    """The same with what it is told in."""
    match by:
        case NightBy.MONEY:
            return Measure.MONEY, figures(Measure.MONEY, night)
        case NightBy.POINTS:
            return Measure.POINTS, _whole(figures(Measure.POINTS, night), night)
        case NightBy.GAMES:
            return Measure.GAMES, _whole(figures(Measure.GAMES, night), night)
        case _:
            return _first_told(night)


def beside_money(night: NightFacts) -> tuple[Measure, Figures]:
    """What tells somebody from the others where money is not to be told."""
    return _first_told(night, (Measure.GAMES, Measure.GAME_POINTS, Measure.POINTS))


def _first_told(
    night: NightFacts,
    measures: Sequence[Measure] = (Measure.MONEY, Measure.GAME_POINTS, Measure.POINTS),
) -> tuple[Measure, Figures]:
    for measure in measures:
        found = figures(measure, night)
        if any(found.values()):
            return measure, _whole(found, night)
    return Measure.WINS, _whole(figures(Measure.WINS, night), night)


def _whole(found: Figures, night: NightFacts) -> Figures:
    """With everybody who played: a game that says nothing of somebody brought him nothing."""
    return {player: found.get(player, NOTHING) for player in night.parts}


def places(found: Figures) -> dict[int, int]:
    """1 for the best; equal figures share a place, and leave out those after it."""
    ahead = sorted(found.values(), reverse=True)
    first = {value: place for place, value in reversed(list(enumerate(ahead, 1)))}
    return {player: first[value] for player, value in found.items()}


def winners(night: NightFacts, by: NightBy = NightBy.AUTO) -> tuple[int, ...]:
    """Who won the night; nobody where nobody is ahead of anybody."""
    return first_of(merits(night, by))


def first_of(found: Figures) -> tuple[int, ...]:
    """Those ahead of all others; nobody where all are equal."""
    best = max(found.values())
    first = tuple(player for player, value in found.items() if value == best)
    return first if len(first) < len(found) else ()


def for_places(night: NightFacts, by: NightBy, told: Sequence[int]) -> Figures:
    """What the places of a night are worth, ``told`` from the first on, none after that. Those who
    share places share what these are worth."""
    place = places(merits(night, by))
    found: dict[int, Fraction] = {}
    for player, first in place.items():
        sharing = sum(other == first for other in place.values())
        worth = sum(told[first - 1 : first - 1 + sharing])
        found[player] = Fraction(worth, sharing)
    return found
