"""Cards drawn small, as they were laid and counted: rank over suit, red where the card is red.

Strips of marks that stand under a row of a table; which words lead them is said by who asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from scorekeeper.engine.cards import JOKER, SYMBOLS
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.marks import (
    FELT,
    INK,
    RED,
    SOFT,
    WHITE,
    Box,
    Colour,
    Mark,
    Written,
    colour,
    moved,
)
from scorekeeper.statements.paper import fit, written
from scorekeeper.statements.typesetting import width
from scorekeeper.telling.laid import Face, Laid

WIDE, HIGH = 13.0, 17.5
APART, GROUPS_APART = 1.0, 6.0
SMALL: Final = 5.2
UNDER: Final = 6.5
"""Height of what is written under a card: its points, or what it stands for."""
EDGE: Final = colour("#b9a888")
TILES: Final = {
    "R": RED,
    "B": colour("#1f4e8c"),
    "K": INK,
    "O": colour("#a0620a"),
}
"""Colours of number tiles; their names stand on them as well."""


@dataclass(slots=True)
class Strip:
    """Marks around a corner of their own, in lines that were broken already."""

    room: float
    height: float = 2.0
    marks: list[Mark] = field(default_factory=list)
    x: float = 0
    y: float = 2.0
    """Room above the first line."""
    line: float = 0
    """Height of the line that is being filled."""

    def put(self, marks: Iterable[Mark], taken: float, height: float, gap: float) -> None:
        """Beside what is there, or on a new line."""
        if self.x and self.x + taken > self.room:
            self.x, self.y, self.line = 0, self.y + self.line + 2, 0
        self.marks += [moved(mark, self.x, self.y) for mark in marks]
        self.x += taken + gap
        self.line = max(self.line, height)
        self.height = self.y + self.line

    def words(self, text: str, size: float, style: Style = Style.PLAIN, gap: float = 4) -> None:
        """Half way down the cards beside it."""
        if text:
            word = written(0, HIGH / 2 + size * 0.35, text, size, style, SOFT)
            self.put([word], word.width, HIGH, gap)

    def cards(self, faces: Sequence[Face]) -> None:
        """Lying together, as far as a line goes."""
        most = max(1, int((self.room + APART) / (WIDE + APART)))
        for start in range(0, len(faces), most):
            part = faces[start : start + most]
            marks = [
                moved(mark, at * (WIDE + APART), 0)
                for at, face in enumerate(part)
                for mark in card(face)
            ]
            low = any(face.stands or face.points is not None for face in part)
            taken = len(part) * (WIDE + APART) - APART
            self.put(marks, taken, HIGH + UNDER * low, GROUPS_APART)


def counted(name: str, laid: Laid, left: str, room: float) -> Strip:
    """The cards of ``name`` in their groups, then those ``left`` over with their points."""
    strip = Strip(room)
    strip.words(name, 7)
    for group in laid.groups:
        strip.words("" if group.is_plain else group.name, SMALL, gap=2)
        strip.cards(group.faces)
        strip.words("" if group.worth is None else f"+{group.worth}", 7, Style.BOLD)
    if laid.left:
        strip.words(left, 7, gap=3)
        strip.cards(laid.left)
        if len(laid.left) > 1:
            strip.words(f"= {laid.points}", 7, Style.BOLD)
    for group in laid.valued:
        strip.words(group.name, SMALL, gap=2)
        strip.cards(group.faces)
        strip.words(f"+{group.worth}", 7, Style.BOLD)
    return strip


def shown(name: str, groups: Iterable[Sequence[Face]], room: float) -> Strip:
    """Cards as they lay there, not counted."""
    strip = Strip(room)
    strip.words(name, 7)
    for group in groups:
        strip.cards(group)
    return strip


# One card --------------------------------------------------------------------------------------


def card(face: Face) -> Iterator[Mark]:
    """At the corner, with what stands under it."""
    yield Box(0, 0, WIDE, HIGH, WHITE, 1.8, EDGE)
    rank, sign = face.card[:-1], face.card[-1:]
    if face.card == JOKER:
        yield _middle("★", 9.5, 10, FELT)
        yield _middle(face.shown, fit(face.shown, WIDE - 2, 3.6, 2.5), 15, FELT)
    elif sign in SYMBOLS:
        hue = RED if face.is_red else INK
        yield _middle(rank, 8.2, 8.2, hue, Style.BOLD)
        yield _middle(SYMBOLS[sign], 8, 15.4, hue)
    else:
        name = face.shown.removeprefix(rank).strip()
        hue = TILES.get(sign, INK)
        yield _middle(rank, 9, 9.4, hue, Style.BOLD)
        yield _middle(name, fit(name, WIDE - 1.6, 4.5, 2.5), 15, hue)
    under = f"= {face.stands}" if face.stands else str(face.points or "")
    if under:
        yield _middle(under, fit(under, WIDE + APART, SMALL, 3), HIGH + UNDER - 1.2, SOFT)


def _middle(text: str, size: float, y: float, hue: Colour, style: Style = Style.PLAIN) -> Written:
    return written(WIDE / 2 - width(text, style) * size / 2, y, text, size, style, hue)
