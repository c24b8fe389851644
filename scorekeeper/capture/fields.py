"""The questions of one hand as fields of a page: those of the deal, and each person's.

``HandField`` is one question put to the deal or to one person, ``Who`` one answered by tapping a
person; a ``PersonRow`` is one person's part of the page, a ``Part`` one table's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.asking.conditions import Asked, Rule
from scorekeeper.asking.field import Field, OwnWords
from scorekeeper.engine.questions import Flag, Pick, Question, when
from scorekeeper.engine.variant import Limits

Answers = dict[str, Any]
PRESENT: Rule = (when("absent", False),)
"""The person does not sit the hand out."""
BESIDE_KEYS = 9
"""So long is a name that leaves room for three keys beside it on a phone of 360 px."""


@dataclass(slots=True)
class HandField(Field):
    """One question put to the deal or to one person."""

    person: int | None = None
    stock: str = ""
    """Of cards: how many of each there are (see ``picker.stock``)."""
    needs: str = ""
    """Of cards: names of the deal's cards without which these cannot be counted."""
    there: Limits = ()
    """Of counts: how many there are at the whole table (``Asking.table_max``)."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """Somebody who may have dealt."""

    person: int
    name: str
    chosen: bool


@dataclass(slots=True)
class Chip:
    """One person in a row of whom one is chosen."""

    person: int
    name: str
    sets: str
    """The field this stands for, and the value it gives it."""
    as_value: str
    rule: Rule
    off: bool = False
    absent: str = ""
    """Name of the input that says the person sits out."""

    @property
    def when(self) -> Rule:
        return self.rule + (PRESENT if self.absent else ())


@dataclass(slots=True)
class Who:
    """A question answered by tapping one person, at the top of a table: "Who won?"."""

    asked: Asked
    name: str
    deal: str
    told: list[str]
    chips: list[Chip]
    rule: Rule = ()
    """When anybody is asked; each chip has the conditions of its own person."""
    is_usual: bool = True
    """Asked when the hand ended as it mostly does: it can be tapped before that is said."""
    off: bool = False
    own_words: OwnWords = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def inputs(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def id(self) -> str:
        return f"f-{self.name}"

    @property
    def single(self) -> bool:
        """Always one at the most: a radio button will do."""
        return self.asked.sole == ()

    def chosen(self, person: int) -> bool:
        return str(person) in self.told

    def value(self, person: int) -> Any:
        """What the tap says of this person; None when it says nothing."""
        if isinstance(self.question.kind, Flag):
            return self.chosen(person)
        kind = self.question.kind
        assert isinstance(kind, Pick)
        return kind.sole_value if self.chosen(person) else None


@dataclass(frozen=True, slots=True)
class SoFar:
    """What is to be known of a person before the hand. ``total``: None where no score is kept, or
    before the first hand."""

    total: float | None
    notes: tuple[str, ...]


@dataclass(slots=True)
class PersonRow:
    """One person's part of the page."""

    person: int
    name: str
    deal: str
    """Prefix of his table's deal fields."""
    rule: Rule
    asks: tuple[tuple[Asked, Rule], ...]
    """What he is asked in this hand, in the order declared, and when."""
    fields: dict[str, HandField]
    absent: str = ""
    """Name of the input that says he sits out; empty when nobody may."""
    is_absent: bool = False
    off: bool = False
    errors: list[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        return f"p{self.person}"

    @property
    def when(self) -> Rule:
        return self.rule + (PRESENT if self.absent else ())

    @property
    def is_out(self) -> bool:
        """He is at the table and asked nothing: the row says why."""
        return not self.asks and not self.is_absent

    def __getitem__(self, name: str) -> HandField:
        return self.fields[name]

    def __iter__(self) -> Iterator[HandField]:
        return iter(self.fields.values())


@dataclass(slots=True)
class Part:
    """One table: its deal, its rows of persons, its seats. Only partners have more than one."""

    number: int
    prefix: str
    deal: dict[str, HandField]
    whos: dict[str, Who]
    seats: list[PersonRow]
    late: str = ""
    """The flag of those who had no turn (``Asking.late``)."""
    late_all: Rule | None = None

    def __getitem__(self, name: str) -> HandField:
        return self.deal[name]

    def asked(self, name: str) -> list[tuple[PersonRow, HandField]]:
        """Who is asked this, each with his field."""
        return [(seat, seat.fields[name]) for seat in self.seats if name in seat.fields]

    @property
    def has_long_names(self) -> bool:
        """One of them takes a line of its own."""
        return any(len(seat.name) > BESIDE_KEYS for seat in self.seats)

    @property
    def first_whos(self) -> list[Who]:
        """Winner first: rows to be tapped before anything else."""
        return [who for who in self.whos.values() if who.is_usual]

    @property
    def later_whos(self) -> list[Who]:
        return [who for who in self.whos.values() if not who.is_usual]

    @property
    def is_usual(self) -> bool:
        """Nothing of the deal was answered but in the usual way."""
        return all(not f.errors and f.told in ([], ["", ""], f.usual) for f in self.deal.values())
