"""Rules in words: those of a game as they were agreed, and those that are not usual.

A rule is unusual when somebody chose it, not when it follows from another: a 201 pool differs in
its pool, and not in the drops that go with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.asking.words import said
from scorekeeper.engine.kept import recalled_items
from scorekeeper.engine.options import load_options, usual_options
from scorekeeper.engine.questions import Amount, Question, questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.wording.sources import origin


@dataclass(frozen=True, slots=True)
class RuleInWords:
    """One option in words."""

    name: str
    label: str
    help: str
    source: str
    said: str
    usually: str
    differs: bool
    is_money: bool


def rule(rules: AnyVariant, q: Question, said: str, usually: str, differs: bool) -> RuleInWords:
    source = origin(q.kind.source, rules.source)
    return RuleInWords(
        q.name, q.label, q.kind.help, source, said, usually, differs, isinstance(q.kind, Amount)
    )


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a game's table agreed on, as it was kept: see ``engine.kept.rules_json``."""

    rules: AnyVariant
    options: Mapping[str, Any]
    told: Mapping[str, Any]
    currency: str

    def all(self) -> list[RuleInWords]:
        """All rules that play a part, each with what is usual."""
        return list(self._worded(frozenset(self.told.get("asked", self.options))))

    def unusual(self) -> list[RuleInWords]:
        """What differs from the usual."""
        return list(self._worded(self._usual.keys()))

    @property
    def _usual(self) -> Mapping[str, Any]:
        usual: Mapping[str, Any] = self.told.get("usual", {})
        return usual

    def _worded(self, names: frozenset[str] | set[str] | Any) -> Iterator[RuleInWords]:
        usual = {
            name: self._said(question, value)
            for name, question, value in recalled_items(self.rules.options, self._usual)
        }
        for name, question, value in recalled_items(self.rules.options, self.options):
            if name in names:
                yield self._rule(name, question, self._said(question, value), usual.get(name))

    def _rule(
        self, name: str, question: Question | None, words: str, usually: str | None
    ) -> RuleInWords:
        differs, usually = usually is not None, words if usually is None else usually
        if question is not None:
            return rule(self.rules, question, words, usually, differs)
        label = name.replace("_", " ").capitalize()
        return RuleInWords(name, label, "", "", words, usually, differs, is_money=False)

    def _said(self, question: Question | None, value: Any) -> str:
        """An option that today's rules do not know is shown as it was written."""
        return str(value) if question is None else said(question.kind, value, self.currency)


def chosen_in_words(
    rules: AnyVariant, told: Mapping[str, Any], seats: int, side: int, currency: str
) -> list[RuleInWords]:
    """Options that were chosen, each with what it would be at such a table beside the others.

    ``told`` can be loaded there.
    """
    options = load_options(rules, dict(told), seats, side)
    chosen = {name: getattr(options, name) for name in told}
    found = []
    for q in questions(rules.options):
        if q.name in chosen:
            others = {name: value for name, value in chosen.items() if name != q.name}
            usual = getattr(usual_options(rules, others, seats, side), q.name)
            words, usually = said(q.kind, chosen[q.name], currency), said(q.kind, usual, currency)
            found.append(rule(rules, q, words, usually, words != usually))
    return found
