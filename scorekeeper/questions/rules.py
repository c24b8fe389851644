"""A game's rules as texts, and which differ from the default.

A rule differs when it was chosen, not when it follows from another: a 201 pool differs in its pool,
not in its drops.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.sources import origin
from scorekeeper.engine.outcomes.stored import recalled_items
from scorekeeper.engine.questions.kinds import Amount, Question, questions
from scorekeeper.engine.questions.options import load_options, usual_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.questions.stakes import proposed_stakes, with_proposed
from scorekeeper.questions.words import answer_text


@dataclass(frozen=True, slots=True)
class RuleInWords:
    """A rule as text."""

    name: str
    label: str
    help: str
    source: str
    value: str
    usually: str
    differs: bool
    is_money: bool


def rule(rules: AnyVariant, q: Question, value: str, usually: str, differs: bool) -> RuleInWords:
    source = origin(q.kind.source, rules.source)
    return RuleInWords(
        q.name, q.label, q.kind.help, source, value, usually, differs, isinstance(q.kind, Amount)
    )


def is_readable(question: Question | None) -> bool:
    """Whether the reader may see its answer: an amount only where money is shown. None: a rule that
    is no longer known."""
    return currencies.are_shown() or question is None or not isinstance(question.kind, Amount)


@dataclass(frozen=True, slots=True)
class Agreement:
    """A game's rules as stored: see ``engine.outcomes.stored.rules_json``."""

    rules: AnyVariant
    options: Mapping[str, Any]
    rules_json: Mapping[str, Any]
    currency: str

    def all(self) -> list[RuleInWords]:
        """Returns all applicable rules, each with its default."""
        return list(self._worded(frozenset(self.rules_json.get("asked", self.options))))

    def unusual(self) -> list[RuleInWords]:
        """Returns the rules that differ from the default."""
        return list(self._worded(self._usual.keys()))

    @property
    def _usual(self) -> Mapping[str, Any]:
        """The usual value of each chosen option. A stake as it was proposed was not chosen."""
        proposed = proposed_stakes(self.rules, self.currency)
        return {
            name: proposed.get(name, value)
            for name, value in self.rules_json.get("usual", {}).items()
            if name not in proposed or proposed[name] != self.options.get(name)
        }

    def _worded(self, names: frozenset[str] | set[str] | Any) -> Iterator[RuleInWords]:
        usual = {
            name: self._value_text(question, value)
            for name, question, value in recalled_items(self.rules.options, self._usual)
            if is_readable(question)
        }
        for name, question, value in recalled_items(self.rules.options, self.options):
            if name in names and is_readable(question):
                yield self._rule(name, question, self._value_text(question, value), usual.get(name))

    def _rule(
        self, name: str, question: Question | None, words: str, usually: str | None
    ) -> RuleInWords:
        differs, usually = usually is not None, words if usually is None else usually
        if question is not None:
            return rule(self.rules, question, words, usually, differs)
        label = name.replace("_", " ").capitalize()
        return RuleInWords(name, label, "", "", words, usually, differs, is_money=False)

    def _value_text(self, question: Question | None, value: Any) -> str:
        """Returns a value as text; of an unknown option as stored."""
        return str(value) if question is None else answer_text(question.kind, value, self.currency)


def chosen_in_words(
    rules: AnyVariant, options: Mapping[str, Any], seats: int, side: int, currency: str
) -> list[RuleInWords]:
    """Returns the chosen options as texts, each with its default beside the others."""
    loaded = load_options(rules, dict(options), seats, side, without_stakes=True)
    chosen = {name: getattr(loaded, name) for name in options}
    rules_found = []
    for q in questions(rules.options):
        if q.name in chosen and is_readable(q):
            others = {name: value for name, value in chosen.items() if name != q.name}
            others = with_proposed(rules, others, currency)
            usual = getattr(usual_options(rules, others, seats, side), q.name)
            words, usually = (
                answer_text(q.kind, chosen[q.name], currency),
                answer_text(q.kind, usual, currency),
            )
            rules_found.append(rule(rules, q, words, usually, words != usually))
    return rules_found
