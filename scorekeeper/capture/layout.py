"""Lays out the fields of one hand: what this table is asked now, with what stands in each field.

Names of inputs: ``deal-<question>`` (``deal1-…`` for a second table of partners),
``p<person>-<question>``, ``who-<question>`` for a question answered by tapping a person, and
``p<person>-absent``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, cast

from scorekeeper.asking import wire
from scorekeeper.asking.conditions import Asked, Rule, asked, counted_deals, is_on, of_deal
from scorekeeper.asking.field import OwnWords
from scorekeeper.capture import picker
from scorekeeper.capture.fields import Chip, HandField, Part, PersonRow, SoFar, Who
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions import (
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Input,
    Melds,
    Pick,
    Points,
    questions,
    unless,
    when,
)
from scorekeeper.engine.variant import AnyVariant

Asks = tuple[tuple[Asked, Rule], ...]
TAPPED = (Cards, Melds)


class Posted(Protocol):
    """What a browser sent: several texts may stand under one name."""

    def getlist(self, key: str) -> list[str]: ...


@dataclass(frozen=True)
class Layout:
    """``posted``: what was typed; ``start``: answers to begin with, if nothing was posted."""

    rules: AnyVariant
    fold: Game[Any, Any]
    names: Sequence[str]
    posted: Posted | None = None
    start: Entry[Any, Any] | None = None
    everybody: bool = False
    """Also those who have left: when an earlier hand is put right, they may have been there."""

    def part(self, number: int) -> Part:
        """One table; its persons sit at it in the engine's order."""
        prefix, seats = f"deal{number or ''}", self.fold.seats
        at_it = range(number * seats, (number + 1) * seats)
        if self.rules.partners.one_table:
            at_it = range(self.rules.partners.line_count(self.fold))
        asks = {line: self.asks(line) for line in at_it}
        deal = {field.question.name: field for field in self.deal(number, prefix)}
        return Part(
            number,
            prefix,
            deal,
            {who.asked.name: who for who in self.whos(number, prefix, asks)},
            [self.seat(person, asks[person], prefix, deal) for person in asks],
            self.rules.asking.late,
            self.rules.asking.late_all,
        )

    @cached_property
    def line_names(self) -> tuple[str, ...]:
        """Whose the lines are: partners who report together stand together."""
        return self.rules.partners.line_names(self.fold, self.names, " + ")

    @cached_property
    def own_words(self) -> OwnWords:
        return self.rules.words.own(self.fold.options)

    # The deal ----------------------------------------------------------------------------

    def deal(self, number: int, prefix: str) -> list[HandField]:
        fields = []
        for q in asked(self.rules.deal, self.fold.options):
            choices = self.choices(q)
            if choices != (q.question.default,):
                name = f"{prefix}-{q.name}"
                told = self.told(name, q.question.kind, self.first_of_deal(q, number))
                own = self.own_words
                fields.append(HandField(q.question, name, told, choices, q.rule, own_words=own))
        return fields

    def first_of_deal(self, q: Asked, number: int) -> Any:
        if self.start is None:
            return self.usual(q)
        return getattr(self.start.deals[number if self.start.more else 0], q.name)

    # Persons -----------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[Asked]:
        """The questions of a line, without those about cards where there are none to tap."""
        found, some = asked(self.rules.line, self.fold.options), self.stock.strip("0")
        return [q for q in found if some or not isinstance(q.question.kind, TAPPED)]

    @cached_property
    def stock(self) -> str:
        """How many of each card there are (see ``picker.stock``)."""
        return picker.stock(self.rules, self.fold.options, self.rules.deal())

    def asks(self, person: int) -> Asks:
        """What this person is asked, and when. Somebody who has to join is asked that first."""
        if person in self.gone:
            return ()
        names = self.rules.asking.asks(self.fold, person)
        lines = self.lines
        wanted = [q for q in lines if names is None or q.name in names]
        joins = self.rules.asking.joins
        if not any(q.name == joins for q in wanted):
            return tuple((q, self.beside_always(q) + q.rule) for q in wanted)
        joined: Rule = (when(joins, True),)
        return tuple((q, q.rule if q.name == joins else joined + q.rule) for q in wanted)

    @cached_property
    def counted(self) -> Rule:
        """When the lines of a deal are looked at."""
        return counted_deals(self.rules.deal, self.rules.asking.void)

    @cached_property
    def always(self) -> bool:
        """Something is asked of a person whatever became of the deal."""
        return any(q.question.kind.always for q in self.lines)

    def beside_always(self, q: Asked) -> Rule:
        """In rows that stay on the page each other question goes by itself."""
        return self.counted if self.always and not q.question.kind.always else ()

    def seat(self, person: int, asks: Asks, prefix: str, deal: dict[str, HandField]) -> PersonRow:
        lined = [field for q, rule in asks if (field := self.line(q, rule, person))]
        fields = {field.question.name: field for field in lined}
        self.tap(
            fields, [field.name for field in deal.values() if isinstance(field.question.kind, Card)]
        )
        absent = self.absent(person) if asks else ""
        return PersonRow(
            person,
            self.line_names[person],
            prefix,
            () if self.always else self.counted,
            asks,
            fields,
            absent,
            self.sits_out(person, absent),
        )

    def tap(self, fields: dict[str, HandField], needs: Sequence[str]) -> None:
        """Prepare the questions answered by tapping cards; ``needs``: cards of the deal."""
        for field in fields.values():
            kind = field.question.kind
            if isinstance(kind, TAPPED):
                field.stock = self.stock
                field.needs = " ".join(needs)
            if isinstance(kind, Cards) and kind.instead in fields:
                typed_in = fields[kind.instead]
                typed_in.tapped = (*typed_in.tapped, field)

    @cached_property
    def gone(self) -> frozenset[int]:
        """Who has left the game, and is asked nothing."""
        return frozenset() if self.everybody else self.fold.left

    def absent(self, person: int) -> str:
        spare = self.fold.persons - len(self.gone) > self.rules.seats.start
        return f"p{person}-absent" if self.rules.absences is not None and spare else ""

    def sits_out(self, person: int, absent: str) -> bool:
        if person in self.gone:
            return True
        if self.posted is not None:
            return bool(absent and any(self.posted.getlist(absent)))
        return self.start is not None and person in self.start.absent

    def line(self, q: Asked, rule: Rule, person: int) -> HandField | None:
        """A question in this person's own row; None when it is asked by tapping him above."""
        name, choices, first = f"p{person}-{q.name}", self.choices(q), self.first(q, person)
        if q.sole is not None:
            sole = sole_value(q)
            choices = tuple(choice for choice in choices if choice is not sole)
            if not choices:
                return None
            rule = (*rule, unless(q.name, sole))
            first = self.usual(q) if first is sole else first
        field = HandField(
            q.question,
            name,
            self.told(name, q.question.kind, first),
            choices,
            rule,
            own_words=self.own_words,
            person=person,
        )
        if isinstance(q.question.kind, Points):
            field.limits = self.rules.asking.answer_max(self.fold, q.name)
            field.caps = self.rules.asking.caps(self.fold, q.name)
        if isinstance(q.question.kind, Count | Counts):
            field.there = self.rules.asking.table_max(self.fold, q.name)
        return field

    def first(self, q: Asked, person: int) -> Any:
        if self.start is not None:
            return getattr(self.start.lines[person], q.name)
        return self.rules.asking.suggests(self.fold, person).get(q.name, self.usual(q))

    # Rows of persons ---------------------------------------------------------------------

    def whos(self, number: int, prefix: str, asks: dict[int, Asks]) -> list[Who]:
        rows = []
        usual = of_deal({q.name: q.default for q in questions(self.rules.deal)})
        for q in self.lines:
            chips = [
                self.chip(q, rule, person)
                for person in asks
                for other, rule in asks[person]
                if other is q and q.sole is not None
            ]
            if chips:
                name = f"who{number or ''}-{q.name}"
                told = self.told_who(q, name, chips)
                rule = self.counted + q.for_row
                is_usual = is_on(rule, usual)
                rows.append(
                    Who(q, name, prefix, told, chips, rule, is_usual, own_words=self.own_words)
                )
        return rows

    def chip(self, q: Asked, rule: Rule, person: int) -> Chip:
        own = tuple(condition for condition in rule if condition not in q.for_row)
        value = wire.word(sole_value(q))
        sets, absent = f"p{person}-{q.name}", self.absent(person)
        return Chip(person, self.line_names[person], sets, value, own, absent=absent)

    def told_who(self, q: Asked, name: str, chips: Sequence[Chip]) -> list[str]:
        if self.posted is not None:
            return self.posted.getlist(name)
        return [str(c.person) for c in chips if self.first(q, c.person) is sole_value(q)]

    # What stands in a field --------------------------------------------------------------

    def told(self, name: str, kind: Input, first: Any) -> list[str]:
        if self.posted is None:
            return wire.told(kind, first)
        names = wire.inputs(kind, name)
        if len(names) == 1:
            return self.posted.getlist(name)
        return [(self.posted.getlist(part) or [""])[-1] for part in names]

    def usual(self, q: Asked) -> Any:
        kind, default = q.question.kind, q.question.default
        return kind.suggest if isinstance(kind, Pick) and default is None else default

    def choices(self, q: Asked) -> tuple[Any, ...]:
        kind = q.question.kind
        if isinstance(kind, Pick):
            members = cast("Iterable[Any]", q.question.type)
            return tuple(self.rules.asking.offers(self.fold, q.name) or members)
        return ()


def standings(rules: AnyVariant, fold: Game[Any, Any]) -> list[SoFar]:
    """What is to be known before the next hand, by line."""
    keeps = fold.number and rules.board.keeps_score(fold)
    totals = rules.board.totals(fold) if keeps else [None] * fold.seats
    persons = range(rules.partners.line_count(fold))
    return [SoFar(totals[fold.seat_of(p)], rules.board.notes(fold, p)) for p in persons]


def sole_value(q: Asked) -> Any:
    """The answer that one person's tap gives."""
    kind = q.question.kind
    if isinstance(kind, Pick):
        return kind.sole_value
    assert isinstance(kind, Flag)
    return True
