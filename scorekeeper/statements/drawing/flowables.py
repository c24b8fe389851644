"""The parts of a page: text, headings, drawings, strips. Each knows its size and draws itself;
ReportLab's frames and tables place it.

A right-to-left page is drawn mirrored as a whole (``document``); what must not be mirrored, letters
and QR codes, is turned back (``upright``).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, Final

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject
from reportlab.platypus import Flowable

from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import FELT, SOFT, Look
from scorekeeper.statements.drawing.typesetting import fit, plain, runs, width, wrap

BODY: Final = Look()
ALIGN_SHARE: Final = {"left": 0.0, "centre": 0.5, "right": 1.0}
Spot = tuple[float, float]


class _TextObject(PDFTextObject):
    """Works around ReportLab: it fails where text begins with a raised letter, and sinks what
    follows two of them, because it undoes a rise that comes right before another. Here none
    does."""

    def setRise(self, rise: float) -> None:  # noqa: N802
        self.setCharSpace(0)
        super().setRise(rise)


@contextmanager
def upright(canvas: Canvas, x: float, y: float, width: float) -> Iterator[Spot]:
    """Yields where to draw an object of ``width`` at ``x`` so that it is not mirrored."""
    if not getattr(canvas, "leftward", False):
        yield x, y
        return
    canvas.saveState()
    canvas.translate(x + width, y)
    canvas.scale(-1, 1)
    yield 0, 0
    canvas.restoreState()


def write(canvas: Canvas, x: float, y: float, line: str, look: Look) -> None:
    """Writes one line that begins, ends or is centred at ``x``, with its baseline at ``y``. Moved
    or joined letters are read aloud, and copied, as they were typed."""
    pieces = runs(line, look.style, getattr(canvas, "leftward", False))
    if not pieces:
        return
    line_width = sum(piece.width for piece in pieces) * look.size
    typed = plain(line)
    is_changed = "".join(piece.text for piece in pieces) != typed
    with upright(canvas, x - line_width * ALIGN_SHARE[look.align], y, line_width) as (left, base):
        if is_changed:
            typed_hex = typed.encode("utf-16-be", "ignore").hex().upper()
            canvas.addLiteral(f"/Span <</ActualText <FEFF{typed_hex}>>> BDC")
        letters = _TextObject(canvas, left, base)
        letters.setFillColor(look.colour)
        for piece in pieces:
            letters.setFont(piece.font, look.size)
            if left != letters.getX():
                letters.setTextOrigin(left, base)
            letters.textOut(piece.text)
            left += piece.width * look.size
        canvas.drawText(letters)
        if is_changed:
            canvas.addLiteral("EMC")


class Text(Flowable):
    """Text in lines. ``room``: its width, where that is not all there is."""

    def __init__(self, text: str, look: Look = BODY, *, room: float = 0, **changes: Any) -> None:
        super().__init__()
        self.text, self.look, self.room = text, look.changed(**changes) if changes else look, room
        self.width = 0.0
        self.lines: tuple[str, ...] = ()

    def wrap(self, available: float, _height: float) -> Spot:
        look, previous_width = self.look, self.width
        self.width = self.room or available
        if self.lines and previous_width == self.width:
            return self.width, self.height
        if look.least:
            look = self.look = look.changed(
                size=fit(self.text, self.width, look.size, look.least, look.style), least=0
            )
        self.lines = wrap(self.text, self.width / look.size, look.style, look.most)
        self.height = len(self.lines) * look.size * look.leading
        return self.width, self.height

    def split(self, available: float, height: float) -> list[Flowable]:
        self.wrap(available, height)
        line_count = int(height / (self.look.size * self.look.leading))
        if not 0 < line_count < len(self.lines):
            return []
        parts = self.lines[:line_count], self.lines[line_count:]
        return [Text(" ".join(part), self.look, room=self.room) for part in parts]

    def draw(self) -> None:
        look, x = self.look, self.width * ALIGN_SHARE[self.look.align]
        for place, line in enumerate(self.lines):
            y = self.height - look.size * (1 + place * look.leading)
            write(self.canv, x, y, line, look)


class Heading(Flowable):
    """Also in the PDF's outline. ``aside``, at the other end of its first line, gets at most half
    of the width."""

    LOOK: Final = Look(14, Style.HEAD, FELT)
    ASIDE: Final = Look(9, colour=SOFT, align="right")

    def __init__(self, text: str, aside: str = "") -> None:
        super().__init__()
        self.text, self.aside, self.spaceBefore = text, aside, 10

    def wrap(self, available: float, _height: float) -> Spot:
        self.width = available
        self.beside = wrap(self.aside, available / 2 / self.ASIDE.size, Style.PLAIN, 1)[0]
        room = available - width(self.beside) * self.ASIDE.size - 12
        self.lines = wrap(self.text, room / self.LOOK.size, Style.HEAD, 3)
        self.height = 20 * len(self.lines)
        return available, self.height

    def draw(self) -> None:
        canvas = self.canv
        top = canvas.absolutePosition(0, self.height)[1]
        key = f"{canvas.getPageNumber()}-{top:.1f}"
        canvas.bookmarkPage(key, fit="XYZ", left=0, top=top)
        canvas.addOutlineEntry(plain(self.text), key, 0)
        canvas.showOutline()
        for place, line in enumerate(self.lines):
            write(canvas, 0, self.height - 13 - 20 * place, line, self.LOOK)
        write(canvas, self.width, self.height - 13, self.beside, self.ASIDE)


class Sketch(Flowable):
    """A drawing of fixed size. Coordinates are points from its upper left corner."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__()
        self.width, self.height = width, height

    def wrap(self, _width: float, _height: float) -> Spot:
        return self.width, self.height

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: Color,
        edge: Color | None = None,
        round: float = 0,
    ) -> None:
        canvas = self.canv
        canvas.setFillColor(colour)
        if edge:
            canvas.setStrokeColor(edge)
            canvas.setLineWidth(0.5)
            canvas.setDash()
        place = x, self.height - y - height, width, height
        if round:
            canvas.roundRect(*place, round, stroke=int(edge is not None), fill=1)
        else:
            canvas.rect(*place, stroke=int(edge is not None), fill=1)

    def line(
        self,
        spots: Sequence[Spot],
        colour: Color,
        thick: float = 1,
        dashes: Sequence[float] = (),
    ) -> None:
        """``dashes``: lengths of dashes and gaps in turn."""
        canvas = self.canv
        canvas.setStrokeColor(colour)
        canvas.setLineWidth(thick)
        canvas.setLineJoin(1)
        canvas.setDash(list(dashes))
        canvas.drawPath(self._path(spots), stroke=1, fill=0)

    def area(self, spots: Sequence[Spot], colour: Color) -> None:
        path = self._path(spots)
        path.close()
        self.canv.setFillColor(colour)
        self.canv.drawPath(path, stroke=0, fill=1)

    def _path(self, spots: Sequence[Spot]) -> Any:
        path = self.canv.beginPath()
        for place, (x, y) in enumerate(spots):
            (path.lineTo if place else path.moveTo)(x, self.height - y)
        return path

    def words(self, x: float, y: float, text: str, look: Look) -> None:
        write(self.canv, x, self.height - y, text, look)

    def words_upwards(self, x: float, y: float, text: str, look: Look) -> None:
        self.canv.saveState()
        self.canv.translate(x, self.height - y)
        self.canv.rotate(90)
        write(self.canv, 0, 0, text, look)
        self.canv.restoreState()


class Sign(Sketch):
    """A QR code, dark squares by rows, with its light border. ``link``: its target, for readers on
    a screen."""

    def __init__(self, rows: Sequence[Sequence[bool]], side: float, link: str = "") -> None:
        super().__init__(side, side)
        self.rows, self.link = rows, link

    def draw(self) -> None:
        """Neighbours in a row are one box, so that no seam shows between them."""
        canvas, side = self.canv, self.width / len(self.rows)
        path = canvas.beginPath()
        for down, row in enumerate(self.rows, start=1):
            column = 0
            for dark, squares in groupby(row):
                count = len(list(squares))
                if dark:
                    path.rect(column * side, self.height - down * side, count * side, side)
                column += count
        canvas.setFillColorRGB(0, 0, 0)
        with upright(canvas, 0, 0, self.width):
            canvas.drawPath(path, stroke=0, fill=1)
        if self.link:
            canvas.linkURL(self.link, (0, 0, self.width, self.height), relative=1)


class Word(Sketch):
    """One line, vertically centred."""

    def __init__(self, text: str, look: Look, height: float) -> None:
        super().__init__(width(text, look.style) * look.size, height)
        self.text, self.look = text, look

    def draw(self) -> None:
        self.words(0, self.height / 2 + self.look.size * 0.35, self.text, self.look)


class Strip(Flowable):
    """Pieces beside each other, in as many lines as needed; each followed by its gap."""

    def __init__(self, pieces: Sequence[tuple[Sketch, float]], *, room: float = 0) -> None:
        super().__init__()
        self.pieces, self.room = pieces, room

    def wrap(self, available: float, _height: float) -> Spot:
        self.width = self.room or available
        self.places: list[tuple[Sketch, float, float]] = []
        x = y = tall = 0.0
        for piece, gap in self.pieces:
            if x and x + piece.width > self.width:
                x, y, tall = 0, y + tall + 2, 0
            self.places.append((piece, x, y))
            x, tall = x + piece.width + gap, max(tall, piece.height)
        self.height = y + tall
        return self.width, self.height

    def draw(self) -> None:
        for piece, x, y in self.places:
            piece.drawOn(self.canv, x, self.height - y - piece.height)


class Suits(Sketch):
    """The four suits in a row."""

    def __init__(self, size: float, step: float, colours: Sequence[Color]) -> None:
        super().__init__(4 * step, size)
        self.step, self.colours = step, colours

    def draw(self) -> None:
        for index, (suit, colour) in enumerate(zip("♠♥♦♣", self.colours, strict=True)):
            look = Look(self.height, colour=colour, align="centre")
            self.words((index + 0.5) * self.step, self.height, suit, look)
