"""The rules of a game in words: all of them as they were frozen, and those that are not usual.

A rule is unusual when somebody chose it, not when it follows from another: a 201 pool differs in
its pool, and not in the drops that go with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from scorekeeper.asking.options import origin, said
from scorekeeper.engine.questions import Amount, Question, holds, questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.variants import VARIANTS

Stated: TypeAlias = tuple[Question, Any, Any]
"""A question with the answer chosen and the usual one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One option in words."""

    question: Question
    said: str
    usually: str
    differs: bool

    @property
    def source(self) -> str:
        return origin(self.question.kind.source)

    @property
    def is_money(self) -> bool:
        return isinstance(self.question.kind, Amount)


@lru_cache(maxsize=512)
def stated(key: str, options: Any, seats: int, side: int) -> tuple[Stated, ...]:
    """The options somebody chose, of those asked at all. The same for the whole game."""
    rules = VARIANTS[key]
    found = rules.stated(options, seats, side)
    return tuple((q, *found[q.name]) for q in asked(rules, options) if q.name in found)


def asked(rules: AnyVariant, options: Any) -> Iterator[Question]:
    """The options that play a part beside the others chosen."""
    for q in questions(rules.options):
        if all(holds(condition, options, None, options) for condition in q.kind.when):
            yield q


def unusual(
    rules: AnyVariant, options: Any, seats: int, side: int, currency: str
) -> tuple[Rule, ...]:
    """The house rules: what differs from the usual."""
    return tuple(
        Rule(q, said(q.kind, value, currency), said(q.kind, usual, currency), True)
        for q, value, usual in stated(rules.key, options, seats, side)
    )


def in_words(rules: AnyVariant, options: Any, seats: int, side: int, currency: str) -> list[Rule]:
    """All rules that play a part, each with what is usual."""
    marked = {rule.question.name: rule for rule in unusual(rules, options, seats, side, currency)}
    told = []
    for q in asked(rules, options):
        words = said(q.kind, getattr(options, q.name), currency)
        told.append(marked.get(q.name) or Rule(q, words, words, False))
    return told


def chosen_in_words(
    rules: AnyVariant, told: Mapping[str, Any], seats: int, side: int, currency: str
) -> list[Rule]:
    """Options that were chosen, each with what it would be at such a table beside the others.

    ``told`` can be loaded there.
    """
    options = rules.load_options(dict(told), seats, side)
    chosen = {name: getattr(options, name) for name in told}
    found = []
    for q in questions(rules.options):
        if q.name in chosen:
            others = {name: value for name, value in chosen.items() if name != q.name}
            usual = getattr(rules.usual(others, seats, side), q.name)
            words, usually = said(q.kind, chosen[q.name], currency), said(q.kind, usual, currency)
            found.append(Rule(q, words, usually, words != usually))
    return found
