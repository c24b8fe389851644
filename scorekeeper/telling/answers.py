"""What the table reported for a hand, in its own words. Knows kinds of questions, no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.engine.codec import said
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.questions import (
    Amount,
    Counts,
    OneSeat,
    Question,
    SomeSeats,
    Word,
    questions,
)
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.wording.currencies import money


@dataclass(frozen=True, slots=True)
class Told:
    """Everything said about one thing: the deal, or a person."""

    about: str
    """"" for the deal."""
    answers: list[tuple[str, str]]
    """Question and answer."""


def answers(at: Table, hand: Hand) -> list[Told]:
    """The answers that differ from the usual ones; none if today's rules cannot read them."""
    try:
        return reported(at, at.entry(hand))
    except EntryError:
        return []


def reported(at: Table, entry: Entry[Any, Any]) -> list[Told]:
    """The answers of an entry that differ from the usual ones."""
    return in_words(at.rules, at.fold, entry, at.names, at.game.session.club.currency)


def in_words(
    rules: AnyVariant,
    fold: Fold[Any, Any],
    entry: Entry[Any, Any],
    names: Sequence[str],
    currency: str,
) -> list[Told]:
    """The same of a hand at any table, be it kept or not. ``names``: of the persons."""
    own = rules.own_words(fold.options)
    told = [Told("", list(_told(deal, names, currency, own))) for deal in entry.deals]
    whose = rules.line_names(fold, names, " + ")
    for place, line in enumerate(entry.lines):
        found = list(_told(line, names, currency, own))
        if place in entry.absent:
            found.append((_("Sat it out"), _("yes")))
        told.append(Told(whose[place], found))
    return [each for each in told if each.answers]


def _told(
    given: Any, names: Sequence[str], currency: str, own: Mapping[Word | str, str]
) -> Iterator[tuple[str, str]]:
    for q in questions(type(given)):
        value = getattr(given, q.name)
        if value != q.default:
            called = own.get(value) if isinstance(value, Word) else None
            yield own.get(q.name) or _(q.label), called or _words(q, value, names, currency)


def _words(q: Question, value: Any, names: Sequence[str], currency: str) -> str:
    match q.kind:
        case OneSeat():
            return names[value] if value < len(names) else str(value)
        case SomeSeats():
            return ", ".join(names[v] for v in value if v < len(names))
        case Amount() if value is not None:
            return money(value, currency)
        case Counts() if q.kind.labels and value is not None:
            counts = [pair for pair in zip(q.kind.labels, value, strict=False) if pair[1]]
            if q.kind.named:
                return ", ".join(f"{count} × {label}" for label, count in counts)
            return " ".join(f"{label}{count}" for label, count in counts)
        case _:
            return _(said(q.kind, value))
