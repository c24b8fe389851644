"""How a seat ends a hand of an Indian game, and what follows from it."""

from collections.abc import Mapping
from typing import Protocol

from scorekeeper.engine.outcomes.facts import Fact, counted_facts
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.words import _


class Finish(Word):
    WON = "won", _("Won"), _("Declared, or was the last one left.")
    COUNTED = "counted", _("Count"), _("Counts the cards left in hand.")
    FIRST_DROP = "first_drop", _("First drop"), _("Dropped before the first turn.")
    MIDDLE_DROP = "middle_drop", _("Middle drop"), _("Dropped later.")
    WRONG_SHOW = "wrong_show", _("Wrong show"), _("Declared a hand that was not valid.")


class Finished(Protocol):
    """A line with the finish of a seat."""

    @property
    def finish(self) -> Finish | None: ...


def winner(lines: Mapping[int, Finished]) -> int:
    return next(person for person, line in lines.items() if line.finish is Finish.WON)


class Counted(Finished, Protocol):
    """A line whose points are typed or come from tapped cards."""

    @property
    def points(self) -> int | None: ...

    @property
    def cards(self) -> tuple[str, ...] | None: ...


DROPS = (Finish.FIRST_DROP, Finish.MIDDLE_DROP)


def finish_facts(finish: Finish | None, cost: float) -> dict[Fact, float]:
    """Returns facts. ``finish``: None if unknown or the hand is void; ``cost``: in points."""
    left = cost if finish is Finish.COUNTED else None
    return {
        **counted_facts(played=finish is not None, left=left),
        Fact.FIRST_DROP: int(finish is Finish.FIRST_DROP),
        Fact.MIDDLE_DROP: int(finish is Finish.MIDDLE_DROP),
        Fact.DROP_POINTS: cost if finish in DROPS else 0,
        Fact.WRONG_SHOW: int(finish is Finish.WRONG_SHOW),
    }


def has_lost(finish: Finish | None) -> bool:
    """Whether this finish costs points."""
    return finish not in (None, Finish.WON)
