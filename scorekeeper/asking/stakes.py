"""What a game is played for, said before its first hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from scorekeeper.asking.words import said
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.engine.kept import recall_answers
from scorekeeper.engine.options import load_options
from scorekeeper.engine.questions import Amount, Question, plays_a_part, questions
from scorekeeper.engine.seats import usual_seats
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.variants import VARIANTS
from scorekeeper.wording import currencies
from scorekeeper.wording.words import words

Amounts = tuple[tuple[Question, int], ...]


def amounts(rules: AnyVariant, options: Any) -> Amounts:
    """The money that plays a part under these options, in minor units."""
    found = [
        (q, getattr(options, q.name))
        for q in questions(rules.options)
        if isinstance(q.kind, Amount) and plays_a_part(q, options)
    ]
    return tuple((q, value) for q, value in found if value)


def in_words(found: Iterable[tuple[Question, int]], currency: str) -> str:
    """``Stake ₹1.00 · Money for a joker ₹0.50``; empty where no money is played for."""
    return " · ".join(f"{words(q.label)} {said(q.kind, value, currency)}" for q, value in found)


def as_frozen(rules: AnyVariant, told: Mapping[str, Any], currency: str) -> str:
    """Of a game that was played."""
    try:
        return in_words(amounts(rules, recall_answers(rules.options, told)), currency)
    except RulesChangedError:
        return ""


def chosen(rules: AnyVariant, told: Mapping[str, Any], currency: str) -> str:
    """Of options that were chosen, at a usual table."""
    try:
        options = load_options(rules, dict(told), usual_seats(rules))
    except EntryError:
        return ""
    return in_words(amounts(rules, options), currency)


def unsaid(rules: AnyVariant, told: Mapping[str, Any]) -> list[str]:
    """The money, by name, of which a hand moves many and which ``told`` leaves open: a club says
    itself how much it is, at its first game of this kind."""
    return [
        q.name
        for q in questions(rules.options)
        if isinstance(q.kind, Amount) and q.kind.must_ask and q.name not in told
    ]


def of_preset(rules: AnyVariant, preset: Preset | None, currency: str) -> str:
    """Of a way of playing that comes with the game; None: the usual one."""
    key = preset.key if preset else ""
    return _preset_in_words(rules.key, key, currency, get_language(), currencies.locale())


@lru_cache(maxsize=1024)
def _preset_in_words(
    variant: str, key: str, currency: str, language: str | None, locale: object
) -> str:
    """A page of all games asks for sixty of these, of which only the reader makes a difference."""
    return in_words(_of_preset(variant, key), currency)


@lru_cache(maxsize=256)
def _of_preset(variant: str, key: str) -> Amounts:
    rules = VARIANTS[variant]
    told = next((preset.options for preset in rules.presets if preset.key == key), {})
    seats = usual_seats(rules)
    try:
        return amounts(rules, load_options(rules, dict(told), seats))
    except EntryError:
        return ()
