"""An option of a game's rules as a form field, and parsing it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.sources import origin
from scorekeeper.core.localization.words import words
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import (
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
from scorekeeper.questions import encoding
from scorekeeper.questions.field import Field

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
"""The part of the template for each kind; others are a text input."""


@dataclass(slots=True)
class Option(Field):
    was: str = ""
    """Its texts (joined) without a change."""
    usually: str = ""
    """The same as text."""
    changed: bool = False
    published: str = ""
    """The published source of its game's rules."""
    spare: int = 0
    """Number of empty inputs after the last, for a ladder that may grow."""

    @classmethod
    def build(cls, q: Question, texts: list[str], usual: Any, currency: str) -> "Option":
        """Builds the field with ``texts``; ``usual``: the answer without a change."""
        usual_texts, members = encoding.to_texts(q.kind, usual, currency), _members(q)
        return cls(
            q,
            f"o-{q.name}",
            texts,
            members,
            was=joined_texts(usual_texts),
            changed=texts != usual_texts,
            currency=currency,
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
    def row(self) -> list[tuple[str, str]]:
        """The label and the value of each input in a row of numbers."""
        labels = getattr(self.question.kind, "labels", ())
        values = [*self.texts, *[""] * self.spare]
        return [
            (labels[n] if n < len(labels) else str(n + 1), value) for n, value in enumerate(values)
        ]

    @property
    def source(self) -> str:
        """The source of its default."""
        return origin(self.question.kind.source, self.published)


def _members(q: Question) -> tuple[Any, ...]:
    members: Any = q.type
    return tuple(members) if isinstance(q.kind, Pick) else ()


def joined_texts(texts: Sequence[str]) -> str:
    """Returns an option's texts, joined to one."""
    return "|".join(text.strip() for text in texts if text.strip())


def parse_option(q: Question, texts: Sequence[str], currency: str) -> Any:
    """Parses an option's texts to JSON. Raises EntryError, also for a missing answer."""
    try:
        value = encoding.plain(q, texts, currency)
        if value is None and not q.optional:
            raise encoding.missing_error(q.kind, currency)
        if value is not None:
            codec.read(q.kind, q, value)
    except RefusedError as refused:
        raise refused.entry_error(q.name) from None
    return value


def sentence(q: Question, error: EntryError, currency: str) -> str:
    """Returns an error as text, an amount's bound in the club's currency."""
    if isinstance(q.kind, Amount) and "least" in error.values:
        least = currencies.money(int(str(error.values["least"])), currency)
        return words(EntryError(error.message, least=least))
    return words(error)
