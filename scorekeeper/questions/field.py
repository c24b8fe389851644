"""A question on a page: its entered texts, choices and errors.

``texts`` are the values of its inputs (``encoding``). ``table.entry.widgets`` draws the questions
of a hand, ``templates/questions/_option.html`` options.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.questions.codec import RefusedError, read
from scorekeeper.engine.questions.kinds import NamedPoints, Question, Word
from scorekeeper.engine.variant import Limits
from scorekeeper.questions import encoding
from scorekeeper.questions.conditions import Rule

OwnWords = Mapping[Word | str, str]
"""The table's own labels of answers, and of questions by name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button; ``own`` is the table's own label, or a player's name."""

    value: str
    label: str
    help: str
    own: str
    checked: bool


@dataclass(slots=True)
class Field:
    question: Question
    name: str
    """Name of its inputs."""
    texts: list[str]
    choices: tuple[Any, ...] = ()
    """Of a Pick its members; of a question about seats (index, name)."""
    rule: Rule = ()
    """The conditions under which it is asked, as far as they change on the page."""
    off: bool = False
    """Currently not asked: hidden on the page and ignored by the server."""
    errors: list[str] = field(default_factory=list)
    refused: RefusedError | None = None
    own_words: OwnWords = field(default_factory=dict)
    currency: str = ""
    """Currency of entered amounts."""
    limits: Limits = field(default_factory=Limits)
    """As the game sets them (``Variant.limits``), besides those of its kind."""
    tapped: "tuple[Field, ...]" = ()
    """Fields of cards that can be tapped instead of typing, drawn together with it."""

    @property
    def id(self) -> str:
        return f"f-{self.name}"

    @property
    def inputs(self) -> tuple[str, ...]:
        return encoding.inputs(self.question.kind, self.name)

    @property
    def usual(self) -> list[str]:
        """The texts of its default."""
        return encoding.to_texts(self.question.kind, self.question.default, self.currency)

    @property
    def text(self) -> str:
        """The value of its only input."""
        return self.texts[0] if self.texts else ""

    @property
    def offered(self) -> list[Choice]:
        """The choices, with the entered ones checked."""
        return [self._choice(answer) for answer in self.choices]

    def _choice(self, answer: Word) -> Choice:
        value, own = encoding.word(answer), self.own_words.get(answer, "")
        return Choice(value, answer.label, answer.help, own, value in self.texts)

    @property
    def helps(self) -> list[Choice]:
        """The choices that have a help text."""
        return [choice for choice in self.offered if choice.help]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of name and points, with an empty one to add."""
        kind = self.question.kind
        assert isinstance(kind, NamedPoints)
        return [*encoding.pairs(self.texts), ("", "")][: kind.most]

    def value(self) -> Any:
        """Returns the entered answer; the default if it is invalid, which sets ``refused``."""
        question = self.question
        try:
            answer = encoding.plain(question, self.texts, self.currency)
            return question.default if answer is None else read(question.kind, question, answer)
        except RefusedError as refused:
            self.refused = refused
            return question.default
