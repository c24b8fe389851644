"""One option as a page shows it, and what was typed into it as JSON again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.asking import wire
from scorekeeper.asking.field import Field
from scorekeeper.engine import codec
from scorekeeper.engine.codec import RefusedError
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import (
    Amount,
    Count,
    Counts,
    Flag,
    Input,
    NamedPoints,
    Pick,
    Points,
    Question,
    Steps,
)
from scorekeeper.wording import currencies
from scorekeeper.wording.sources import origin
from scorekeeper.wording.words import words

SHAPES: Final[dict[type[Input], str]] = {
    Pick: "pick",
    Flag: "flag",
    Amount: "amount",
    Points: "number",
    Count: "number",
    Steps: "row",
    Counts: "row",
    NamedPoints: "pairs",
}
"""Which part of the template draws it; other kinds are a line of text."""


@dataclass(frozen=True, slots=True)
class RowBox:
    """One input of a row of numbers."""

    label: str
    value: str


@dataclass(slots=True)
class Option(Field):
    was: str = ""
    """What would stand in it, had nobody touched it."""
    usually: str = ""
    """The same in words."""
    changed: bool = False
    published: str = ""
    """Where the rules of its game were published."""
    spare: int = 0
    """Empty boxes after the last, for a ladder that may grow."""

    @classmethod
    def of(cls, q: Question, told: list[str], usual: Any, currency: str) -> Option:
        """``told``: what stands in it; ``usual``: the answer that would."""
        was, members = wire.told(q.kind, usual, currency), _members(q)
        return cls(
            q, f"o-{q.name}", told, members, was=marked(was), changed=told != was, currency=currency
        )

    @property
    def id(self) -> str:
        return self.name

    @property
    def error(self) -> str:
        return " ".join(self.errors)

    @property
    def shape(self) -> str:
        return SHAPES.get(type(self.question.kind), "text")

    @property
    def row(self) -> list[RowBox]:
        labels = getattr(self.question.kind, "labels", ())
        values = [*self.told, *[""] * self.spare]
        return [
            RowBox(labels[n] if n < len(labels) else str(n + 1), value)
            for n, value in enumerate(values)
        ]

    @property
    def source(self) -> str:
        """Where its default comes from."""
        return origin(self.question.kind.source, self.published)


def _members(q: Question) -> tuple[Any, ...]:
    members: Any = q.type
    return tuple(members) if isinstance(q.kind, Pick) else ()


def marked(texts: Sequence[str]) -> str:
    """What stands in an option, as one text."""
    return "|".join(text.strip() for text in texts if text.strip())


def given(q: Question, texts: Sequence[str], currency: str) -> Any:
    """What was typed, as JSON. Raises EntryError, also when an answer is missing."""
    try:
        value = wire.plain(q, texts, currency)
        if value is None and not q.optional:
            raise wire.wanting(q.kind, currency)
        if value is not None:
            codec.read(q.kind, q, value)
    except RefusedError as refused:
        raise refused.entry_error(q.name) from None
    return value


def sentence(q: Question, error: EntryError, currency: str) -> str:
    """An error in words; an amount's bound in the club's money, not in minor units."""
    if isinstance(q.kind, Amount) and "least" in error.values:
        least = currencies.money(int(str(error.values["least"])), currency)
        return words(EntryError(error.message, least=least))
    return words(error)
