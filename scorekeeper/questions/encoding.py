"""Converts answers to the texts of their inputs and back, for a game's options and a hand's
answers. Knows no rule of any game.

An answer is a list of texts in inputs of one name. ``to_texts`` writes it, ``plain`` reads it as
the JSON that the engine's codec checks; ``word`` is the text by which the page's script compares
an answer with a condition. ``currency``: of typed amounts; without it they are minor units.
"""

import re
from collections.abc import Sequence
from enum import Enum
from functools import singledispatch
from itertools import zip_longest
from typing import Any

from django.core.exceptions import ValidationError

from scorekeeper.core.localization import currencies
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import (
    Amount,
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Input,
    Melds,
    NamedPoints,
    Pick,
    Points,
    Question,
    Steps,
    Text,
)
from scorekeeper.engine.words import _

Texts = Sequence[str]
TICKED = "on"
SUM = re.compile(r"\s*-?\d{1,30}(\s*\+\s*-?\d{1,30})*\s*")
SEVERAL = (Counts, Steps, NamedPoints)
"""Kinds with several inputs of one name; the others have one."""


def word(value: Any) -> str:
    """Returns the text of an answer, as its input holds it."""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, bool):
        return TICKED if value else ""
    if isinstance(value, tuple):
        return ",".join(str(v) for v in value)
    return "" if value is None else str(value)


def to_texts(kind: Input, value: Any, currency: str = "") -> list[str]:
    """Returns the texts of an answer; none for no answer."""
    if isinstance(kind, Amount) and currency:
        return [] if value is None else [currencies.typed(value, currency)]
    if isinstance(kind, NamedPoints):
        return [str(part) for pair in value or () for part in pair]
    if isinstance(kind, SEVERAL):
        return [str(v) for v in value or ()]
    if isinstance(kind, Card):
        return ["", ""] if value is None else [value[:-1], value[-1]] if value != JOKER else [JOKER]
    if isinstance(kind, Cards):
        return [" ".join(value)] if value else []
    if isinstance(kind, Melds):
        return [" / ".join(" ".join(group) for group in value)] if value else []
    text = word(value)
    return [text] if text else []


def inputs(kind: Input, name: str) -> tuple[str, ...]:
    """Returns the names of a question's inputs."""
    return (f"{name}-rank", f"{name}-suit") if isinstance(kind, Card) else (name,)


def number(text: str) -> int:
    """Parses a whole number or a sum such as ``12+7+10``. Raises RefusedError."""
    text = text.replace("−", "-")
    if not SUM.fullmatch(text):
        raise RefusedError(_("Enter a whole number."))
    return sum(int(part) for part in text.split("+"))


def first(texts: Texts) -> str:
    return texts[0].strip() if texts else ""


def amount(text: str, currency: str) -> int:
    """Parses an amount to minor units. Raises RefusedError."""
    try:
        return currencies.parse(text, currency)
    except ValidationError as error:
        raise RefusedError(error.messages[0]) from None


def plain(question: Question, texts: Texts, currency: str = "") -> Any:
    """Returns the answer as JSON; None when there is none. Raises RefusedError."""
    if isinstance(question.kind, Amount) and currency:
        return amount(text, currency) if (text := first(texts)) else None
    return _plain(question.kind, question, texts)


def missing_error(kind: Input, currency: str = "") -> RefusedError:
    """Returns the error for a missing answer."""
    try:
        if isinstance(kind, Amount):
            amount("", currency)
        if isinstance(kind, Points | Count):
            number("")
    except RefusedError as refused:
        return refused
    return RefusedError(_("An answer is missing here."))


@singledispatch
def _plain(kind: Input, question: Question, texts: Texts) -> Any:
    raise NotImplementedError(f"nothing to type for {type(kind).__name__}")


@_plain.register
def _pick(kind: Pick, question: Question, texts: Texts) -> Any:
    text = first(texts)
    if not text:
        return None
    enum_class: Any = question.type
    for member in enum_class:
        if str(member.value) == text:
            return member.value
    if text in enum_class.__members__:  # options of an old page
        return enum_class[text].value
    raise RefusedError(_("Choose one of the answers offered."))


@_plain.register
def _number(kind: Points | Count | Amount, question: Question, texts: Texts) -> Any:
    text = first(texts)
    return number(text) if text else None


@_plain.register
def _flag(kind: Flag, question: Question, texts: Texts) -> bool:
    return bool(first(texts))


@_plain.register
def _counts(kind: Counts, question: Question, texts: Texts) -> Any:
    counts = [number(text) if text.strip() else 0 for text in texts]
    if not any(texts) or (question.optional and not any(counts)):
        return None
    return dict(zip(kind.labels, counts, strict=False)) if kind.named else counts


@_plain.register
def _several(kind: Steps, question: Question, texts: Texts) -> Any:
    numbers = [number(text) for text in texts if text.strip()]
    return numbers or (None if question.optional else [])


@_plain.register
def _text(kind: Text, question: Question, texts: Texts) -> Any:
    return first(texts) or None


@_plain.register
def _named_points(kind: NamedPoints, question: Question, texts: Texts) -> Any:
    return [[name, number(points)] for name, points in pairs(texts) if name or points]


def pairs(texts: Texts) -> list[tuple[str, str]]:
    """Returns the trimmed texts in pairs."""
    trimmed = [text.strip() for text in texts]
    return list(zip_longest(trimmed[::2], trimmed[1::2], fillvalue=""))


SYMBOLS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": "", ",": " ", ";": " "})


@_plain.register
def _cards(kind: Cards, question: Question, texts: Texts) -> Any:
    return first(texts).translate(SYMBOLS).strip() or None


@_plain.register
def _melds(kind: Melds, question: Question, texts: Texts) -> Any:
    """Splits melds at ``/`` or line breaks."""
    text = first(texts).translate(SYMBOLS)
    groups = [group.strip() for group in re.split(r"[/|\n]", text)]
    return [group for group in groups if group] or None


@_plain.register
def _card(kind: Card, question: Question, texts: Texts) -> Any:
    rank, suit = (*(text.strip() for text in texts[:2]), "", "")[:2]
    if rank == JOKER or (not rank and not suit):
        return rank or None
    if not rank or not suit:
        raise RefusedError(_("Tap the rank and the suit."))
    return rank + suit
