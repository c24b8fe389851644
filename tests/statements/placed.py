"""Where everything stands on drawn pages, read back from the PDF by PDFium."""

from collections.abc import Iterator
from ctypes import addressof, byref, c_ubyte, c_ulong
from dataclasses import dataclass
from typing import Any

import pypdfium2
from pypdfium2 import raw

REST = "\u2060"
"""Of what a mark before stands for."""


@dataclass(frozen=True)
class Mark:
    """``text`` is "" of what is drawn; ``x`` and ``y`` are its lower left corner."""

    text: str
    x: float
    y: float
    right: float
    top: float
    base: float
    """Of the line it stands on."""


@dataclass(frozen=True)
class PlacedPage:
    width: float
    height: float
    marks: tuple[Mark, ...]
    """In the order in which they were drawn, but for the foot of the page."""

    @property
    def words(self) -> list[Mark]:
        return [mark for mark in self.marks if mark.text]

    @property
    def text(self) -> str:
        """As it is copied: what letters stand for that were moved or joined."""
        letters = " ".join(mark.text for mark in self.words if mark.text != REST)
        return " ".join(letters.split())


def placed(pdf: bytes) -> list[PlacedPage]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [_page(page) for page in document]


def _page(page: Any) -> PlacedPage:
    width, height = page.get_size()
    return PlacedPage(width, height, tuple(_marks(page)))


def _marks(page: Any) -> Iterator[Mark]:
    kinds = [raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_PATH]
    text, seen = page.get_textpage(), 0
    for drawn in page.get_objects(filter=kinds, max_depth=1):
        letters = ""
        if drawn.type == raw.FPDF_PAGEOBJ_TEXT:
            span, actual = _span(drawn)
            letters = (
                actual if span and span != seen else "\u200b" if span else _letters(drawn, text)
            )
            seen = span
        left, bottom, right, top = drawn.get_bounds()
        yield Mark(letters, left, bottom, right, top, drawn.get_matrix().f)


def _span(drawn: Any) -> tuple[int, str]:
    """Which mark it is in, and what that stands for; 0 where it is in none."""
    for index in range(raw.FPDFPageObj_CountMarks(drawn.raw)):
        mark, size = raw.FPDFPageObj_GetMark(drawn.raw, index), c_ulong()
        raw.FPDFPageObjMark_GetParamBlobValue(mark, b"ActualText", None, 0, byref(size))
        buffer = (c_ubyte * size.value)()
        raw.FPDFPageObjMark_GetParamBlobValue(mark, b"ActualText", buffer, size, byref(size))
        return addressof(mark.contents), bytes(buffer).decode("utf-16")
    return 0, ""


def _letters(drawn: Any, text: Any) -> str:
    size = raw.FPDFTextObj_GetText(drawn.raw, text.raw, None, 0)
    buffer = (raw.FPDF_WCHAR * (size // 2))()
    raw.FPDFTextObj_GetText(drawn.raw, text.raw, buffer, size)
    return bytes(buffer).decode("utf-16-le", "replace").rstrip("\0")
