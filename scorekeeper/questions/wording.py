"""Answers, stakes and rules of a game as texts in the reader's language, and which rules differ
from the default.

A rule differs when it was chosen, not when it follows from another: a 201 pool differs in its pool,
not in its drops.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, singledispatch
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.currencies import money, points_text
from scorekeeper.core.localization.sources import origin
from scorekeeper.core.localization.words import words
from scorekeeper.engine.cards import show, show_all
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.engine.outcomes.stored import recall_answers, recalled_items
from scorekeeper.engine.questions.kinds import (
    Amount,
    Card,
    Cards,
    Counts,
    Flag,
    Input,
    Melds,
    NamedPoints,
    Pick,
    Question,
    Steps,
    plays_a_part,
    questions,
)
from scorekeeper.engine.questions.options import load_options, resolve_options, usual_options
from scorekeeper.engine.seats.rules import usual_seats
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.variants import VARIANTS


def answer_text(kind: Input, value: Any, currency: str = "") -> str:
    if value is None or value == ():
        return _("none")
    return _answer_text(kind, value, currency)


@singledispatch
def _answer_text(kind: Input, value: Any, currency: str) -> str:
    return points_text(value) if isinstance(value, int | float) else str(value)


@_answer_text.register
def _pick(kind: Pick, value: Any, currency: str) -> str:
    return _(str(getattr(value, "label", value.value if isinstance(value, Enum) else value)))


@_answer_text.register
def _flag(kind: Flag, value: bool, currency: str) -> str:
    return _("yes") if value else _("no")


@_answer_text.register
def _amount(kind: Amount, value: int, currency: str) -> str:
    return money(value, currency) if currency else str(value)


@_answer_text.register
def _steps(kind: Steps, value: Sequence[int], currency: str) -> str:
    return "–".join(points_text(step) for step in value)


@_answer_text.register
def _counts(kind: Counts, value: Sequence[int], currency: str) -> str:
    counts = [pair for pair in zip(kind.labels, value, strict=False) if pair[1]]
    if kind.named:
        return ", ".join(f"{count} × {label}" for label, count in counts) or _("none")
    return " ".join(f"{label}{count}" for label, count in counts) or _("none")


@_answer_text.register
def _named(kind: NamedPoints, value: Sequence[tuple[str, int]], currency: str) -> str:
    return ", ".join(f"{name} {points}" for name, points in value)


@_answer_text.register
def _card(kind: Card, value: str, currency: str) -> str:
    return words(show(value))


@_answer_text.register
def _cards(kind: Cards, value: Sequence[str], currency: str) -> str:
    return " ".join(words(kind.deck.show(card)) for card in value)


@_answer_text.register
def _melds(kind: Melds, value: Sequence[Sequence[str]], currency: str) -> str:
    return ", ".join(words(show_all(group)) for group in value)


# Stakes --------------------------------------------------------------------------------------


Amounts = tuple[tuple[Question, int], ...]


def amounts(rules: AnyVariant, options: Any) -> Amounts:
    """Returns the applicable amounts under these options, in minor units."""
    values = [
        (q, getattr(options, q.name))
        for q in questions(rules.options)
        if isinstance(q.kind, Amount) and plays_a_part(q, options)
    ]
    return tuple((q, value) for q, value in values if value)


def stakes_text(stakes: Iterable[tuple[Question, int]], currency: str) -> str:
    """Returns ``Stake ₹1.00 · Money for a joker ₹0.50``; "" without stakes, and where no money is
    shown."""
    if not currencies.are_shown():
        return ""
    return " · ".join(
        f"{words(q.label)} {answer_text(q.kind, value, currency)}" for q, value in stakes
    )


def frozen_stakes(rules: AnyVariant, options: Mapping[str, Any], currency: str) -> str:
    """Returns the stakes of a past game."""
    try:
        return stakes_text(amounts(rules, recall_answers(rules.options, options)), currency)
    except RulesChangedError:
        return ""


def with_proposed(rules: AnyVariant, options: Mapping[str, Any], currency: str) -> dict[str, Any]:
    """Returns the options with the stakes proposed for what they leave open."""
    return {**proposed_stakes(rules, currency), **options}


def proposed_stakes(rules: AnyVariant, currency: str) -> Mapping[str, int]:
    """Returns the stakes proposed in this currency where they differ from the rules' defaults;
    none while the currency is unknown, "". A stake that a club must set itself is not proposed."""
    if not currency:
        return {}
    defaults = {
        q.name: q.default
        for q in questions(rules.options)
        if isinstance(q.kind, Amount) and not q.kind.must_ask and q.default
    }
    sums = {name: currencies.table_sum(value, currency) for name, value in defaults.items()}
    return {name: value for name, value in sums.items() if value != defaults[name]}


def chosen_stakes(rules: AnyVariant, options: Mapping[str, Any], currency: str) -> str:
    """Returns the stakes of chosen options, with the usual number of seats."""
    try:
        loaded = load_options(rules, with_proposed(rules, options, currency), usual_seats(rules))
    except EntryError:
        return ""
    return stakes_text(amounts(rules, loaded), currency)


def without_stakes(rules: AnyVariant, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options for a game for points only: amounts are 0, and none is capped."""
    amounts = (q for q in questions(rules.options) if isinstance(q.kind, Amount))
    return {**options, **{q.name: None if q.default is None else 0 for q in amounts}}


def missing_stakes(rules: AnyVariant, options: Mapping[str, Any]) -> list[str]:
    """Returns the names of amounts that a club must set itself at its first game of a variant, as a
    hand moves many of them, that play a part under these options and that ``options`` lacks; none
    where no money is shown."""
    if not currencies.are_shown():
        return []
    try:
        resolved = resolve_options(rules, dict(options), usual_seats(rules))
    except EntryError:
        return []
    return [
        q.name
        for q in questions(rules.options)
        if isinstance(q.kind, Amount)
        and q.kind.must_ask
        and q.name not in options
        and plays_a_part(q, resolved)
    ]


def preset_stakes(rules: AnyVariant, preset: Preset | None, currency: str) -> str:
    """Returns the stakes of a game's preset; None: of the default rules."""
    key = preset.key if preset else ""
    return _preset_text(rules.key, key, currency, get_language(), currencies.reader_key())


@lru_cache(maxsize=1024)
def _preset_text(variant: str, key: str, currency: str, language: str | None, reader: str) -> str:
    """Cached: a page of all games needs sixty of these, which differ by the locale only."""
    rules = VARIANTS[variant]
    options = next((preset.options for preset in rules.presets if preset.key == key), {})
    return chosen_stakes(rules, options, currency)


# Rules ---------------------------------------------------------------------------------------


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
