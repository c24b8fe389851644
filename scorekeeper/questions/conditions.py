"""Which questions a game with given options asks, and under which conditions.

``engine.questions.kinds.met`` alone decides whether conditions are met. The page's script gets the
same conditions as data (``script``): ``static/js/questions.js``.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from scorekeeper.engine.questions.kinds import (
    Pick,
    Question,
    When,
    holds,
    is_void,
    met,
    questions,
    unless,
)
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
