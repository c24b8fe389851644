"""Declares questions as fields of a dataclass, one function for each kind of answer::

    from scorekeeper.engine.questions import fields as ask

    first_drop: int = ask.points(_("First drop"), 20, max=500, source="indian_rummy.md §6.1")

The first three parameters are label, default and help; the others belong to the kind
(``questions``). ``question`` takes a kind that several games share. Each function returns a
``dataclasses.field`` but is typed as its default, so that mypy refuses a default of another type
than the field's.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any, TypedDict, TypeVar, Unpack

from scorekeeper.engine.cards import PLAYING_CARDS, Deck
from scorekeeper.engine.questions.kinds import (
    QUESTION,
    Amount,
    Both,
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Input,
    Melds,
    Pick,
    Points,
    Steps,
    Text,
    When,
)

T = TypeVar("T")


class Common(TypedDict, total=False):
    """Parameters of every kind (``questions.Input``)."""

    source: str
    when: tuple[When, ...]
    screen: tuple[When, ...]
    sole: tuple[When, ...] | None
    nobody: bool
    always: bool
    counting: bool
    seldom: bool
    ends: bool


def question(kind: Input, default: T) -> T:
    declared: Any = field(default=default, metadata={QUESTION: kind})
    return declared  # type: ignore[no-any-return]


def pick(
    label: str,
    default: T,
    help: str = "",
    *,
    suggest: object = None,
    sole_value: object = None,
    **common: Unpack[Common],
) -> T:
    return question(
        Pick(label=label, help=help, suggest=suggest, sole_value=sole_value, **common), default
    )


def points(
    label: str,
    default: T,
    help: str = "",
    *,
    min: int = 0,
    max: int | None = None,
    empty: tuple[When, ...] | None = None,
    skip: tuple[When, ...] | None = None,
    **common: Unpack[Common],
) -> T:
    kind = Points(
        label=label,
        help=help,
        min=min,
        max=max,
        empty=empty,
        skip=skip,
        **common,
    )
    return question(kind, default)


def count(
    label: str,
    default: T,
    help: str = "",
    *,
    min: int = 0,
    max: int | None = 9,
    **common: Unpack[Common],
) -> T:
    return question(Count(label=label, help=help, min=min, max=max, **common), default)


def counts(
    label: str,
    default: T,
    help: str = "",
    *,
    labels: tuple[str, ...] = (),
    max: int = 9,
    most: tuple[int, ...] = (),
    named: bool = False,
    **common: Unpack[Common],
) -> T:
    return question(
        Counts(label=label, help=help, labels=labels, max=max, most=most, named=named, **common),
        default,
    )


def steps(
    label: str,
    default: T,
    help: str = "",
    *,
    min: int = 0,
    length: int | None = None,
    **common: Unpack[Common],
) -> T:
    return question(Steps(label=label, help=help, min=min, length=length, **common), default)


def flag(label: str, default: bool = False, help: str = "", **common: Unpack[Common]) -> bool:
    return question(Flag(label=label, help=help, **common), default)


def amount(
    label: str,
    default: T,
    help: str = "",
    *,
    min: int = 0,
    must_ask: bool = False,
    **common: Unpack[Common],
) -> T:
    return question(Amount(label=label, help=help, min=min, must_ask=must_ask, **common), default)


def text(label: str, default: T, help: str = "", *, max: int = 20, **common: Unpack[Common]) -> T:
    return question(Text(label=label, help=help, max=max, **common), default)


def card(
    label: str, default: T, help: str = "", *, joker: bool = True, **common: Unpack[Common]
) -> T:
    return question(Card(label=label, help=help, joker=joker, **common), default)


def cards(
    label: str,
    default: T,
    help: str = "",
    *,
    sizes: tuple[int, ...] = (),
    joker: bool = True,
    deck: Deck = PLAYING_CARDS,
    instead: str = "",
    both: Both = Both.AGREE,
    **common: Unpack[Common],
) -> T:
    return question(
        Cards(
            label=label,
            help=help,
            sizes=sizes,
            joker=joker,
            deck=deck,
            instead=instead,
            both=both,
            **common,
        ),
        default,
    )


def melds(
    label: str, default: T, help: str = "", *, joker: bool = True, **common: Unpack[Common]
) -> T:
    return question(Melds(label=label, help=help, joker=joker, **common), default)
