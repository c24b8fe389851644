"""Signs that a hand is missing, was saved twice or has a wrong number.

They lead to questions only: nothing is refused, and no result depends on them. Times are seconds
since 1970, gaps are seconds between two saves.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from statistics import median
from typing import Any, Final

from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.kinds import Points, questions
from scorekeeper.engine.variant import AnyVariant, usual

GAPS_KEPT: Final = 15
MINIMUM_GAPS: Final = 3
"""Gaps needed before a usual one is known."""
LATE_FACTOR: Final = 3
"""Multiple of the usual gap from which a save is late."""
LATE_MINIMUM: Final = 600
TWICE_DIVISOR: Final = 3
"""A repeated save comes sooner than the usual gap divided by this."""
TWICE_DEFAULT: Final = 60
"""Seconds, while no gap is usual."""


DOUBT_PATTERN: Final = re.compile(
    r"(?P<kind>dealer|large|late|twice)\.(?P<person>[0-9]{0,3})\.(?P<since>[0-9]{1,8})\.(?P<usual>[0-9]{1,8})"
    r"\.(?P<count>[0-9]{1,8})"
)


class Oddity(Enum):
    """The reasons to doubt a save."""

    DEALER = "dealer"
    """Another person was to deal."""
    LARGE = "large"
    """A count is larger than the cards in play can make."""
    LATE = "late"
    """Much time has passed since the previous hand."""
    TWICE = "twice"
    """The previous hand was the same, a moment ago."""


@dataclass(frozen=True, slots=True)
class Doubt:
    kind: Oddity
    person: int | None = None
    """The person who was to deal (``DEALER``), or whose count it is (``LARGE``)."""
    since: int = 0
    """Seconds since the previous hand."""
    usual: int = 0
    """Seconds that are usual between two hands, for ``LATE``."""
    count: int = 0
    """The points, for ``LARGE``."""

    def to_address(self) -> str:
        """Returns it as one word for an address; ``from_address`` reads it."""
        person = "" if self.person is None else self.person
        return f"{self.kind.value}.{person}.{self.since}.{self.usual}.{self.count}"

    @staticmethod
    def from_address(word: str) -> "Doubt | None":
        match = DOUBT_PATTERN.fullmatch(word)
        if match is None:
            return None
        person = int(match["person"]) if match["person"] else None
        numbers = (int(match[name]) for name in ("since", "usual", "count"))
        return Doubt(Oddity(match["kind"]), person, *numbers)


@dataclass(frozen=True, slots=True)
class Pace:
    """``last``: when the last hand in force was saved, None before the first; ``result``: its
    digest; ``gaps``: the last gaps, oldest first."""

    last: float | None = None
    result: str = ""
    gaps: tuple[int, ...] = ()

    @staticmethod
    def load(stored: Mapping[str, Any]) -> "Pace":
        return Pace(stored.get("last"), stored.get("result", ""), tuple(stored.get("gaps", ())))

    def dump(self) -> dict[str, Any]:
        return {"last": self.last, "result": self.result, "gaps": list(self.gaps)}

    def after(self, now: float, result: str) -> "Pace":
        """Returns the pace after another hand is saved."""
        gaps = self.gaps if self.last is None else (*self.gaps, self.since(now))
        return replace(self, last=now, result=result, gaps=gaps[-GAPS_KEPT:])

    def since(self, now: float) -> int:
        return 0 if self.last is None else max(round(now - self.last), 0)

    @property
    def usual(self) -> float | None:
        """The median gap; None while there are too few."""
        return median(self.gaps) if len(self.gaps) >= MINIMUM_GAPS else None

    def is_late(self, now: float) -> bool:
        """Returns whether far more time than usual has passed since the last hand."""
        usual, since = self.usual, self.since(now)
        return usual is not None and since > LATE_MINIMUM and since > LATE_FACTOR * usual

    def is_twice(self, now: float, result: str) -> bool:
        """Returns whether the same result comes sooner than a hand can be played."""
        short = TWICE_DEFAULT if self.usual is None else self.usual / TWICE_DIVISOR
        return self.last is not None and result == self.result and self.since(now) < short


def result_of(entry: Mapping[str, Any]) -> str:
    """Returns a short digest of a stored entry, without its dealer."""
    answers = {name: value for name, value in entry.items() if name != "dealer"}
    return hashlib.sha256(json.dumps(answers, sort_keys=True).encode()).hexdigest()[:16]


def large_count(rules: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any]) -> Doubt | None:
    """Returns what to ask about a count that exceeds what the cards can make."""
    for question in questions(rules.line):
        if not isinstance(question.kind, Points):
            continue
        most = usual(rules.limits(game, question.name).answer)
        for person, line in enumerate(entry.lines):
            count = getattr(line, question.name) or 0
            if most is not None and count > most:
                return Doubt(Oddity.LARGE, person, count=count)
    return None


def doubt_after_save(
    pace: Pace, now: float, result: str, *, expected_dealer: int | None, dealt: int | None
) -> Doubt | None:
    """Returns what to ask after a save; None if nothing is odd. ``dealt``: the dealer that was
    entered, None if none was."""
    if pace.last is None:
        return None
    since = pace.since(now)
    if pace.is_twice(now, result):
        return Doubt(Oddity.TWICE, since=since)
    if expected_dealer is not None and dealt not in (None, expected_dealer):
        return Doubt(Oddity.DEALER, person=expected_dealer, since=since)
    if pace.is_late(now):
        return Doubt(Oddity.LATE, since=since, usual=round(pace.usual or 0))
    return None
