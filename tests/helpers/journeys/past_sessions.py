"""Rules and questions changed after a session was played, as a later release would."""

from dataclasses import make_dataclass, replace
from enum import Enum
from typing import Any

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import (
    Count,
    Counts,
    Pick,
    Points,
    Question,
    Steps,
    questions,
)
from scorekeeper.engine.variant import AnyVariant
from tests.helpers.engine.changed import changed

REFUSED = "These are not the rules any more."


def narrowed(q: Question) -> Any:
    """The same question within the narrowest bounds there are."""
    tight: dict[str, Any] = {"min": 0, "max": 0} if isinstance(q.kind, Points | Count) else {}
    if isinstance(q.kind, Counts):
        tight = {"max": 0, "most": ()}
    if isinstance(q.kind, Steps):
        tight = {"min": 0, "length": 1}
    return replace(q.kind, when=(), **tight)


def renamed(q: Question) -> type[Any]:
    """The same choices, each under another value: what was stored is none of them."""
    if not isinstance(q.kind, Pick):
        return q.type
    class_of: Any = Enum  # its type says that a call gives a member
    new_class: type[Any] = class_of(
        q.type.__name__,
        {member.name: (f"{member.value} (new)", member.label, member.help) for member in q.type},
        type=q.type.__mro__[1],
    )
    return new_class


def redeclared(declared: type[Any], *, drop: int | None = None, rename: bool = False) -> type[Any]:
    """A dataclass of the same questions, tightened; without the one at place ``drop``."""
    rewritten = []
    for place, q in enumerate(questions(declared)):
        if place == drop:
            continue
        kind = renamed(q) if rename else q.type
        default = kind[q.default.name] if rename and isinstance(q.default, Enum) else q.default
        annotated: Any = kind | None if q.optional else kind
        rewritten.append((q.name, annotated, ask.question(narrowed(q), default)))
    known = {q.name for q in questions(declared)}
    own = {n: v for n, v in vars(declared).items() if not n.startswith("__") and n not in known}
    return make_dataclass(declared.__name__, rewritten, frozen=True, namespace=own)


def refuse(*_: object) -> Any:
    raise EntryError(REFUSED)


BOARD = ("notes", "notes_for_all", "out", "dealer", "totals")
RESULTS = ("low_wins", "report", "facts")
"""The methods that say what the scoreboard shows of a game, and what a hand records."""


def without_a_board(rules: AnyVariant) -> AnyVariant:
    """The same rules; what they say of a running game and of its hands is refused."""
    return changed(rules, **dict.fromkeys((*BOARD, *RESULTS), refuse))


def tightened(rules: AnyVariant) -> AnyVariant:
    return changed(
        rules, options=redeclared(rules.options), check_options=refuse, outcome=refuse, check=refuse
    )
