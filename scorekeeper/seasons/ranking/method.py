"""The method that a group chose: what counts, how sessions are combined, what breaks ties."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from scorekeeper.seasons.ranking.measures import Measure, SessionBy


class Over(StrEnum):
    """How the results of sessions are combined."""

    SUM = "sum"
    SESSION = "session"
    HAND = "hand"
    BEST = "best"
    DROP = "drop"


class Missed(StrEnum):
    """The value of a missed session."""

    NOTHING = "nothing"
    LAST = "last"
    AVERAGE = "average"


class TieRule(StrEnum):
    """A rule that breaks a tie."""

    HEAD_TO_HEAD = "head_to_head"
    SESSIONS_WON = "sessions_won"
    HANDS_WON = "hands_won"
    GAMES_WON = "games_won"
    BEST_SESSION = "best_session"
    LAST_MEETING = "last_meeting"
    FEWER_FULL = "fewer_full"
    MONEY = "money"
    FEWER_SESSIONS = "fewer_sessions"


class MatchOf(StrEnum):
    """The unit that a rating treats as a match."""

    SESSION = "session"
    HAND = "hand"


USUAL_TIES = (TieRule.HEAD_TO_HEAD, TieRule.SESSIONS_WON, TieRule.HANDS_WON, TieRule.LAST_MEETING)
USUAL_PLACES = (10, 6, 3, 1)
E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Method:
    measure: Measure = Measure.MONEY
    over: Over = Over.SUM
    many: int = 0
    """How many sessions: the best that count (``BEST``), or the worst that do not (``DROP``)."""
    places: tuple[int, ...] = USUAL_PLACES
    """The value of each place in a session, from the first."""
    least: int = 0
    """Sessions a player needs to be ranked."""
    missed: Missed = Missed.NOTHING
    session: SessionBy = SessionBy.AUTO
    ties: tuple[TieRule, ...] = field(default=USUAL_TIES)
    match: MatchOf = MatchOf.SESSION
    """Only for a rating."""

    @property
    def is_net(self) -> bool:
        """Its figures are what everyone won and lost, nothing left out or added."""
        whole = self.over is Over.SUM and self.missed is Missed.NOTHING
        return whole and self.counts_money

    @property
    def counts_money(self) -> bool:
        return self.measure is Measure.MONEY

    def dump(self) -> dict[str, Any]:
        """Returns all of it as JSON."""
        fields = asdict(self)
        return fields | {"places": list(self.places), "ties": [str(tie) for tie in self.ties]}


def load_method(stored: Mapping[str, Any]) -> Method:
    """Reads a stored method; unknown values become the defaults."""
    usual = Method()
    ties = stored.get("ties")
    return Method(
        measure=_choice(Measure, stored.get("measure"), usual.measure),
        over=_choice(Over, stored.get("over"), usual.over),
        many=_number(stored.get("many")),
        places=_places(stored.get("places")) or usual.places,
        least=_number(stored.get("least")),
        missed=_choice(Missed, stored.get("missed"), usual.missed),
        session=_choice(SessionBy, stored.get("session"), usual.session),
        ties=usual.ties if not isinstance(ties, list) else _ties(ties),
        match=_choice(MatchOf, stored.get("match"), usual.match),
    )


def normalized(method: Method) -> Method:
    """Resets what has no meaning together: a rating is not a sum and has no best sessions; only a
    rating has matches."""
    if method.measure is Measure.RATING:
        return replace(method, over=Over.SUM, many=0, missed=Missed.NOTHING)
    method = replace(method, match=MatchOf.SESSION)
    if method.over in (Over.SESSION, Over.HAND, Over.SUM):
        method = replace(method, many=0)
    if method.over is Over.HAND:
        return replace(method, missed=Missed.NOTHING)
    return method


def _choice(kind: type[E], value: object, usual: E) -> E:
    return kind(value) if isinstance(value, str) and value in set(kind) else usual


def _number(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value <= 1000 else 0


def _places(values: object) -> tuple[int, ...]:
    if not isinstance(values, list):
        return ()
    return tuple(_number(worth) for worth in values[:20])


def _ties(values: list[object]) -> tuple[TieRule, ...]:
    ties = [TieRule(tie) for tie in values if isinstance(tie, str) and tie in set(TieRule)]
    return tuple(dict.fromkeys(ties))
