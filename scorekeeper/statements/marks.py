"""What stands on a page: words, boxes, lines. Laid out first, and painted when all is in its place.

Places are points from the upper left corner of the page. Knows nothing of what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Final, TypeAlias, cast

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr
from reportlab.pdfgen.canvas import Canvas

from scorekeeper.statements.typesetting import Run

WIDTH: Final[float] = A4[0]
HEIGHT: Final[float] = A4[1]

Colour: TypeAlias = tuple[float, float, float]
Spot: TypeAlias = tuple[float, float]


def colour(text: str) -> Colour:
    """``#23604a`` in parts of one."""
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return round(red, 3), round(green, 3), round(blue, 3)


FELT: Final = colour("#23604a")
INK: Final = colour("#2b2115")
SOFT: Final = colour("#6b5b45")
LINE: Final = colour("#d9cbb0")
RED: Final = colour("#a3301b")
GREEN: Final = colour("#17633f")
WHITE: Final = colour("#ffffff")


@dataclass(frozen=True, slots=True)
class Written:
    x: float
    y: float
    """Of the line the letters stand on."""
    runs: tuple[Run, ...]
    size: float
    colour: Colour
    text: str = ""
    """As it is read aloud: ``runs`` has the letters as they are drawn."""

    @property
    def width(self) -> float:
        return sum(run.width for run in self.runs) * self.size


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    colour: Colour
    round: float = 0
    """Radius of its corners."""
    edge: Colour | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line from spot to spot, or the area inside it where it is ``closed``."""

    spots: tuple[Spot, ...]
    colour: Colour
    thick: float = 1
    dashes: tuple[float, ...] = ()
    """Lengths of dashes and gaps in turn; () is one line."""
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Matrix:
    """A sign to be scanned: dark squares by rows."""

    x: float
    y: float
    size: float
    """Of the whole, which is a square."""
    rows: tuple[tuple[bool, ...], ...]
    link: str = ""
    """What it leads to, for who has the sheet on a screen."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that the list of contents leads to. ``level``: 0 for the outermost."""

    y: float
    title: str
    level: int = 0


Mark: TypeAlias = Written | Box | Drawn | Matrix | Anchor


def moved(mark: Mark, right: float, down: float) -> Mark:
    if isinstance(mark, Drawn):
        return replace(mark, spots=tuple((x + right, y + down) for x, y in mark.spots))
    if isinstance(mark, Anchor):
        return replace(mark, y=mark.y + down)
    return replace(mark, x=mark.x + right, y=mark.y + down)


def mirrored(mark: Mark, width: float = WIDTH) -> Mark:
    """Where it stands on a page that is read from the right. Letters and signs stay themselves."""
    if isinstance(mark, Drawn):
        return replace(mark, spots=tuple((width - x, y) for x, y in mark.spots))
    if isinstance(mark, Anchor):
        return mark
    taken = mark.size if isinstance(mark, Matrix) else mark.width
    return replace(mark, x=width - mark.x - taken)


# Painting -----------------------------------------------------------------------------------


def paint(canvas: Canvas, marks: Sequence[Mark], height: float = HEIGHT) -> None:
    """Draw one page of this height."""
    for is_text, group in groupby(marks, key=lambda mark: isinstance(mark, Written)):
        if is_text:
            _write(canvas, cast("Iterable[Written]", group), height)
            continue
        for mark in group:
            if isinstance(mark, Box):
                _fill(canvas, mark, height)
            elif isinstance(mark, Drawn):
                _trace(canvas, mark, height)
            elif isinstance(mark, Matrix):
                _stamp(canvas, mark, height)
            elif isinstance(mark, Anchor):
                _remember(canvas, mark, height)


def _write(canvas: Canvas, lines: Iterable[Written], height: float) -> None:
    """Letters that were moved or joined are read aloud, and copied, as they were typed."""
    text: Any = canvas.beginText()
    hue: Colour | None = None
    font: tuple[str, float] | None = None
    for line in lines:
        if line.colour != hue:
            hue = line.colour
            text.setFillColorRGB(*hue)
        x = line.x
        changed = line.text and "".join(run.text for run in line.runs) != line.text
        if changed:
            told = line.text.encode("utf-16-be", "ignore").hex().upper()
            text._code.append(f"/Span <</ActualText <FEFF{told}>>> BDC")
        for run in line.runs:
            if font != (run.font, line.size):
                font = run.font, line.size
                text.setFont(*font)
            for letters, taken, rise in _by_height(run):
                text.setTextOrigin(x, height - line.y + rise * line.size)
                text.textOut(letters)
                x += taken * line.size
        if changed:
            text._code.append("EMC")
    canvas.drawText(text)


def _by_height(run: Run) -> Iterator[tuple[str, float, float]]:
    """Letters that stand on one line, their width, and how far that is above the line of the run.
    ReportLab's own way (``setRise``) fails where a run begins with a raised letter, and sinks what
    comes after two of them."""
    places: Sequence[ShapeData] = getattr(run.text, "__shapeData__", ())
    if not any(place.y_offset for place in places):
        yield run.text, run.width, 0
        return
    glyphs = zip(run.text, places, strict=True)
    for rise, group in groupby(glyphs, key=lambda glyph: float(glyph[1].y_offset)):
        letters, level = zip(*group, strict=True)
        flat = [place._replace(y_offset=0) for place in level]
        shaped = ShapedStr("".join(letters), flat)  # type: ignore[arg-type]
        yield shaped, sum(place.x_advance for place in flat) / 1000, rise / 1000


def _fill(canvas: Canvas, box: Box, height: float) -> None:
    canvas.setFillColorRGB(*box.colour)
    place = box.x, height - box.y - box.height, box.width, box.height
    if box.edge:
        canvas.setStrokeColorRGB(*box.edge)
        canvas.setLineWidth(0.5)
        canvas.setDash()
    edge = int(box.edge is not None)
    if box.round:
        canvas.roundRect(*place, box.round, stroke=edge, fill=1)
    else:
        canvas.rect(*place, stroke=edge, fill=1)


def _trace(canvas: Canvas, drawn: Drawn, height: float) -> None:
    path = canvas.beginPath()
    for place, (x, y) in enumerate(drawn.spots):
        (path.lineTo if place else path.moveTo)(x, height - y)
    if drawn.closed:
        path.close()
        canvas.setFillColorRGB(*drawn.colour)
        canvas.drawPath(path, stroke=0, fill=1)
        return
    canvas.setStrokeColorRGB(*drawn.colour)
    canvas.setLineWidth(drawn.thick)
    canvas.setLineJoin(1)
    canvas.setDash(list(drawn.dashes))
    canvas.drawPath(path, stroke=1, fill=0)


def _remember(canvas: Canvas, anchor: Anchor, height: float) -> None:
    key = f"{canvas.getPageNumber()}-{anchor.y:.1f}"
    canvas.bookmarkPage(key, fit="XYZ", left=0, top=height - anchor.y)
    canvas.addOutlineEntry(anchor.title, key, anchor.level)


def _stamp(canvas: Canvas, matrix: Matrix, height: float) -> None:
    """Neighbours in a row are one box, so that no seam shows between them."""
    side = matrix.size / len(matrix.rows)
    path = canvas.beginPath()
    for down, row in enumerate(matrix.rows):
        bottom, start = height - matrix.y - (down + 1) * side, None
        for at, dark in enumerate((*row, False)):
            if dark and start is None:
                start = at
            elif not dark and start is not None:
                path.rect(matrix.x + start * side, bottom, (at - start) * side, side)
                start = None
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawPath(path, stroke=0, fill=1)
    if matrix.link:
        top = height - matrix.y
        canvas.linkURL(matrix.link, (matrix.x, top - matrix.size, matrix.x + matrix.size, top))
