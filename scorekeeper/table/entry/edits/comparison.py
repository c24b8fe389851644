"""Two entries of the same hand, side by side."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.localization.words import together
from scorekeeper.engine.game import Entry
from scorekeeper.play.selectors import Table
from scorekeeper.play.wording.answers import table_entry_reports


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One question about the deal ("") or a person, with both answers."""

    about: str
    question: str
    saved: str
    typed: str

    @property
    def differs(self) -> bool:
        return self.saved != self.typed


def compare_entries(
    table: Table, saved: Entry[Any, Any] | None, typed: Entry[Any, Any]
) -> list[ComparisonRow]:
    """Returns all answers of either entry, in the order of the table."""
    saved_answers = _answers(table, saved) if saved else {}
    typed_answers = _answers(table, typed)
    order = ["", *table.rules.line_names(table.fold, table.names, together)]
    questions = sorted({**saved_answers, **typed_answers}, key=lambda key: order.index(key[0]))
    return [
        ComparisonRow(*key, saved_answers.get(key, "–"), typed_answers.get(key, "–"))
        for key in questions
    ]


def _answers(table: Table, entry: Entry[Any, Any]) -> dict[tuple[str, str], str]:
    return {
        (report.about, question): answer
        for report in table_entry_reports(table, entry)
        for question, answer in report.answers
    }
