"""The answers entered for a hand, in words. Knows kinds of questions, but no game.

They are read from the stored entry: a question that today's rules do not ask, or an answer they do
not know, is shown as it was entered.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.core.localization.words import together
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.outcomes.stored import own_words, recalled_items
from scorekeeper.engine.questions.entry_json import dump_entry
from scorekeeper.engine.questions.kinds import Cards, Melds, Pick, Question
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, person_keys
from scorekeeper.questions.wording import answer_text


@dataclass(frozen=True, slots=True)
class Report:
    """All answers about the deal or one person."""

    about: str
    """"" for the deal."""
    answers: list[tuple[str, str]]
    """Question and answer."""


@dataclass(frozen=True, slots=True)
class ReportWriter:
    """Writes reports. ``own``: the group's own words (``engine.outcomes.stored.own_words``)."""

    rules: AnyVariant
    currency: str
    own: Mapping[str, str]

    def report(
        self,
        plain: Mapping[str, Any],
        line_names: Sequence[str],
        absent: Collection[int],
        tables: int,
    ) -> list[Report]:
        """``plain``: as ``dump_entry`` writes it, persons by number; ``line_names``: names of the
        lines."""
        deals = _by_table(plain.get("deal", {}), tables)
        reports = [Report("", list(self._answers(self.rules.deal, deal))) for deal in deals]
        lines = {int(key.split("+")[0]): line for key, line in plain.get("lines", {}).items()}
        for index, name in enumerate(line_names):
            answers = list(self._answers(self.rules.line, lines.get(index, {})))
            if index in absent:
                answers.append((_("Sat out"), _("yes")))
            reports.append(Report(name, answers))
        return [report for report in reports if report.answers]

    def _answers(
        self, declared: type[Any], answers: Mapping[str, Any]
    ) -> Iterator[tuple[str, str]]:
        rows = list(recalled_items(declared, answers))
        has_counted_cards = any(
            q is not None and isinstance(q.kind, Cards | Melds) and value for _n, q, value in rows
        )
        for name, q, value in rows:
            if has_counted_cards and isinstance(value, int) and not value:
                continue  # a zero next to counted cards says nothing
            if q is None:
                yield name.replace("_", " ").capitalize(), str(value)
            elif value != q.default:
                yield self.own.get(name) or _(q.label), self._answer(q, value)

    def _answer(self, q: Question, value: Any) -> str:
        if isinstance(q.kind, Pick) and value is not None:
            own = self.own.get(f"{q.name}={value.value}")
            if own is not None:
                return own
        return answer_text(q.kind, value, self.currency)


def _by_table(deal: Mapping[str, Any], tables: int) -> list[Mapping[str, Any]]:
    """Splits the answers about the deal by table: with partners at several tables each answer is a
    list."""
    if tables == 1:
        return [deal]
    return [{name: values[n] for name, values in deal.items()} for n in range(tables)]


def hand_reports(table: Table, hand: Hand) -> list[Report]:
    """Returns the answers of a stored hand that differ from the defaults."""
    state = table.state
    writer = ReportWriter(
        table.rules, table.game.session.club.currency, table.game.agreed.get("words", {})
    )
    line_names = state.line_names(table.names)
    missed = state.absent(hand) & table.seated(hand)
    return writer.report(hand.entry, line_names, missed, state.tables)


def entry_reports(
    rules: AnyVariant,
    fold: Fold[Any, Any],
    entry: Entry[Any, Any],
    names: Sequence[str],
    currency: str,
) -> list[Report]:
    """Returns the same for an entry on this fold that may not be stored. ``names``: of the
    persons."""
    writer = ReportWriter(rules, currency, own_words(rules, fold.options))
    plain = dump_entry(entry, person_keys(fold.persons))
    line_names = rules.line_names(fold, names, together)
    return writer.report(plain, line_names, entry.absent, rules.tables(fold))


def table_entry_reports(table: Table, entry: Entry[Any, Any]) -> list[Report]:
    """Returns the answers of an entry that differ from the defaults."""
    return entry_reports(
        table.rules, table.fold, entry, table.names, table.game.session.club.currency
    )
