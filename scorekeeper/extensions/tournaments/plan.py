"""The plan of a tournament day: game, rounds, tables, ranking, cut, fee and prizes."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any, Final

from scorekeeper.engine.questions.options import load_options
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.ranking.method import USUAL_PLACES, USUAL_TIES, Method, TieRule
from scorekeeper.variants import VARIANTS


class DrawBy(StrEnum):
    """How a round is drawn."""

    AHEAD = "ahead"
    """All rounds ahead: as few meet again as possible."""
    STANDING = "standing"
    """Close scores together (Swiss)."""
    LOT = "lot"


class Count(StrEnum):
    """The measure that a table's players get in the ranking."""

    POINTS = "points"
    """Points of the game above the table's average."""
    PLACES = "places"
    """What the place at the table is worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """After ``after`` rounds the best ``keep`` play on."""

    after: int
    keep: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPlan:
    variant: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """Chosen options as JSON, without stakes."""
    preset: str = ""
    """The name of the rules."""
    hands: int = 0
    """Hands a round; 0: the game's own end, or the clock's."""
    minutes: int = 0
    """Minutes a round; 0: no clock. The hand in progress is the last one."""
    rounds: int = 4
    tables: int = 0
    """How many tables there are, all of which are used; 0: as few as hold everybody."""
    smallest: int = 3
    largest: int = 6
    draw: DrawBy = DrawBy.AHEAD
    count: Count = Count.PLACES
    places: tuple[int, ...] = USUAL_PLACES
    """What each place at a table is worth, from the first."""
    ties: tuple[TieRule, ...] = USUAL_TIES
    cuts: tuple[Cut, ...] = ()
    """In the order of rounds; each keeps fewer. What was scored before a cut still counts."""
    fee: int = 0
    """Entry fee in minor units."""
    prizes: tuple[int, ...] = ()
    """Percent of the pot for each place, from the first; together 100, or none."""
    team_best: int = 0
    """How many members of a team count for it, the best ones; 0: all."""
    in_seasons: bool = False
    sign_up: bool = False
    """Anybody with the day's link may put themselves on the list before the first round."""

    @property
    def method(self) -> Method:
        """How a ranking is made of the tables' results."""
        measure = Measure.PLACES if self.count is Count.PLACES else Measure.POINTS
        return Method(measure=measure, places=self.places, ties=self.ties)

    def cut_before(self, number: int) -> Cut | None:
        """Returns the last cut before round ``number`` (from 1); None: everybody plays in it."""
        cuts = [cut for cut in self.cuts if cut.after < number]
        return cuts[-1] if cuts else None

    def tables_for(self, people: int, number: int = 1) -> int:
        """Returns how many tables a round has at most; after a cut as few as hold the people."""
        fewest = -(-people // self.largest)
        if not self.tables:
            return fewest
        return self.tables if self.cut_before(number) is None else min(fewest, self.tables)

    def dump(self) -> dict[str, Any]:
        """Returns all of it as JSON."""
        cuts = [[cut.after, cut.keep] for cut in self.cuts]
        return asdict(self) | {"options": dict(self.options), "cuts": cuts}


MOST_ROUNDS: Final = 20
MOST_TABLES: Final = 16
MOST_OF_TEAM: Final = 20
MOST_PEOPLE: Final = 96
MOST_FEE: Final = 10**15
BOUNDS: Final = {
    "hands": (0, 99),
    "minutes": (0, 600),
    "rounds": (1, MOST_ROUNDS),
    "fee": (0, MOST_FEE),
    "smallest": (2, 8),
    "largest": (2, 8),
    "tables": (0, MOST_TABLES),
    "team_best": (0, MOST_OF_TEAM),
}
"""The least and the most of each number of a plan."""
MOST_WORTH: Final = 999


def check_plan(stored: Any) -> None:
    """Checks a plan of another server as the form checks one. Raises ValueError, KeyError or
    TypeError; EntryError for rules that cannot be played."""
    plan = load_plan(stored)
    for name, (least, most) in BOUNDS.items():
        _check_numbers([getattr(plan, name)], least, most)
    _check_numbers(plan.places, 0, MOST_WORTH)
    _check_numbers(plan.prizes, 0, 100)
    cuts = [number for cut in plan.cuts for number in (cut.after, cut.keep)]
    _check_numbers(cuts, 1, MOST_PEOPLE)
    if type(plan.preset) is not str or {type(plan.in_seasons), type(plan.sign_up)} != {bool}:
        raise TypeError("another kind of value")
    if plan.smallest > plan.largest or (plan.prizes and sum(plan.prizes) != 100):
        raise ValueError("tables or prizes that no form accepts")
    rules = VARIANTS[plan.variant]
    for persons in range(plan.smallest, plan.largest + 1):
        load_options(rules, plan.options, persons, without_stakes=True)


def _check_numbers(numbers: Iterable[Any], least: int, most: int) -> None:
    if not all(type(number) is int and least <= number <= most for number in numbers):
        raise ValueError("a number that no form accepts")


def load_plan(stored: Mapping[str, Any]) -> TournamentPlan:
    """Reads ``dump``. Raises KeyError, TypeError or ValueError for anything else."""
    return TournamentPlan(
        **{
            **stored,
            "places": tuple(stored["places"]),
            "ties": tuple(TieRule(tie) for tie in stored["ties"]),
            "cuts": tuple(Cut(after=after, keep=keep) for after, keep in stored["cuts"]),
            "prizes": tuple(stored["prizes"]),
            "draw": DrawBy(stored["draw"]),
            "count": Count(stored["count"]),
        }
    )
