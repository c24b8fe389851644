"""The stakes of a game as text, shown before its first hand."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.engine.outcomes.stored import recall_answers
from scorekeeper.engine.questions.kinds import Amount, Question, plays_a_part, questions
from scorekeeper.engine.questions.options import load_options, resolve_options
from scorekeeper.engine.seats.rules import usual_seats
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.questions.words import answer_text
from scorekeeper.variants import VARIANTS

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
