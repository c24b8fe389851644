"""A question on a page: whether it is asked, its entered texts, choices and errors.

``engine.questions.kinds.met`` alone decides whether conditions are met. The page's script gets the
same conditions as data (``script``): ``static/js/questions.js``.

``texts`` are the values of its inputs (``encoding``). Questions of a hand are drawn by
``templates/table/entry/kinds/``, options by ``templates/questions/_option.html``. Both share what
an answer is, not its look: a hand is entered on our own pad, by tapped cards and steppers; a rule
is typed on the keyboard and shown with its default, source and help.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from scorekeeper.core.localization.words import words
from scorekeeper.engine.questions.codec import RefusedError, read
from scorekeeper.engine.questions.kinds import (
    NamedPoints,
    Pick,
    Question,
    When,
    Word,
    holds,
    is_void,
    met,
    questions,
    unless,
)
from scorekeeper.engine.variant import Limit, Limits
from scorekeeper.questions import encoding
from scorekeeper.questions.encoding import word

F = TypeVar("F", bound=Callable[..., Any])
Rule = tuple[When, ...]
"""Conditions that must all hold; none depends on options."""
Scope = Mapping[str, Any]
"""Answers by the names used in conditions: ``name`` of a sibling, or ``deal.<name>``."""


def deal_scope(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a deal's answers by the names used in a line's conditions."""
    return {f"deal.{name}": value for name, value in answers.items()}


def is_on(rule: Rule, scope: Scope) -> bool:
    return met(rule, scope.__getitem__)


@lru_cache(maxsize=2048)
def script(rule: Rule) -> str:
    """Returns the rule as JSON for the page's script: a list of conditions that must all hold, each
    a list of alternatives ``[name, answers]``, with a third element 1 if negated."""
    conditions = [[_condition_json(c) for c in _alternatives(condition)] for condition in rule]
    return json.dumps(conditions, separators=(",", ":"), ensure_ascii=False)


def script_limit(limit: Limit) -> str | int | None:
    """Returns a limit for the page's script: a number, or JSON of pairs of conditions and
    number."""
    if limit is None or isinstance(limit, int):
        return limit
    return "[" + ",".join(f"[{script(rule)},{number}]" for rule, number in limit) + "]"


def _alternatives(condition: When) -> list[When]:
    return [condition, *(c for other in condition.otherwise for c in _alternatives(other))]


def _condition_json(condition: When) -> list[Any]:
    name_and_values = [condition.name, [word(value) for value in condition.values]]
    return [*name_and_values, 1] if condition.negate else name_and_values


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that a game may ask, with the conditions its options leave open."""

    question: Question
    rule: Rule
    sole: Rule | None
    """While these hold, only one person has to answer; None: never."""

    @property
    def name(self) -> str:
        return self.question.name

    @property
    def for_row(self) -> Rule:
        """The conditions that concern all persons alike."""
        return tuple(condition for condition in self.rule if _is_of_deal(condition))


def _is_of_deal(condition: When) -> bool:
    return all(c.name.startswith("deal.") for c in _alternatives(condition))


def cached_per_table(function: F) -> F:
    """Caches a function's results per set of options."""
    return cast(F, lru_cache(maxsize=512)(function))


@cached_per_table
def asked_questions(declared: type[Any], options: Any) -> tuple[AskedQuestion, ...]:
    """Returns the questions of a game with these options, in the order declared."""
    declared_questions = [q for q in questions(declared) if not q.kind.counting]
    open_questions = (
        (q, _open_conditions((*q.kind.when, *q.kind.screen), options)) for q in declared_questions
    )
    return tuple(
        AskedQuestion(q, rule, _open_conditions(q.kind.sole, options))
        for q, rule in open_questions
        if rule is not None
    )


def _open_conditions(conditions: tuple[When, ...] | None, options: Any) -> Rule | None:
    """Returns the conditions not yet met by the options; None if there are none, or one can never
    be met."""
    if conditions is None:
        return None
    rule = []
    for condition in conditions:
        alternatives = [replace(c, otherwise=()) for c in _alternatives(condition)]
        on_options = [c for c in alternatives if c.name.startswith("options.")]
        if any(holds(c, None, None, options) for c in on_options):
            continue
        if not (remaining := [c for c in alternatives if c not in on_options]):
            return None
        rule.append(replace(remaining[0], otherwise=tuple(remaining[1:])))
    return tuple(rule)


@cached_per_table
def counted_deals(deal: type[Any]) -> Rule:
    """Returns the conditions under which a deal's lines count."""
    rule = []
    for q in questions(deal):
        if isinstance(q.kind, Pick):
            void_members = [m for m in q.type if is_void(deal(**{q.name: m}))]
            if void_members and not is_void(deal()):
                rule.append(unless(f"deal.{q.name}", *void_members))
    return tuple(rule)


# The field -----------------------------------------------------------------------------------


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

    @property
    def text(self) -> str:
        return self.own or words(self.label)


@dataclass(slots=True)
class Field:
    question: Question
    name: str
    """Name of its inputs."""
    texts: list[str]
    choices: tuple[Any, ...] = ()
    """The members of a Pick, or (index, name) of each seat."""
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
    """The limits that the game sets (``Variant.limits``), besides those of its kind."""
    tapped: "tuple[Field, ...]" = ()
    """Fields of cards that can be tapped instead of typing, drawn together with it."""

    @property
    def id(self) -> str:
        return f"f-{self.name}"

    @property
    def label(self) -> str:
        """The table's own, else the game's."""
        return self.own_words.get(self.question.name) or words(self.question.label)

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
