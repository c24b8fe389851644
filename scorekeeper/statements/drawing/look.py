"""How things look on paper and on pictures: colours, and what a piece of text is set in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from reportlab.lib.colors import Color, HexColor

from scorekeeper.statements.fonts import Style

Align: TypeAlias = Literal["left", "right", "centre"]

FELT: Final[Color] = HexColor("#23604a")
INK: Final[Color] = HexColor("#2b2115")
SOFT: Final[Color] = HexColor("#6b5b45")
LINE: Final[Color] = HexColor("#d9cbb0")
RED: Final[Color] = HexColor("#a3301b")
GREEN: Final[Color] = HexColor("#17633f")
WHITE: Final[Color] = HexColor("#ffffff")


@dataclass(frozen=True, slots=True)
class Look:
    """On a page that is read from the right ``left`` and ``right`` change places."""

    size: float = 9
    style: Style = Style.PLAIN
    colour: Color = INK
    align: Align = "left"
    leading: float = 1.4
    """From line to line, in times the size."""
    most: int = 0
    """Lines; 0: as many as it takes."""
    least: float = 0
    """A long text is set smaller, down to this size; 0: it is not."""

    def but(self, **changes: Any) -> Look:
        return replace(self, **changes)


def leaning(amount: float) -> Color:
    """Of what was won, lost, or neither."""
    return GREEN if amount > 0 else RED if amount < 0 else SOFT
