"""Small cards, as they were laid and counted: rank over suit, red where the card is red.

Strips that stand under a row of a table; the caller words their labels.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from reportlab.lib.colors import Color, HexColor

from scorekeeper.engine.cards import JOKER, SYMBOLS
from scorekeeper.play.wording.cards import Face, LaidGroup, LaidHand
from scorekeeper.statements.drawing.flowables import Sketch, Strip, Word
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import FELT, INK, RED, SOFT, WHITE, Look
from scorekeeper.statements.drawing.typesetting import fit

WIDE, HIGH = 13.0, 17.5
APART, GROUPS_APART = 1.0, 6.0
CAPTION_HEIGHT: Final = 6.5
"""For what is written under a card: its points, or what it stands for."""
EDGE: Final = HexColor("#b9a888")
TILES: Final = {"R": RED, "B": HexColor("#1f4e8c"), "K": INK, "O": HexColor("#a0620a")}
"""Colours of number tiles; their names are written on them too."""
NAME, KIND, SUM = Look(7, colour=SOFT), Look(5.2, colour=SOFT), Look(7, Style.BOLD, SOFT)

Piece = tuple[Sketch, float]


class Cards(Sketch):
    """Cards beside each other, with captions."""

    def __init__(self, faces: Sequence[Face]) -> None:
        low = any(face.stands_for or face.points is not None for face in faces)
        super().__init__(len(faces) * (WIDE + APART) - APART, HIGH + CAPTION_HEIGHT * low)
        self.faces = faces

    def draw(self) -> None:
        for index, face in enumerate(self.faces):
            self.card(face, index * (WIDE + APART))

    def card(self, face: Face, x: float) -> None:
        self.box(x, 0, WIDE, HIGH, WHITE, EDGE, 1.8)
        rank, sign = face.card[:-1], face.card[-1:]
        if face.card == JOKER:
            self.centred(x, 10, "★", 9.5, FELT)
            self.centred(x, 15, face.text, 3.6, FELT)
        elif sign in SYMBOLS:
            colour = RED if face.is_red else INK
            self.centred(x, 8.2, rank, 8.2, colour, Style.BOLD)
            self.centred(x, 15.4, SYMBOLS[sign], 8, colour)
        else:
            colour = TILES.get(sign, INK)
            self.centred(x, 9.4, rank, 9, colour, Style.BOLD)
            self.centred(x, 15, face.text.removeprefix(rank).strip(), 4.5, colour)
        if under := f"= {face.stands_for}" if face.stands_for else str(face.points or ""):
            self.centred(x, HIGH + CAPTION_HEIGHT - 1.2, under, 5.2, SOFT)

    def centred(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: Color,
        style: Style = Style.PLAIN,
    ) -> None:
        """Writes centred text, at most as wide as a card."""
        small = fit(text, WIDE - 1, size, 2.5, style)
        self.words(x + WIDE / 2, y, text, Look(small, style, colour, "centre"))


def counted_strip(name: str, laid: LaidHand, left: str, room: float) -> Strip:
    """The cards of ``name`` in their groups, then those ``left`` over with their points."""
    return Strip([_word(name, NAME), *_counted_pieces(laid, left, room)], room=room)


def _counted_pieces(laid: LaidHand, left: str, room: float) -> Iterator[Piece]:
    for group in laid.groups:
        yield from _group(group, "" if group.is_plain else group.name, room)
    if laid.left:
        yield _word(left, NAME, 3)
        yield from _cards(laid.left, room)
        if len(laid.left) > 1:
            yield _word(f"= {laid.points}", SUM)
    for group in laid.valued:
        yield from _group(group, group.name, room)


def _group(group: LaidGroup, name: str, room: float) -> Iterator[Piece]:
    if name:
        yield _word(name, KIND, 2)
    yield from _cards(group.faces, room)
    if group.worth is not None:
        yield _word(f"+{group.worth}", SUM)


def laid_strip(groups: Iterable[Sequence[Face]], room: float) -> Strip:
    """Cards as they were laid, not counted."""
    return Strip([piece for group in groups for piece in _cards(group, room)], room=room)


def _word(text: str, look: Look, gap: float = 4) -> Piece:
    return Word(text, look, HIGH), gap


def _cards(faces: Sequence[Face], room: float) -> Iterator[Piece]:
    """Yields the cards, broken into lines that fit ``room``."""
    most = max(1, int((room + APART) / (WIDE + APART)))
    for start in range(0, len(faces), most):
        yield Cards(faces[start : start + most]), GROUPS_APART
