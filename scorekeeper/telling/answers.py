"""What the table reported for a hand, in its own words. Knows kinds of questions, no game.

It is read from the report as it was kept: a question that today's rules do not ask any more, or an
answer they do not know, is shown as it was written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.asking.words import said
from scorekeeper.engine.entry_json import dump_entry
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.kept import own_words, recalled_items
from scorekeeper.engine.questions import Cards, Melds, Pick, Question
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, person_keys


@dataclass(frozen=True, slots=True)
class Report:
    """Everything said about one thing: the deal, or a person."""

    about: str
    """"" for the deal."""
    answers: list[tuple[str, str]]
    """Question and answer."""


@dataclass(frozen=True, slots=True)
class Words:
    """In which words a report is told. ``own``: the table's own words
    (``engine.kept.own_words``)."""

    rules: AnyVariant
    currency: str
    own: Mapping[str, str]

    def report(
        self, plain: Mapping[str, Any], whose: Sequence[str], absent: Collection[int], tables: int
    ) -> list[Report]:
        """``plain``: as ``dump_entry`` writes it, persons by number; ``whose``: names of
        the lines."""
        deals = _by_table(plain.get("deal", {}), tables)
        told = [Report("", list(self._told(self.rules.deal, deal))) for deal in deals]
        lines = {int(key.split("+")[0]): line for key, line in plain.get("lines", {}).items()}
        for place, name in enumerate(whose):
            found = list(self._told(self.rules.line, lines.get(place, {})))
            if place in absent:
                found.append((_("Sat out"), _("yes")))
            told.append(Report(name, found))
        return [each for each in told if each.answers]

    def _told(self, declared: type[Any], given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        read = list(recalled_items(declared, given))
        counted = any(
            q is not None and isinstance(q.kind, Cards | Melds) and v for _n, q, v in read
        )
        for name, q, value in read:
            if counted and isinstance(value, int) and not value:
                continue  # a nothing beside what was counted from cards says less than those
            if q is None:
                yield name.replace("_", " ").capitalize(), str(value)
            elif value != q.default:
                yield self.own.get(name) or _(q.label), self._answer(q, value)

    def _answer(self, q: Question, value: Any) -> str:
        if isinstance(q.kind, Pick) and value is not None:
            own = self.own.get(f"{q.name}={value.value}")
            if own is not None:
                return own
        return said(q.kind, value, self.currency)


def _by_table(deal: Mapping[str, Any], tables: int) -> list[Mapping[str, Any]]:
    """Of partners at several tables, each answer is a list, one for each."""
    if tables == 1:
        return [deal]
    return [{name: values[n] for name, values in deal.items()} for n in range(tables)]


def answers(at: Table, hand: Hand) -> list[Report]:
    """The answers of a kept hand that differ from the usual ones."""
    kept = at.state
    words = Words(at.rules, at.game.session.club.currency, at.game.agreed.get("words", {}))
    whose = kept.line_names(at.names, " + ")
    return words.report(hand.entry, whose, kept.absent(hand), kept.tables)


def in_words(
    rules: AnyVariant,
    fold: Fold[Any, Any],
    entry: Entry[Any, Any],
    names: Sequence[str],
    currency: str,
) -> list[Report]:
    """The same of a hand that may not be kept yet, on this fold. ``names``: of the persons."""
    words = Words(rules, currency, own_words(rules, fold.options))
    plain = dump_entry(entry, person_keys(fold.persons))
    whose = rules.partners.line_names(fold, names, " + ")
    return words.report(plain, whose, entry.absent, rules.partners.tables(fold))


def reported(at: Table, entry: Entry[Any, Any]) -> list[Report]:
    """The answers of an entry that differ from the usual ones."""
    return in_words(at.rules, at.fold, entry, at.names, at.game.session.club.currency)
