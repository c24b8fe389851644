"""An agreement that the players may make instead of another hand, such as a split, with its result.

The rules propose it (``Variant.proposes``), and the engine computes it; nothing is written here.
"""

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.kinds import Pick, Word, questions
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.money import PaymentLine
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.preview import Slip, SlipLine, slip


@dataclass(frozen=True, slots=True)
class Proposal:
    """``words``: its names, with help."""

    words: list[Word]
    entry: Entry[Any, Any]
    slip: Slip

    @property
    def pot(self) -> int:
        """Returns how much is taken out of the pot, in minor units; 0 if no pot is shared."""
        return max(-self.slip.into_pot, 0)

    @property
    def shares(self) -> list[tuple[SlipLine, list[PaymentLine[str]]]]:
        """Returns the lines that get money, with their payments."""
        return [
            (line, [payment for payment in self.slip.payments if payment.payee == line.name])
            for line in self.slip.shown_lines
            if line.money
        ]


def proposal(table: Table) -> Proposal | None:
    """Returns the proposal for the game as it is; None if the rules have none."""
    answers = table.rules.proposes(table.fold)
    if not answers:
        return None
    try:
        entry = load_entry(
            table.rules, table.fold, {"deal": dict(answers), "lines": {}}, table.keys
        )
        after = playing.play(table.rules, table.fold, entry)
    except EntryError:
        return None
    picks = [q.name for q in questions(table.rules.deal) if isinstance(q.kind, Pick)]
    words = [getattr(entry.deal, name) for name in picks if name in answers]
    return Proposal(words, entry, slip(table.rules, after, table.names))


def joining_names(form: HandForm) -> list[str]:
    """Returns who rejoins in the hand as typed, which rules out an agreement instead."""
    joins = form.rules.joins
    lines = form.entry.lines if joins else ()
    return [name for name, line in zip(form.names, lines, strict=False) if getattr(line, joins)]
