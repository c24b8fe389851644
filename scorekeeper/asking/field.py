"""One question as a page shows it: what stands in it, what may be chosen, and what is wrong.

``told`` are the texts of its inputs (``asking.wire``). How it is drawn goes by its kind: the
questions of a hand in ``asking.drawing``, options in ``templates/asking/_option.html``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.asking import wire
from scorekeeper.asking.conditions import Rule
from scorekeeper.engine.codec import RefusedError, read
from scorekeeper.engine.questions import NamedPoints, Question, Word
from scorekeeper.engine.variant import Limits

OwnWords = Mapping[Word | str, str]
"""What this table calls answers, and questions by name, where it has words of its own."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One button: ``own`` is what this table calls it, or the name of a person."""

    value: str
    label: str
    help: str
    own: str
    checked: bool


@dataclass(slots=True)
class Field:
    question: Question
    name: str
    """Of its inputs."""
    told: list[str]
    choices: tuple[Any, ...] = ()
    """Of a Pick: the members to choose from. Of a question about seats: (index, name)."""
    rule: Rule = ()
    """When it is asked, as far as that changes on the page."""
    off: bool = False
    """Not asked as things stand; the page hides it, the server ignores it."""
    errors: list[str] = field(default_factory=list)
    refused: RefusedError | None = None
    own_words: OwnWords = field(default_factory=dict)
    currency: str = ""
    """Of typed amounts."""
    limits: Limits = ()
    """Of a typed count: the largest it can be (``Asking.most``), where its kind leaves it open."""
    caps: Limits = ()
    """Of a typed count: the most it counts (``Asking.caps``)."""
    tapped: tuple[Field, ...] = ()
    """Of a typed answer: the cards that may be tapped instead, drawn together with it."""

    @property
    def id(self) -> str:
        return f"f-{self.name}"

    @property
    def inputs(self) -> tuple[str, ...]:
        return wire.inputs(self.question.kind, self.name)

    @property
    def usual(self) -> list[str]:
        """What stands in it when nobody touched it."""
        return wire.told(self.question.kind, self.question.default, self.currency)

    @property
    def text(self) -> str:
        """What stands in its one input."""
        return self.told[0] if self.told else ""

    @property
    def offered(self) -> list[Choice]:
        """What may be chosen, as buttons; ticked are those that stand in it."""
        return [self._choice(each) for each in self.choices]

    def _choice(self, each: Word) -> Choice:
        value, own = wire.word(each), self.own_words.get(each, "")
        return Choice(value, each.label, each.help, own, value in self.told)

    @property
    def helps(self) -> list[Choice]:
        """The answers that come with an explanation."""
        return [choice for choice in self.offered if choice.help]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names with what stands beside them, and room for another."""
        kind = self.question.kind
        assert isinstance(kind, NamedPoints)
        return [*wire.pairs(self.told), ("", "")][: kind.most]

    def value(self) -> Any:
        """The answer typed; its default, and ``refused``, when it cannot be one."""
        question = self.question
        try:
            given = wire.plain(question, self.told, self.currency)
            return question.default if given is None else read(question.kind, question, given)
        except RefusedError as refused:
            self.refused = refused
            return question.default
