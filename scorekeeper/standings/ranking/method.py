"""What a club chose: what is counted, how nights are put together, what separates equals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from scorekeeper.standings.ranking.measures import Measure, NightBy


class Over(StrEnum):
    """How what nights brought is put together."""

    SUM = "sum"
    NIGHT = "night"
    HAND = "hand"
    BEST = "best"
    DROP = "drop"


class Missed(StrEnum):
    """What a night counts for whoever was not there."""

    NOTHING = "nothing"
    LAST = "last"
    AVERAGE = "average"


class TieRule(StrEnum):
    """What separates those with equal figures."""

    HEAD_TO_HEAD = "head_to_head"
    NIGHTS_WON = "nights_won"
    HANDS_WON = "hands_won"
    GAMES_WON = "games_won"
    BEST_NIGHT = "best_night"
    LAST_MEETING = "last_meeting"
    FEWER_FULL = "fewer_full"
    MONEY = "money"
    FEWER_NIGHTS = "fewer_nights"


class MatchOf(StrEnum):
    """What a rating takes for a match."""

    NIGHT = "night"
    HAND = "hand"


USUAL_TIES = (TieRule.HEAD_TO_HEAD, TieRule.NIGHTS_WON, TieRule.HANDS_WON, TieRule.LAST_MEETING)
USUAL_PLACES = (10, 6, 3, 1)
E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Method:
    measure: Measure = Measure.MONEY
    over: Over = Over.SUM
    many: int = 0
    """How many nights: the best that count (``BEST``), or the worst that do not (``DROP``)."""
    places: tuple[int, ...] = USUAL_PLACES
    """What the places of a night are worth, from the first."""
    least: int = 0
    """Nights that somebody must have played to have a place."""
    missed: Missed = Missed.NOTHING
    night: NightBy = NightBy.AUTO
    ties: tuple[TieRule, ...] = field(default=USUAL_TIES)
    match: MatchOf = MatchOf.NIGHT
    """Of a rating."""

    @property
    def is_net(self) -> bool:
        """Its figures are what everybody won and lost, nothing left out or added."""
        whole = self.over is Over.SUM and self.missed is Missed.NOTHING
        return whole and self.counts_money

    @property
    def counts_money(self) -> bool:
        return self.measure is Measure.MONEY

    def dump(self) -> dict[str, Any]:
        """As JSON, whole."""
        told = asdict(self)
        return told | {"places": list(self.places), "ties": [str(tie) for tie in self.ties]}


def load(told: Mapping[str, Any]) -> Method:
    """What was stored, whatever of it is not known any more: that takes its usual value."""
    usual = Method()
    ties = told.get("ties")
    return Method(
        measure=_one(Measure, told.get("measure"), usual.measure),
        over=_one(Over, told.get("over"), usual.over),
        many=_number(told.get("many")),
        places=_places(told.get("places")) or usual.places,
        least=_number(told.get("least")),
        missed=_one(Missed, told.get("missed"), usual.missed),
        night=_one(NightBy, told.get("night"), usual.night),
        ties=usual.ties if not isinstance(ties, list) else _ties(ties),
        match=_one(MatchOf, told.get("match"), usual.match),
    )


def sound(method: Method) -> Method:
    """Without what means nothing together: a rating is no sum, and no best nights without one; what
    is no rating knows no matches."""
    if method.measure is Measure.RATING:
        return replace(method, over=Over.SUM, many=0, missed=Missed.NOTHING)
    method = replace(method, match=MatchOf.NIGHT)
    if method.over in (Over.NIGHT, Over.HAND, Over.SUM):
        method = replace(method, many=0)
    if method.over is Over.HAND:
        return replace(method, missed=Missed.NOTHING)
    return method


def _one(kind: type[E], told: object, usual: E) -> E:
    return kind(told) if isinstance(told, str) and told in set(kind) else usual


def _number(told: object) -> int:
    return told if isinstance(told, int) and 0 <= told <= 1000 else 0


def _places(told: object) -> tuple[int, ...]:
    if not isinstance(told, list):
        return ()
    return tuple(_number(worth) for worth in told[:20])


def _ties(told: list[object]) -> tuple[TieRule, ...]:
    known = [TieRule(tie) for tie in told if isinstance(tie, str) and tie in set(TieRule)]
    return tuple(dict.fromkeys(known))
