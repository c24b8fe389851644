"""Declares questions as fields of a dataclass, one function for each kind of answer::

    from scorekeeper.engine.questions import fields as ask

    first_drop: int = ask.points(_("First drop"), 20, max=500, source="indian_rummy.md §6.1")

The first three parameters are label, default and help; the others are those of the kind
(``kinds``). ``question`` takes a kind that several games share. Each function returns a
``dataclasses.field`` but is typed as its default, so that mypy refuses a default of another type
than the field's.
"""

from collections.abc import Callable
from dataclasses import field
from typing import Any, Concatenate, ParamSpec, TypeVar

from scorekeeper.engine.questions import kinds
from scorekeeper.engine.questions.kinds import QUESTION, Input

T = TypeVar("T")
P = ParamSpec("P")


def question(kind: Input, default: T) -> T:
    declared: Any = field(default=default, metadata={QUESTION: kind})
    return declared  # type: ignore[no-any-return]


def asking(
    kind: Callable[Concatenate[str, P], Input],
) -> Callable[Concatenate[str, T, P], T]:
    """Returns the function that declares a question of this kind."""

    def declare(label: str, default: T, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return question(kind(label, *args, **kwargs), default)

    return declare


pick = asking(kinds.Pick)
points = asking(kinds.Points)
count = asking(kinds.Count)
counts = asking(kinds.Counts)
steps = asking(kinds.Steps)
flag = asking(kinds.Flag)
amount = asking(kinds.Amount)
text = asking(kinds.Text)
card = asking(kinds.Card)
cards = asking(kinds.Cards)
melds = asking(kinds.Melds)
