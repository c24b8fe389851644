"""Which questions a table is asked, and when, as far as its options leave that open.

Whether conditions are met is decided by ``engine.questions.met`` alone. The page's script gets
the same conditions as data (``script``) and evaluates what it is handed: ``static/js/asked.js``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from scorekeeper.asking.wire import word
from scorekeeper.engine.questions import Pick, Question, When, holds, met, questions, unless

F = TypeVar("F", bound=Callable[..., Any])
Rule = tuple[When, ...]
"""Conditions that must all hold; none is on options."""
Scope = Mapping[str, Any]
"""Answers by the names that conditions use: a sibling's, or ``deal.<name>``."""


def of_deal(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers of a deal as a line's conditions name them."""
    return {f"deal.{name}": value for name, value in answers.items()}


def is_on(rule: Rule, scope: Scope) -> bool:
    return met(rule, scope.__getitem__)


@lru_cache(maxsize=2048)
def script(rule: Rule) -> str:
    """The rule as the page's script reads it: a list of which all must hold, each a list of which
    one must, each a name with the answers it may have, and 1 if it may have none of them."""
    told = [[_one(c) for c in _alternatives(condition)] for condition in rule]
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def _alternatives(condition: When) -> list[When]:
    return [condition, *(c for other in condition.otherwise for c in _alternatives(other))]


def _one(condition: When) -> list[Any]:
    told = [condition.name, [word(value) for value in condition.values]]
    return [*told, 1] if condition.negate else told


@dataclass(frozen=True, slots=True)
class Asked:
    """A declared question this table may be asked, with the conditions its options leave open."""

    question: Question
    rule: Rule
    sole: Rule | None
    """One person's answer releases another's while these hold; None when it never does."""

    @property
    def name(self) -> str:
        return self.question.name

    @property
    def for_row(self) -> Rule:
        """What concerns all persons alike."""
        return tuple(condition for condition in self.rule if _is_of_deal(condition))


def _is_of_deal(condition: When) -> bool:
    return all(c.name.startswith("deal.") for c in _alternatives(condition))


def kept(function: F) -> F:
    """Worked out once per table, not with every page."""
    return cast(F, lru_cache(maxsize=512)(function))


@kept
def asked(declared: type[Any], options: Any) -> tuple[Asked, ...]:
    """The questions on a page for a table with these options, in the order declared."""
    shown = [q for q in questions(declared) if not q.kind.counting]
    left = ((q, _left((*q.kind.when, *q.kind.screen), options)) for q in shown)
    return tuple(Asked(q, rule, _sole(q, options)) for q, rule in left if rule is not None)


def _sole(question: Question, options: Any) -> Rule | None:
    return None if question.kind.sole is None else _left(question.kind.sole, options)


def _left(conditions: tuple[When, ...], options: Any) -> Rule | None:
    """The conditions that options do not meet already; None when one can never be met."""
    rule = []
    for condition in conditions:
        bare = [replace(c, otherwise=()) for c in _alternatives(condition)]
        fixed = [c for c in bare if c.name.startswith("options.")]
        if any(holds(c, None, None, options) for c in fixed):
            continue
        if not (open_ := [c for c in bare if c not in fixed]):
            return None
        rule.append(replace(open_[0], otherwise=tuple(open_[1:])))
    return tuple(rule)


@kept
def counted_deals(deal: type[Any], is_void: Callable[[Any], bool]) -> Rule:
    """The conditions under which the lines of a deal are looked at."""
    rule = []
    for q in questions(deal):
        if isinstance(q.kind, Pick):
            void = [m for m in q.type if is_void(deal(**{q.name: m}))]
            if void and not is_void(deal()):
                rule.append(unless(f"deal.{q.name}", *void))
    return tuple(rule)
