"""Who took how much from whom, as a square of squares: rows took from columns. The template draws
it; colours are CSS, and a full square is told from an empty one without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

CELL = 32
NAMES, HEAD = 88, 26
"""Room for the names of rows, and for those of columns."""
LARGEST, LEAST = 28, 5
"""Sides of a square."""
SHOWN = 12
"""More cannot be looked over; the others are one column of the table behind it."""

TakenSums: TypeAlias = Mapping[tuple[int, int], int]
"""What the first of two took from the second, by their places, in minor units: more than 0."""


@dataclass(frozen=True, slots=True)
class Square:
    x: float
    y: float
    side: float
    took: bool
    """Who stands in the row took it from who stands in the column; else the other way round."""


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class TakenMatrix:
    rows: tuple[Name, ...]
    heads: tuple[Name, ...]
    squares: tuple[Square, ...]

    @property
    def width(self) -> int:
        return NAMES + CELL * len(self.rows)

    @property
    def height(self) -> int:
        return HEAD + CELL * len(self.rows)

    left = NAMES
    top = HEAD
    names_at = NAMES - 8
    heads_at = HEAD - 8


def matrix(names: Sequence[str], taken: TakenSums) -> TakenMatrix | None:
    """None where nobody took anything."""
    most = max(taken.values(), default=0)
    if not most:
        return None
    heads = short(names)
    rows = (
        name if name.startswith(head) else f"{place} {name}"
        for place, (name, head) in enumerate(zip(names, heads, strict=True), 1)
    )
    return TakenMatrix(
        tuple(Name(_cut(name), _middle(HEAD, at)) for at, name in enumerate(rows)),
        tuple(Name(name, _middle(NAMES, at)) for at, name in enumerate(heads)),
        tuple(_squares(taken, most)),
    )


def _squares(taken: TakenSums, most: int) -> Iterator[Square]:
    for (taker, giver), amount in sorted(taken.items()):
        side = round(max(LEAST, LARGEST * sqrt(amount / most)), 1)
        for row, column in ((taker, giver), (giver, taker)):
            x, y = _middle(NAMES, column) - side / 2, _middle(HEAD, row) - side / 2
            yield Square(round(x, 1), round(y, 1), side, took=row == taker)


def _middle(before: int, place: int) -> float:
    return before + CELL * (place + 0.5)


def _cut(name: str) -> str:
    return name if len(name) <= 9 else name[:8] + "…"


def short(names: Sequence[str]) -> list[str]:
    """Three letters of each, or, where others begin so too, two and the row it stands in,
    which its row tells too.

    >>> short(["Asha", "Priya", "Li", "Priyanka"])
    ['Ash', 'Pr2', 'Li', 'Pr4']
    """
    begins = [name[:3] for name in names]
    return [
        begin if begins.count(begin) == 1 else f"{begin[:2]}{place}"
        for place, begin in enumerate(begins, 1)
    ]


# In numbers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakenRow:
    """In minor units, less than 0 where it was lost."""

    name: str
    cells: tuple[int | None, ...]
    """From each; None: from himself."""
    others: int
    """From all who have no column."""
    in_pots: int
    total: int


def taken_rows(
    names: Sequence[str], taken: TakenSums, in_pots: Mapping[int, int], shown: int = SHOWN
) -> list[TakenRow]:
    """Of the first ``shown``, what each took from each; ``in_pots``: what lies in open ones, which
    counts for nobody yet."""
    net = dict(taken)
    net |= {(giver, taker): -amount for (taker, giver), amount in taken.items()}
    everybody = range(len(names))

    def row(who: int) -> TakenRow:
        told = [net.get((who, other), 0) for other in everybody]
        cells = tuple(None if at == who else told[at] for at in everybody[:shown])
        pot = in_pots.get(who, 0)
        return TakenRow(names[who], cells, sum(told[shown:]), pot, sum(told))

    return [row(who) for who in everybody[:shown]]
