"""Pages as a PDF: the same bytes for the same pages, with a title, a language and a list of
contents for those who hear them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Protocol

from reportlab.pdfgen.canvas import Canvas

from scorekeeper.statements.marks import HEIGHT, WIDTH, Anchor, Mark, mirrored, paint
from scorekeeper.statements.typesetting import plain


class Spoken(Protocol):
    """Which language it is in, and whether that is read from the right."""

    @property
    def language(self) -> str: ...
    @property
    def leftward(self) -> bool: ...


def write_pages(
    file: IO[bytes], pages: Sequence[list[Mark]], told: Spoken, title: str, subject: str
) -> None:
    size = (WIDTH, HEIGHT)
    canvas = Canvas(file, pagesize=size, invariant=1, pageCompression=1, lang=told.language)
    canvas.setTitle(plain(title))
    canvas.setSubject(plain(subject))
    canvas.setAuthor("Scorekeeper")
    canvas.setCreator("Scorekeeper")
    if any(isinstance(mark, Anchor) for page in pages for mark in page):
        canvas.showOutline()
    for marks in pages:
        paint(canvas, [mirrored(mark) for mark in marks] if told.leftward else marks)
        canvas.showPage()
    canvas.save()
