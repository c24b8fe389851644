"""How long a statement of one page takes, laid out and drawn, against the same page drawn bare.

``python -m bench.paper`` draws nights nobody has seen before, so that no word is laid out
already. The floor is the very same words, boxes and lines of each page, given as plain numbers to a
bare ReportLab canvas (``drawString``, ``rect``, paths) with the same fonts and ``rl_accel``: it
lays out nothing, breaks no line and asks nobody which font has a letter. Both write the whole
file. Milliseconds of processor time, the best of many goes in turn; no database.
"""

from __future__ import annotations

import io
import os
import sys
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from reportlab.pdfgen.canvas import Canvas  # noqa: E402

from bench.timing import best_of, ratio, table  # noqa: E402
from scorekeeper.statements.contents import Contents  # noqa: E402
from scorekeeper.statements.drawing import PrintedSheet, draw  # noqa: E402
from scorekeeper.statements.marks import HEIGHT, WIDTH, Box, Drawn, Mark, Written  # noqa: E402
from tests.statements.sheets import sheet  # noqa: E402

LIMIT = 1.3


def night(go: int, hands: int) -> Contents:
    """Each with names and reasons of its own."""
    names = [f"{name} {go}" for name in ("Asha", "Dev", "Meera", "Omar")]
    return sheet(names, hands, reason=f"count of {go}", amount=12_345 + go, club=f"Table {go}")


def without_chart(made: Contents) -> Contents:
    return replace(made, running=replace(made.running, tracks=(), games=()))


def laid_out(made: Contents) -> list[list[Mark]]:
    paper = PrintedSheet(made)
    paper.lay_out()
    return [[*page, *paper.foot(at)] for at, page in enumerate(paper.paper.pages, start=1)]


def bare(pages: list[list[Mark]]) -> None:
    """The same page by one who knows where everything stands."""
    canvas = Canvas(io.BytesIO(), pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
    for marks in pages:
        for mark in marks:
            if isinstance(mark, Written):
                canvas.setFillColorRGB(*mark.colour)
                x = mark.x
                for run in mark.runs:
                    canvas.setFont(run.font, mark.size)
                    canvas.drawString(x, HEIGHT - mark.y, run.text)
                    x += run.width * mark.size
            elif isinstance(mark, Box):
                canvas.setFillColorRGB(*mark.colour)
                top = HEIGHT - mark.y - mark.height
                canvas.rect(mark.x, top, mark.width, mark.height, stroke=0, fill=1)
            elif isinstance(mark, Drawn):
                path = canvas.beginPath()
                path.moveTo(mark.spots[0][0], HEIGHT - mark.spots[0][1])
                for x, y in mark.spots[1:]:
                    path.lineTo(x, HEIGHT - y)
                canvas.setStrokeColorRGB(*mark.colour)
                canvas.setLineWidth(mark.thick)
                canvas.drawPath(path, stroke=not mark.closed, fill=int(mark.closed))
        canvas.showPage()
    canvas.save()


def measured(name: str, nights: list[Contents]) -> list[object]:
    """Both in turn, night by night; the best of each."""
    ours, floor, pages = [], [], 0
    for made in nights:
        ours.append(best_of(partial(draw, made, io.BytesIO()), 1, process_time))
        marks = laid_out(made)
        pages = len(marks)
        floor.append(best_of(partial(bare, marks), 1, process_time))
    best, least = min(ours), min(floor)
    verdict = "ok" if best <= least * LIMIT else "TOO SLOW"
    return [name, pages, f"{best:.1f}", f"{least:.1f}", ratio(best, least), verdict]


if __name__ == "__main__":
    goes = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    assert find_spec("_rl_accel"), "without rl_accel both are slower"
    rows = [
        measured("table alone", [without_chart(night(go, 6)) for go in range(goes)]),
        measured("with the chart", [night(go, 2) for go in range(goes, 2 * goes)]),
        measured("sixty hands", [night(go, 60) for go in range(2 * goes, 2 * goes + goes // 6)]),
    ]
    print(table(("a statement", "pages", "ms", "bare, ms", "ratio", ""), rows))
