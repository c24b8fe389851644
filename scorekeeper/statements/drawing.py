"""The printed sheet: A4, the same bytes for the same contents, in any script the fonts have.

What it says is ``contents.Contents``; which font a word gets, ``typesetting``; where a page ends,
``paper``. In a language that is read from the right the pages are mirrored; names of another
direction keep their own, each in its place.

For a reader of screens a sheet has its title, its language, a list of contents, words in the order
in which they are read, and letters that were joined or moved as they were typed. It has no tree of
tags: ReportLab writes none, so that tables are read as lines and the chart as its names and sums.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import IO, Final

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from segno import make_qr

from scorekeeper.statements.contents import Contents
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.game_part import GamePart
from scorekeeper.statements.layout import Fit, SheetLayout
from scorekeeper.statements.marks import (
    FELT,
    HEIGHT,
    LINE,
    SOFT,
    WHITE,
    WIDTH,
    Anchor,
    Box,
    Matrix,
    mirrored,
    paint,
)
from scorekeeper.statements.paper import INSIDE, MARGIN, Paper, wrap
from scorekeeper.statements.result_part import ResultPart
from scorekeeper.statements.settling_part import QUIET, SIGN, SettlingPart
from scorekeeper.statements.typesetting import is_whole, plain
from scorekeeper.wording import currencies
from scorekeeper.wording.words import WON

SMALL_SIGN: Final = 54.0
"""Side of the code where there is little room; it leads to a short address, so it is read still."""


def draw(contents: Contents, file: IO[bytes]) -> None:
    """Write the sheet as PDF."""
    print_sheet(partial(PrintedSheet, contents), contents.locale, file)


def print_sheet(sheet_of: Callable[[Fit], SheetLayout], locale: str, file: IO[bytes]) -> None:
    """Laid out for readers of ``locale``, as PDF: the same bytes for the same contents."""
    with currencies.reading_as(locale):
        sheet = laid_out(sheet_of)
        pages = [[*page, *sheet.foot(at)] for at, page in enumerate(sheet.paper.pages, start=1)]
        subject = sheet.subject()
    contents, size = sheet.contents, (WIDTH, HEIGHT)
    canvas = Canvas(file, pagesize=size, invariant=1, pageCompression=1, lang=contents.language)
    canvas.setTitle(plain(sheet.title))
    canvas.setSubject(plain(subject))
    canvas.setAuthor("Scorekeeper")
    canvas.setCreator("Scorekeeper")
    if any(isinstance(mark, Anchor) for page in pages for mark in page):
        canvas.showOutline()
    for marks in pages:
        paint(canvas, [mirrored(mark) for mark in marks] if contents.leftward else marks)
        canvas.showPage()
    canvas.save()


def laid_out(sheet_of: Callable[[Fit], SheetLayout]) -> SheetLayout:
    """No page with nothing but the end of the sheet."""
    for fit in Fit:
        sheet = sheet_of(fit)
        sheet.lay_out()
        if not sheet.is_lonely:
            break
    return sheet


class PrintedSheet(GamePart, ResultPart, SettlingPart):
    """One statement being laid out."""

    def lay_out(self) -> None:
        contents = self.contents
        self.first_head()
        self.result()
        if contents.player is not None:
            self.account()
        if contents.has_money:
            if contents.player is None:
                self.balances()
            elif contents.transfers or contents.going:
                self.heading(_("Settling up"), self.agreed())
            self.transfers()
            self.pots()
        self.beside_games()
        if contents.player is None:
            self.removed()
        for game in contents.games:
            self.game(game)
        if contents.player is None:
            self.cash()
        self.legend()
        self.proof()

    def subject(self) -> str:
        return self.said_of_it()[0]

    def foot_lines(self, foot: Paper, y: float) -> None:
        if self.contents.seal:
            text = _("Fingerprint: %(fingerprint)s") % {
                "fingerprint": self.isolated(grouped(self.contents.seal))
            }
            foot.words(MARGIN, y + 10, text, 6, colour=SOFT)
        if not self.contents.is_closed:
            foot.words(MARGIN, y, _("As things stood; the night was still open."), 7.5, colour=SOFT)
        if any(hand.outcome.winners for game in self.contents.games for hand in game.hands):
            won = _("won the hand")
            foot.words(MARGIN + INSIDE, y + 10, f"{WON} {won}", 7, colour=SOFT, align="right")

    def legend(self) -> None:
        paper = self.paper
        paper.skip(6)
        if not all(is_whole(name) for name in self.contents.people):
            paper.paragraph(
                _("□ stands for a letter this sheet has no font for; such names carry a number."),
                7.5,
                colour=SOFT,
            )

    def proof(self) -> None:
        """The way to the page that proves the night."""
        contents, paper = self.contents, self.paper
        if not contents.proof:
            return
        paper.skip(8)
        size = SIGN if self.fit is Fit.USUAL else SMALL_SIGN
        height = size + 2 * QUIET
        self.is_lonely = paper.need(height)
        paper.put([Box(MARGIN, paper.y, INSIDE, height, WHITE, 4, LINE)])
        left, y = MARGIN + QUIET, paper.y + (22 if self.fit is Fit.USUAL else 18)
        sign = Matrix(left, paper.y + QUIET, size, sign_of(contents.proof), contents.proof)
        paper.put([sign])
        left += size + QUIET + 4
        paper.words(left, y, _("Check it yourself"), 13, Style.HEAD, FELT)
        text = _(
            "This QR code opens a page that recalculates every hand and checks all sums."
            " The fingerprint there must match the one at the foot of this page."
        )
        y += 5
        for line in wrap(text, (MARGIN + INSIDE - left - QUIET) / 9, Style.PLAIN, 4):
            y += 13
            paper.words(left, y, line, 9)
        paper.skip(height)


def sign_of(address: str) -> tuple[tuple[bool, ...], ...]:
    """Level M: it is read though a corner is creased."""
    made = make_qr(address, error="m", boost_error=False)
    return tuple(tuple(map(bool, row)) for row in made.matrix)


def grouped(seal: str) -> str:
    """In fours, as on the page, to be compared by eye."""
    return " ".join(seal[at : at + 4] for at in range(0, len(seal), 4))
