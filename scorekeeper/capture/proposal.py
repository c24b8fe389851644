"""What the table may agree on instead of another hand, such as a split, with what it brings.

Asked of the rules (``Asking.proposes``) and worked out by the engine; nothing is written here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.capture.slip import Slip, slip
from scorekeeper.engine import playing
from scorekeeper.engine.entry_json import load_entry
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions import Pick, Word, questions
from scorekeeper.play.selectors import Table


@dataclass(frozen=True, slots=True)
class Proposal:
    """``words``: what it is called, with its help."""

    words: list[Word]
    entry: Entry[Any, Any]
    slip: Slip


def proposal(at: Table) -> Proposal | None:
    """Of the game as it stands; None where the rules have nothing to propose."""
    told = at.rules.asking.proposes(at.fold)
    if not told:
        return None
    try:
        entry = load_entry(at.rules, at.fold, {"deal": dict(told), "lines": {}}, at.keys)
        after = playing.play(at.rules, at.fold, entry)
    except EntryError:
        return None
    picks = [q.name for q in questions(at.rules.deal) if isinstance(q.kind, Pick)]
    words = [getattr(entry.deal, name) for name in picks if name in told]
    return Proposal(words, entry, slip(at.rules, after, at.names))
