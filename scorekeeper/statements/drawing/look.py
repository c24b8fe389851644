"""How things look on statements and images: colours, and how text is set."""

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from reportlab.lib.colors import Color, HexColor

from scorekeeper.statements.drawing.fonts import Style

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
    """On a right-to-left page ``left`` and ``right`` change places."""

    size: float = 9
    style: Style = Style.PLAIN
    colour: Color = INK
    align: Align = "left"
    leading: float = 1.4
    """From line to line, in multiples of the size."""
    most: int = 0
    """Most lines; 0: as many as needed."""
    least: float = 0
    """Long text is made smaller, down to this size; 0: it is not."""

    def changed(self, **changes: Any) -> "Look":
        return replace(self, **changes)


def amount_colour(amount: float) -> Color:
    """Returns the colour of a gain, a loss, or neither."""
    return GREEN if amount > 0 else RED if amount < 0 else SOFT
