"""A picture of a result: one page, 540 points wide and as tall as it must be, with the app's look.

Made with what the printed sheets are made with, so that every script is shaped; ``rendering`` makes
the PNG of it. What has to be read in a list of chats, where the picture is a quarter as wide, is
large: who won and by what, then names and numbers. The rest is for who opens it.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from scorekeeper.statements.chart import Frame, chart_marks, least_height
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.marks import (
    FELT,
    GREEN,
    INK,
    LINE,
    RED,
    SOFT,
    Box,
    Colour,
    Mark,
    Written,
    colour,
    paint,
)
from scorekeeper.statements.paper import Align, fit, wrap, written
from scorekeeper.statements.picture import Figure, Picture, Ranked
from scorekeeper.statements.running import Running
from scorekeeper.statements.typesetting import isolated, width
from scorekeeper.wording import currencies
from scorekeeper.wording.words import WON, points

WIDE: Final = 540
EDGE: Final = 18
PAD: Final = 20
LEFT: Final = EDGE + PAD
RIGHT: Final = WIDE - LEFT
INSIDE: Final = RIGHT - LEFT
LEAST: Final = 405
"""No lower than three quarters of that."""
MANY: Final = 8
"""More rows than this are written closer."""

DEEP: Final = colour("#17402f")
CARD: Final = colour("#fdf6e7")
CREAM: Final = colour("#f8f1de")
PALE: Final = colour("#d5dfcb")
BRASS: Final = colour("#f0b64a")
LIT: Final = colour("#ffd88a")
BAND: Final = colour("#f7e6bf")
"""Behind who won."""


def draw_picture(picture: Picture) -> bytes:
    """The page as PDF. The same picture gives the same bytes."""
    with currencies.reading_as(picture.locale):
        made = PicturePage(picture)
        made.lay_out()
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, made.height), invariant=1, pageCompression=1)
    canvas.setTitle(picture.headline)
    paint(canvas, made.marks, made.height)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


class PicturePage:
    """One picture being laid out, from above."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.above: list[Mark] = []
        """On felt."""
        self.card: list[Mark] = []
        self.y = 0.0

    @property
    def height(self) -> int:
        return max(LEAST, int(self.y) + 1)

    @property
    def marks(self) -> list[Mark]:
        felt = Box(0, 0, WIDE, self.height, FELT)
        return [
            felt,
            Box(0, 0, WIDE, 62, DEEP),
            Box(0, 62, WIDE, 2, BRASS),
            *self.above,
            *self.card,
        ]

    def lay_out(self) -> None:
        self.head()
        self.winner()
        top = self.y
        self.y += 10
        self.table()
        self.games()
        self.course()
        self.y += 10
        self.y = max(self.y, LEAST - 48)
        if self.picture.places:
            self.card.insert(0, Box(EDGE, top, WIDE - 2 * EDGE, self.y - top, CARD, round=14))
        self.foot()

    # On felt

    def head(self) -> None:
        picture = self.picture
        room = INSIDE - 96
        name = wrap(isolated(picture.club), room / 20, Style.HEAD, 1)[0]
        self.felt(LEFT - 8, 28, name, 20, Style.HEAD, CREAM)
        told = wrap(isolated(picture.occasion), (INSIDE + 16) / 14, Style.PLAIN, 1)[0]
        self.felt(LEFT - 8, 50, told, 14, Style.PLAIN, PALE)
        for at, suit in enumerate("♠♥♦♣"):
            self.felt(RIGHT + 8 - 24 * (3 - at), 29, suit, 21, Style.PLAIN, LIT, align="right")
        self.y = 64

    def winner(self) -> None:
        """Who won, as large as there is room, what they did, and by how much."""
        picture = self.picture
        self.y += 12
        if picture.winners:
            name = " + ".join(isolated(each) for each in picture.winners)
            size, lines = _large(name, INSIDE + 16, 62, 30)
            for line in lines:
                self.y += size * 1.18
                self.felt(WIDE / 2, self.y - size * 0.24, line, size, Style.HEAD, CREAM, "centre")
        told = f"{picture.says} · {picture.title}" if picture.winners else picture.says
        size = 24.0 if picture.winners else 34.0
        for line in wrap(told, (INSIDE + 16) / size, Style.BOLD, 2):
            self.y += size * 1.35
            self.felt(WIDE / 2, self.y - 6, line, size, Style.BOLD, LIT, "centre")
        if not picture.winners and picture.title:
            self.y += 26
            title = wrap(picture.title, INSIDE / 20, Style.PLAIN, 1)[0]
            self.felt(WIDE / 2, self.y - 2, title, 20, Style.PLAIN, PALE, "centre")
        if picture.prize:
            size = fit(picture.prize, INSIDE, 46, 20, Style.BOLD)
            self.y += size * 1.15
            self.felt(WIDE / 2, self.y - 4, picture.prize, size, Style.BOLD, CREAM, "centre")
        self.gone()
        self.y += 16

    def gone(self) -> None:
        """Who is out of the game."""
        for line in wrap(self.picture.gone, INSIDE / 24, Style.BOLD, 2):
            if line:
                self.y += 32
                self.felt(WIDE / 2, self.y - 4, line, 24, Style.BOLD, CREAM, "centre")

    def foot(self) -> None:
        self.y += 30
        base = self.y - 2
        note = wrap(self.picture.note, 360 / 13, Style.PLAIN, 1)[0]
        self.felt(LEFT - 8, base, note, 13, Style.PLAIN, PALE)
        self.felt(RIGHT + 8, base, "Scorekeeper", 14, Style.HEAD, PALE, "right")
        self.y += 14

    # On the card

    def table(self) -> None:
        picture = self.picture
        if not picture.places:
            return
        close = len(picture.places) > MANY
        size = 19.0 if close else 22.0
        widths = self.widths(size)
        if len(picture.columns) > 1 or not picture.shows_money:
            self.y += 16
            for right, column in zip(self.edges(widths), picture.columns, strict=True):
                self.ink(right, self.y, column, 14, SOFT, align="right")
            self.y += 4
        else:
            self.y -= 2
        for at, place in enumerate(picture.places):
            if at:
                self.card.append(Box(LEFT, self.y - 0.5, INSIDE, 1, LINE))
            self.place(place, widths, size, 33 if close else 39)

    def widths(self, size: float) -> list[float]:
        """Of the columns of numbers: as wide as what is in them, within half of the card."""
        picture = self.picture
        found = []
        for at, column in enumerate(picture.columns):
            texts = [place.figures[at].text for place in picture.places]
            widest = max(width(text, Style.BOLD) for text in texts) * size
            found.append(max(widest, width(column) * 14) + 16)
        share = min(1.0, 0.62 * INSIDE / sum(found)) if found else 1.0
        return [each * share for each in found]

    def edges(self, widths: Sequence[float]) -> list[float]:
        """The right edge of each column."""
        return [RIGHT - sum(widths[at + 1 :]) for at in range(len(widths))]

    def place(self, place: Ranked, widths: Sequence[float], size: float, high: float) -> None:
        reason = wrap(place.why, (INSIDE - 8) / 14, Style.PLAIN, 1)[0] if place.why else ""
        top, base = self.y, self.y + high / 2 + size * 0.3
        self.y += high + (18 if reason else 0)
        if place.won:
            self.card.append(
                Box(EDGE + 6, top + 1.5, WIDE - 2 * EDGE - 12, self.y - top - 3, BAND, round=8)
            )
        start = float(LEFT)
        if place.won:
            self.ink(start, base, WON, size, FELT)
            start += size * 1.05
        room = RIGHT - sum(widths) - start - 6
        hue = SOFT if place.out else INK
        self.name(place.name, start, base, room, size, hue)
        for right, limit, figure in zip(self.edges(widths), widths, place.figures, strict=True):
            fitting = fit(figure.text, limit - 12, size, 8, Style.BOLD)
            self.ink(right, base, figure.text, fitting, _hue(figure), Style.BOLD, "right")
        if reason:
            self.ink(LEFT, self.y - 8, reason, 14, SOFT)

    def name(self, name: str, x: float, base: float, room: float, size: float, hue: Colour) -> None:
        """Smaller where it is long, and cut where that is not enough."""
        text = isolated(name)
        fitting = fit(text, room, size, size * 0.72, Style.BOLD)
        line = wrap(text, max(room / fitting, 1), Style.BOLD, 1)[0]
        self.ink(x, base, line, fitting, hue, Style.BOLD)

    def games(self) -> None:
        """The games of the night, and who won each."""
        if not self.picture.games:
            return
        self.y += 8
        self.card.append(Box(LEFT, self.y, INSIDE, 1.5, FELT))
        for won in self.picture.games:
            self.y += 26
            game = wrap(won.game, 0.5 * INSIDE / 17, Style.PLAIN, 1)[0]
            room = INSIDE - width(game) * 17 - 12
            by = wrap(isolated(won.by), room / 17, Style.BOLD, 1)[0]
            self.ink(LEFT, self.y - 5, game, 17, SOFT)
            self.ink(RIGHT, self.y - 5, by, 17, INK, Style.BOLD, "right")

    def course(self) -> None:
        picture = self.picture
        run = Running(picture.tracks, ())
        if not picture.tracks or not run.moves:
            return
        self.y += 12
        self.card.append(Box(LEFT, self.y, INSIDE, 1.5, FELT))
        self.y += 22
        self.ink(LEFT, self.y, picture.track_title, 15, SOFT)
        size = 15.0 if len(picture.tracks) <= MANY else 13.0
        frame = Frame(
            LEFT, self.y + 8, INSIDE, max(210, least_height(len(picture.tracks), size)), size
        )
        marks = chart_marks(run, frame, self.worded, picture.leader)
        self.card += marks
        lowest = max(mark.y for mark in marks if isinstance(mark, Written))
        self.y = max(frame.bottom + size, lowest + 0.4 * size)

    def worded(self, value: float) -> str:
        """A value of the chart."""
        currency = self.picture.currency
        return currencies.signed(int(value), currency) if currency else points(value)

    # Marks

    def felt(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        style: Style,
        hue: Colour,
        align: Align = "left",
    ) -> None:
        self.above.append(written(x, y, text, size, style, hue, align))

    def ink(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        hue: Colour = INK,
        style: Style = Style.PLAIN,
        align: Align = "left",
    ) -> None:
        self.card.append(written(x, y, text, size, style, hue, align))


def _hue(figure: Figure) -> Colour:
    return GREEN if figure.leans > 0 else RED if figure.leans < 0 else INK


def _large(text: str, room: float, most: float, least: float) -> tuple[float, tuple[str, ...]]:
    """The size at which a text fits into one line, or into two of at least ``least``."""
    size = fit(text, room, most, 0.6 * most, Style.HEAD)
    if width(text, Style.HEAD) * size <= room + 0.1:
        return size, (text,)
    size = most
    while size > least and len(wrap(text, room / size, Style.HEAD)) > 2:
        size -= 4
    return size, wrap(text, room / size, Style.HEAD, 2)
