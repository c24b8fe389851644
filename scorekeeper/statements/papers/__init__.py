"""The papers. Each is a module with ``contents``, plain values that are read once; ``sheet``, which
lays them out; and ``rows``, the same as a spreadsheet."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.statements.drawing.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Paper:
    """``contents``: of a session or season, for one player (by id) or everyone. ``making`` names
    those drawn by a worker and stored; others are drawn at an address (``paper_views``)."""

    name: str
    contents: Callable[[Any, int | None], Any]
    sheet: Callable[[Any], Sheet]
    rows: Callable[[Any], Iterable[Sequence[str]]] = lambda _contents: ()
