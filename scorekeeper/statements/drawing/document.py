"""The PDF: A4 pages with a running head and a footer, the same bytes for the same contents.

In a right-to-left language every page is mirrored. For screen readers a statement has its title,
language, outline, words in reading order, and moved or joined letters as typed. It has no tag tree,
which ReportLab cannot write: tables are read as lines, and a chart as its names and sums.
"""

import io
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from scorekeeper.statements.drawing.flowables import Suits, write
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import FELT, LINE, RED, SOFT, Look
from scorekeeper.statements.drawing.typesetting import plain, wrap

WIDTH: Final[float] = A4[0]
HEIGHT: Final[float] = A4[1]
MARGIN: Final = 45.0
FOOT: Final = 52.0
"""From the lower edge; only the footer is below."""
HEAD: Final = 20.0
"""Height of the running head, inside the margins."""
INSIDE: Final = WIDTH - 2 * MARGIN
SMALL: Final = Look(8, colour=SOFT)


DrawFoot = Callable[[Canvas, int, int], None]
"""Draws the footer; it gets the page and the number of pages."""


class _Pages(Canvas):
    """Footers are forms drawn at the end, when the number of pages is known."""

    def __init__(self, *args: Any, foot: DrawFoot, leftward: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.foot, self.leftward = foot, leftward

    def save(self) -> None:
        pages = self.getPageNumber() - 1
        for page in range(1, pages + 1):
            self.beginForm(f"foot{page}", 0, 0, WIDTH, HEIGHT)
            self.foot(self, page, pages)
            self.endForm()
        super().save()


def pdf_bytes(
    story: Sequence[Flowable],
    foot: DrawFoot,
    *,
    title: str,
    subject: str,
    language: str,
    leftward: bool,
) -> bytes:
    file = io.BytesIO()
    builder = BaseDocTemplate(
        file,
        pagesize=A4,
        title=plain(title),
        subject=plain(subject),
        author="Scorekeeper",
        creator="Scorekeeper",
        lang=language,
        invariant=1,
        pageCompression=1,
    )
    later_head = partial(_head, title)
    builder.addPageTemplates(
        [
            PageTemplate("first", [_frame(0)], _suits, _end, autoNextPageTemplate="later"),
            PageTemplate("later", [_frame(HEAD)], later_head, _end),
        ]
    )
    builder.build(list(story), canvasmaker=partial(_Pages, foot=foot, leftward=leftward))
    return file.getvalue()


def _frame(head: float) -> Frame:
    height = HEIGHT - MARGIN - FOOT - head
    return Frame(MARGIN, FOOT, INSIDE, height, 0, 0, 0, 0)


def _suits(canvas: Any, _builder: Any) -> None:
    """Head of the first page."""
    _mirror(canvas)
    suits = Suits(17, 22, (FELT, RED, RED, FELT))
    suits.drawOn(canvas, WIDTH - MARGIN - suits.width, HEIGHT - MARGIN - 14)


def _head(title: str, canvas: Any, _builder: Any) -> None:
    """Head of the other pages."""
    _mirror(canvas)
    text = wrap(title, INSIDE / SMALL.size, Style.PLAIN, 1)[0]
    write(canvas, MARGIN, HEIGHT - MARGIN - 2, text, SMALL)
    rule(canvas, HEIGHT - MARGIN - 8, FELT)


def _mirror(canvas: Any) -> None:
    if canvas.leftward:
        canvas.translate(WIDTH, 0)
        canvas.scale(-1, 1)


def _end(canvas: Any, _builder: Any) -> None:
    canvas.doForm(f"foot{canvas.getPageNumber()}")


def rule(canvas: Canvas, y: float, colour: Any = LINE) -> None:
    canvas.setStrokeColor(colour)
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, y, WIDTH - MARGIN, y)
