"""The questions of one hand as fields of a page: those of the deal, and each person's.

``HandField`` is a question about the deal or one person, ``PersonChoice`` one answered by tapping a
person; a ``PersonRow`` is one person's part of the page, a ``Part`` one table's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.questions.kinds import Flag, Pick, Question, when
from scorekeeper.questions.conditions import AskedQuestion, Rule
from scorekeeper.questions.field import Field, OwnWords

Answers = dict[str, Any]
PRESENT: Rule = (when("absent", False),)
"""The person does not sit the hand out."""
SHORT_NAME_LENGTH = 9
"""Names up to this length leave room for three keys on a phone of 360 px."""


@dataclass(slots=True)
class HandField(Field):
    """A question about the deal or one person."""

    person: int | None = None
    stock: str = ""
    """For cards: how many of each there are (see ``picker.stock``)."""
    needs: str = ""
    """For cards: names of the deal's cards that are needed to count these."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """A person who may have dealt."""

    person: int
    name: str
    chosen: bool


@dataclass(slots=True)
class Chip:
    """One person in a row to choose from."""

    person: int
    name: str
    sets: str
    """The field that it answers, and the value it gives."""
    as_value: str
    rule: Rule
    off: bool = False
    absent: str = ""
    """Name of the input for sitting out."""

    @property
    def when(self) -> Rule:
        return self.rule + (PRESENT if self.absent else ())


@dataclass(slots=True)
class PersonChoice:
    """A question answered by tapping one person, at the top of a table: "Who won?"."""

    declaration: AskedQuestion
    name: str
    deal: str
    texts: list[str]
    chips: list[Chip]
    rule: Rule = ()
    """When the question is asked; each chip has the conditions of its own person."""
    is_usual: bool = True
    """Asked when the hand ended in the usual way: it can be tapped first."""
    off: bool = False
    own_words: OwnWords = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    @property
    def question(self) -> Question:
        return self.declaration.question

    @property
    def inputs(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def id(self) -> str:
        return f"f-{self.name}"

    @property
    def is_single(self) -> bool:
        """At most one person: a radio button will do."""
        return self.declaration.sole == ()

    def chosen(self, person: int) -> bool:
        return str(person) in self.texts

    def value(self, person: int) -> Any:
        """Returns this person's answer; None if the tap says nothing."""
        if isinstance(self.question.kind, Flag):
            return self.chosen(person)
        kind = self.question.kind
        assert isinstance(kind, Pick)
        return kind.sole_value if self.chosen(person) else None


@dataclass(frozen=True, slots=True)
class PersonStanding:
    """A person's score before the hand. ``total``: None if no score is kept, or before the first
    hand."""

    total: float | None
    notes: tuple[str, ...]


@dataclass(slots=True)
class PersonRow:
    """One person's part of the page."""

    person: int
    name: str
    deal: str
    """Prefix of their table's deal fields."""
    rule: Rule
    asks: tuple[tuple[AskedQuestion, Rule], ...]
    """What they are asked in this hand, in the order declared, and when."""
    fields: dict[str, HandField]
    absent: str = ""
    """Name of the input for sitting out; empty if nobody may."""
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
        """They are at the table but asked nothing: the row says why."""
        return not self.asks and not self.is_absent

    def __getitem__(self, name: str) -> HandField:
        return self.fields[name]

    def __iter__(self) -> Iterator[HandField]:
        return iter(self.fields.values())

    @property
    def drawn_fields(self) -> list[HandField]:
        """The fields to draw, one by one: cards are drawn with the number that they stand for."""
        with_number = {cards.name for field in self for cards in field.tapped}
        return [field for field in self if field.name not in with_number]


@dataclass(slots=True)
class Part:
    """One table: its deal, rows and seats. Only partners have more than one."""

    number: int
    prefix: str
    deal: dict[str, HandField]
    person_choices: dict[str, PersonChoice]
    seats: list[PersonRow]
    late: str = ""
    """The flag for players without a turn (``Variant.late``)."""
    late_all: Rule | None = None

    def __getitem__(self, name: str) -> HandField:
        return self.deal[name]

    def rows_asked(self, name: str) -> list[tuple[PersonRow, HandField]]:
        """Returns the rows that are asked this question, each with its field."""
        return [(seat, seat.fields[name]) for seat in self.seats if name in seat.fields]

    @property
    def has_long_names(self) -> bool:
        """One of them takes a line of its own."""
        return any(len(seat.name) > SHORT_NAME_LENGTH for seat in self.seats)

    @property
    def first_choices(self) -> list[PersonChoice]:
        """Rows to be tapped first, such as the winner."""
        return [choice for choice in self.person_choices.values() if choice.is_usual]

    @property
    def later_choices(self) -> list[PersonChoice]:
        return [choice for choice in self.person_choices.values() if not choice.is_usual]

    @property
    def is_usual(self) -> bool:
        """The deal has only default answers."""
        return all(not f.errors and f.texts in ([], ["", ""], f.usual) for f in self.deal.values())
