"""A table at which a test settles the hands of one game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from scorekeeper.engine import playing
from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.game import D, Game, L, O, S
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import Variant

Hand = dict[str, Any]
SEATS = "ABCDEFGHIJKLM"


def hand(*lines: dict[str, Any] | None, **deal: Any) -> Hand:
    """Lines in order of seat; None for a seat that is out."""
    by_seat = {seat: line for seat, line in zip(SEATS, lines, strict=False) if line is not None}
    return {"deal": deal, "lines": by_seat}


def count(points: Any, **more: Any) -> dict[str, Any]:
    return {"finish": "counted", "points": points, **more}


@dataclass(frozen=True)
class CaseTable(Generic[O, D, L, S]):
    """``seats``: how many, or their names, where a test does not say."""

    variant: Variant[O, D, L, S]
    seats: int | Sequence[str]

    def game(self, *hands: Hand, seats: int | Sequence[str] = 0, **options: Any) -> dict[str, Any]:
        """Returns the settled case."""
        names = self._names(seats)
        return settle(self.variant, {"options": options, "seats": names, "hands": hands})

    def points(self, *hands: Hand, **options: Any) -> list[int]:
        return list(self.game(*hands, **options)["points"].values())

    def money(self, *hands: Hand, **options: Any) -> list[int]:
        return list(self.game(*hands, **options)["money"].values())

    def refused(self, *hands: Hand, **options: Any) -> tuple[Any, ...]:
        """Returns hand, seat and field of the error."""
        error = self.game(*hands, **options)["error"]
        return error["hand"], error["seat"], error["field"]

    def fold(self, *hands: Hand, seats: int | Sequence[str] = 0, **options: Any) -> Game[O, S]:
        """Returns the engine's game after these hands."""
        names = self._names(seats)
        loaded = load_options(self.variant, options, len(names))
        played = playing.start(self.variant, loaded, len(names))
        for entry in hands:
            played = playing.play(
                self.variant, played, load_entry(self.variant, played, entry, names)
            )
        return played

    def _names(self, seats: int | Sequence[str]) -> list[str]:
        chosen = seats or self.seats
        return list(SEATS[:chosen] if isinstance(chosen, int) else chosen)
