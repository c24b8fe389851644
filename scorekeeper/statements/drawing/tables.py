"""Tables whose head repeats on every page, and boxes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from reportlab.platypus import Flowable, LongTable, Table

from scorekeeper.statements.drawing.document import INSIDE
from scorekeeper.statements.drawing.flowables import Text
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import FELT, LINE, WHITE, Align, Look

PADDING: Final = 4.0
MOST_LINES: Final = 16
"""A row must fit on a page."""
BODY: Final = Look(8.5, leading=1.25, most=MOST_LINES)
HEADING: Final = Look(8, Style.BOLD, WHITE, leading=1.25, most=3)

Cell: TypeAlias = str | Flowable | Sequence[Flowable]


@dataclass(frozen=True, slots=True)
class Row:
    """``notes`` stand under it, the first on the same page; ``is_sum``: with a heavier line above,
    and on the same page as the row before."""

    cells: Sequence[Cell]
    notes: Sequence[Flowable] = ()
    is_sum: bool = False


def columns(*widths: float) -> list[tuple[float, Align]]:
    """Returns widths and alignments: a negative width is right-aligned, 0 takes what is left."""
    rest = INSIDE - sum(map(abs, widths))
    return [(abs(width) or rest, "right" if width < 0 else "left") for width in widths]


def table(
    widths: Sequence[tuple[float, Align]],
    names: Sequence[str],
    rows: Sequence[Row],
    look: Look = BODY,
) -> LongTable:
    """``look``: of cells that are plain strings."""
    aligns = [align for _width, align in widths]
    data: list[list[Any]] = [_cells(names, aligns, HEADING)]
    style: list[tuple[Any, ...]] = [*TABLE_STYLE]
    for row in rows:
        index = len(data)
        if index > 1:
            heavy = (0.8, FELT) if row.is_sum else (0.5, LINE)
            style.append(("LINEABOVE", (0, index), (-1, index), *heavy))
        data.append(_cells(row.cells, aligns, look))
        for note_index, note in enumerate(row.notes, start=index + 1):
            data.append(["", [note], *[""] * (len(widths) - 2)])
            style.append(("TOPPADDING", (0, note_index), (-1, note_index), 0))
        if row.notes:
            style.append(("BOTTOMPADDING", (0, index), (-1, len(data) - 2), 1))
            style.append(("NOSPLIT", (0, index), (0, index + 1)))
        if row.is_sum and index > 1:
            style.append(("NOSPLIT", (0, index - 1), (0, index)))
    return LongTable(
        data, [width for width, _align in widths], style=style, repeatRows=1, spaceAfter=8
    )


def _cells(cells: Sequence[Cell], aligns: Sequence[Align], look: Look) -> list[list[Flowable]]:
    return [_cell(cell, align, look) for cell, align in zip(cells, aligns, strict=True)]


def _cell(cell: Cell, align: Align, look: Look) -> list[Flowable]:
    if isinstance(cell, str):
        return [Text(cell, look.changed(align=align))] if cell else []
    parts = [cell] if isinstance(cell, Flowable) else list(cell)
    for part in parts:
        if isinstance(part, Text):
            part.look = part.look.changed(align=align, leading=BODY.leading)
    return parts


def padded(beside: float, above: float) -> list[tuple[Any, ...]]:
    """Returns the padding of every cell."""
    sides = ("LEFT", beside), ("RIGHT", beside), ("TOP", above), ("BOTTOM", above)
    return [(f"{side}PADDING", (0, 0), (-1, -1), padding) for side, padding in sides]


def boxed(parts: Sequence[Cell], widths: Sequence[float], padding: float) -> Table:
    """Parts beside each other in a box with round corners."""
    style = [
        ("BOX", (0, 0), (-1, -1), 0.5, LINE),
        ("ROUNDEDCORNERS", [4] * 4),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        *padded(padding, padding),
    ]
    return Table([list(parts)], widths, style=style)


TABLE_STYLE: Final = (
    ("BACKGROUND", (0, 0), (-1, 0), FELT),
    ("LINEBELOW", (0, -1), (-1, -1), 0.8, FELT),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    *padded(PADDING, PADDING - 1),
)
