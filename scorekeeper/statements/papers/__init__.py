"""The papers there are. Each is a module: its ``contents``, plain values that are read once; its
``sheet``, which tells them as a story; and its ``rows``, the same for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorekeeper.statements.drawing.sheet import Sheet

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Paper(Generic[C]):
    """``contents``: of a night, or season, and of one player (by id) or everybody. ``making`` says
    which is drawn by a worker, and kept; others are drawn at an address (``paper_views``)."""

    name: str
    contents: Callable[[Any, int | None], C]
    sheet: Callable[[C], Sheet]
    rows: Callable[[C], Iterable[Sequence[str]]] = lambda _contents: ()
