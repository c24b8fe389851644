"""Answers of options and hands as text in the reader's language."""

from collections.abc import Sequence
from enum import Enum
from functools import singledispatch
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.localization.currencies import money, points_text
from scorekeeper.core.localization.words import words
from scorekeeper.engine.cards import show, show_all
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
    Steps,
)


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
