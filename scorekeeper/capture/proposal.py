"""What the table may agree on instead of another hand, such as a split, with what it brings.

Asked of the rules (``Asking.proposes``) and worked out by the engine; nothing is written here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.capture.forms import HandForm
from scorekeeper.capture.slip import Slip, SlipLine, slip
from scorekeeper.engine import playing
from scorekeeper.engine.entry_json import load_entry
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions import Pick, Word, questions
from scorekeeper.play.selectors import Table
from scorekeeper.telling.money import Paid


@dataclass(frozen=True, slots=True)
class Proposal:
    """``words``: what it is called, with its help."""

    words: list[Word]
    entry: Entry[Any, Any]
    slip: Slip

    @property
    def pot(self) -> int:
        """What is taken out of it, minor units; nothing where no pot is shared."""
        return max(-self.slip.into_pot, 0)

    @property
    def shares(self) -> list[tuple[SlipLine, list[Paid[str]]]]:
        """Whom it brings money, and what that is the sum of."""
        return [
            (line, [each for each in self.slip.payments if each.payee == line.name])
            for line in self.slip.told
            if line.money
        ]


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


def joining(form: HandForm) -> list[str]:
    """Who comes back into the hand as it is typed, so that nothing can be agreed on instead."""
    joins = form.rules.asking.joins
    lines = form.entry.lines if joins else ()
    return [name for name, line in zip(form.names, lines, strict=False) if getattr(line, joins)]
