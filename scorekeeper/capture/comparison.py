"""Two reports of the same hand, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.game import Entry
from scorekeeper.play.selectors import Table
from scorekeeper.telling.answers import reported


@dataclass(frozen=True, slots=True)
class Row:
    """One question about the deal ("") or a person, as each of the two answered it."""

    about: str
    question: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


def compared(at: Table, theirs: Entry[Any, Any] | None, mine: Entry[Any, Any]) -> list[Row]:
    """Everything either of them said, in the order of the table."""
    saved, typed = (_answers(at, theirs) if theirs else {}), _answers(at, mine)
    order = ["", *at.rules.partners.line_names(at.fold, at.names, " + ")]
    asked = sorted({**saved, **typed}, key=lambda key: order.index(key[0]))
    return [Row(*key, saved.get(key, "–"), typed.get(key, "–")) for key in asked]


def _answers(at: Table, entry: Entry[Any, Any]) -> dict[tuple[str, str], str]:
    return {
        (told.about, question): answer
        for told in reported(at, entry)
        for question, answer in told.answers
    }
