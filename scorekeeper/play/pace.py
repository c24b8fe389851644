"""What gives away that a hand was left out or saved twice: who dealt, and when it was saved.

Only questions come of it. Nothing is refused, and no result depends on it. Times are seconds since
1970, gaps are seconds between one save and the next.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from statistics import median
from typing import Any, Final

GAPS_KEPT: Final = 15
MINIMUM_GAPS: Final = 3
"""From so many gaps on a table has a usual one."""
LATE_FACTOR: Final = 3
"""Times the usual gap."""
LATE_MINIMUM: Final = 600
TWICE_DIVISOR: Final = 3
"""The usual gap, divided by this."""
TWICE_DEFAULT: Final = 60
"""Seconds, as long as no gap is usual."""


DOUBT_PATTERN: Final = re.compile(
    r"(?P<kind>dealer|late|twice)\.(?P<person>[0-9]{0,3})\.(?P<since>[0-9]{1,8})\.(?P<usual>[0-9]{1,8})"
)


class Oddity(Enum):
    """What seems odd about a save."""

    DEALER = "dealer"
    """Another person was to deal."""
    LATE = "late"
    """Much time has passed since the hand before."""
    TWICE = "twice"
    """The hand before was the very same, a moment ago."""


@dataclass(frozen=True, slots=True)
class Doubt:
    kind: Oddity
    was_to_deal: int | None = None
    """The person, for ``DEALER``."""
    since: int = 0
    """Seconds since the hand before."""
    usual: int = 0
    """Seconds that are usual between two hands, for ``LATE``."""

    def told(self) -> str:
        """In one word, for an address; ``read`` reads it back."""
        person = "" if self.was_to_deal is None else self.was_to_deal
        return f"{self.kind.value}.{person}.{self.since}.{self.usual}"

    @staticmethod
    def read(told: str) -> Doubt | None:
        found = DOUBT_PATTERN.fullmatch(told)
        if found is None:
            return None
        person = int(found["person"]) if found["person"] else None
        return Doubt(Oddity(found["kind"]), person, int(found["since"]), int(found["usual"]))


@dataclass(frozen=True, slots=True)
class Pace:
    """``last``: when the last hand in force was saved, None before the first; ``result``: what it
    brought; ``gaps``: the last ones, oldest first."""

    last: float | None = None
    result: str = ""
    gaps: tuple[int, ...] = ()

    @staticmethod
    def load(stored: Mapping[str, Any]) -> Pace:
        return Pace(stored.get("last"), stored.get("result", ""), tuple(stored.get("gaps", ())))

    def dump(self) -> dict[str, Any]:
        return {"last": self.last, "result": self.result, "gaps": list(self.gaps)}

    def after(self, now: float, result: str) -> Pace:
        """The pace once another hand is saved."""
        gaps = self.gaps if self.last is None else (*self.gaps, self.since(now))
        return replace(self, last=now, result=result, gaps=gaps[-GAPS_KEPT:])

    def since(self, now: float) -> int:
        return 0 if self.last is None else max(round(now - self.last), 0)

    @property
    def usual(self) -> float | None:
        """The median gap; None while there are too few."""
        return median(self.gaps) if len(self.gaps) >= MINIMUM_GAPS else None

    def is_late(self, now: float) -> bool:
        """Far more time than usual at this table has passed since the last hand."""
        usual, since = self.usual, self.since(now)
        return usual is not None and since > LATE_MINIMUM and since > LATE_FACTOR * usual

    def is_twice(self, now: float, result: str) -> bool:
        """The same result again, sooner than a hand can be played here."""
        short = TWICE_DEFAULT if self.usual is None else self.usual / TWICE_DIVISOR
        return self.last is not None and result == self.result and self.since(now) < short


def result_of(entry: Mapping[str, Any]) -> str:
    """A stored entry in short; whoever dealt, the same cards bring the same."""
    told = {name: value for name, value in entry.items() if name != "dealer"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def doubt_after_save(
    pace: Pace, now: float, result: str, *, was_to_deal: int | None, dealt: int | None
) -> Doubt | None:
    """What to ask after a save; None when nothing is odd. ``dealt``: whom the table named, None
    when it named nobody."""
    if pace.last is None:
        return None
    since = pace.since(now)
    if pace.is_twice(now, result):
        return Doubt(Oddity.TWICE, since=since)
    if was_to_deal is not None and dealt not in (None, was_to_deal):
        return Doubt(Oddity.DEALER, was_to_deal=was_to_deal, since=since)
    if pace.is_late(now):
        return Doubt(Oddity.LATE, since=since, usual=round(pace.usual or 0))
    return None
