"""The fields of one hand: the questions for this table now, with their content.

``HandField`` is a question about the deal or one person, ``PersonChoice`` one answered by tapping a
person; a ``PersonRow`` is one person's part of the page, a ``Part`` one table's. ``Layout`` makes
them.

Names of inputs: ``deal-<question>`` (``deal1-…`` for a second table of partners),
``p<person>-<question>``, ``who-<question>`` for a question answered by tapping a person, and
``p<person>-absent``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import Any, Protocol, cast

from django.utils.translation import gettext

from scorekeeper.core.localization.words import together
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.kinds import (
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Input,
    Melds,
    Pick,
    Points,
    Question,
    Word,
    questions,
    unless,
    when,
)
from scorekeeper.engine.variant import AnyVariant, Limit
from scorekeeper.engine.words import Phrase
from scorekeeper.questions import encoding
from scorekeeper.questions.field import (
    AskedQuestion,
    Field,
    OwnWords,
    Rule,
    asked_questions,
    counted_deals,
    deal_scope,
    is_on,
)
from scorekeeper.table.entry.cards import picker

Answers = dict[str, Any]
PRESENT: Rule = (when("absent", False),)
"""The person does not sit the hand out."""
SHORT_NAME_LENGTH = 9
"""Names up to this length leave room for three keys on a phone of 360 px."""


ROW_OF_CHIPS = 4
"""A row of a phone of 360 px has this many buttons, if no name is longer than ``CHIP_LENGTH``."""
CHIP_LENGTH = 6


@dataclass(frozen=True, slots=True)
class CountInput:
    """One of the numbers that a field counts. ``label``: its own, where there are several."""

    place: int
    label: str
    name: str
    """With that of the field, as a screen reader says it."""
    text: str | None
    """None: it has no input yet."""
    limit: int | None


@dataclass(slots=True)
class HandField(Field):
    """A question about the deal or one person."""

    person: int | None = None
    stock: str = ""
    """The stock of each card, for a question about cards (see ``picker.stock``)."""
    needs: str = ""
    """The names of the deal's cards that are needed to count these."""

    @property
    def is_decided(self) -> bool:
        """There is one answer only, and nothing to tap."""
        return self.choices == (self.question.default,)

    @property
    def suggested(self) -> str:
        kind, default = self.question.kind, self.question.default
        return encoding.word(
            kind.suggest if isinstance(kind, Pick) and default is None else default
        )

    @property
    def most(self) -> Limit:
        """The largest valid number of points."""
        kind, own = self.question.kind, self.limits.answer
        assert isinstance(kind, Points)
        return kind.max if own is None else own

    @property
    def counts(self) -> list[CountInput]:
        kind = self.question.kind
        if isinstance(kind, Counts):
            texts = zip_longest(kind.labels, self.texts[: len(kind.labels)])
            return [
                CountInput(place, label, f"{self.label} {label}", text, kind.limit(place))
                for place, (label, text) in enumerate(texts)
            ]
        assert isinstance(kind, Count)
        return [CountInput(0, "", self.label, self.text, kind.max)]


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
    def value(self) -> str:
        return str(self.person)

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
    """The conditions of the question; each chip has those of its own person."""
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
        """One person at most can be chosen, so radio buttons will do."""
        return self.declaration.sole == ()

    @property
    def label(self) -> str:
        kind, label = self.question.kind, self.question.label
        if isinstance(kind, Pick) and isinstance(kind.sole_value, Word):
            label = kind.sole_value.label
            if own_word := self.own_words.get(kind.sole_value):
                return gettext("%(word)s: who?") % {"word": own_word}
        verb = gettext(label)
        return gettext("Who %(did)s?") % {"did": verb[:1].lower() + verb[1:]}

    @property
    def may_be_nobody(self) -> bool:
        return self.is_single and self.question.kind.nobody

    @property
    def button_count(self) -> int:
        return len(self.chips) + self.may_be_nobody

    @property
    def fits_one_row(self) -> bool:
        is_short = all(len(chip.name) <= CHIP_LENGTH for chip in self.chips)
        return self.button_count == ROW_OF_CHIPS and is_short

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
    """The questions of this hand in the order declared, with their conditions."""
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
    def capped_fields(self) -> list[HandField]:
        return [field for field in self if field.limits.cap is not None]

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


Asks = tuple[tuple[AskedQuestion, Rule], ...]
# The fields of a table -------------------------------------------------------------------------


CARD_KINDS = (Cards, Melds)


class Posted(Protocol):
    """The posted form: one name may have several texts."""

    def getlist(self, key: str) -> list[str]: ...


@dataclass(frozen=True)
class Layout:
    """``posted``: what was typed; ``start``: answers to begin with, if nothing was posted."""

    rules: AnyVariant
    fold: Game[Any, Any]
    names: Sequence[str]
    posted: Posted | None = None
    start: Entry[Any, Any] | None = None
    includes_left: bool = False
    """Also asks players who left: in an edit of an earlier hand, they may have been there."""

    def part(self, number: int) -> Part:
        """One table; its persons are in seating order."""
        prefix, seats = f"deal{number or ''}", self.fold.seats
        persons = range(number * seats, (number + 1) * seats)
        if self.rules.one_table:
            persons = range(self.rules.line_count(self.fold))
        asks = {line: self.asks(line) for line in self.fold.seating if line in persons}
        deal = {field.question.name: field for field in self.deal(number, prefix)}
        return Part(
            number,
            prefix,
            deal,
            {
                choice.declaration.name: choice
                for choice in self.person_choices(number, prefix, asks)
            },
            [self.seat(person, asks[person], prefix, deal) for person in asks],
            self.rules.late,
            self.rules.late_all,
        )

    @cached_property
    def line_names(self) -> tuple[str, ...]:
        """Names of the lines; partners who report together share one."""
        return self.rules.line_names(self.fold, self.names, together)

    @cached_property
    def own_words(self) -> OwnWords:
        return self.rules.own_words(self.fold.options)

    # The deal ----------------------------------------------------------------------------

    def deal(self, number: int, prefix: str) -> list[HandField]:
        fields = []
        for q in asked_questions(self.rules.deal, self.fold.options):
            choices = self.choices(q)
            if choices != (q.question.default,):
                name = f"{prefix}-{q.name}"
                texts = self.texts(name, q.question.kind, self.first_of_deal(q, number))
                own = self.own_words
                fields.append(HandField(q.question, name, texts, choices, q.rule, own_words=own))
        return fields

    def first_of_deal(self, q: AskedQuestion, number: int) -> Any:
        if self.start is None:
            return self.default(q)
        return getattr(self.start.deals[number if self.start.more else 0], q.name)

    # Persons -----------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[AskedQuestion]:
        """The questions of a line, without those about cards if there are none to tap."""
        declared, has_cards = (
            asked_questions(self.rules.line, self.fold.options),
            self.stock.strip("0"),
        )
        return [q for q in declared if has_cards or not isinstance(q.question.kind, CARD_KINDS)]

    @cached_property
    def stock(self) -> str:
        """The stock of each card (see ``picker.stock``)."""
        return picker.stock(self.rules, self.fold.options, self.rules.deal())

    def asks(self, person: int) -> Asks:
        """Returns this person's questions, and when each is asked. Joining is asked first."""
        if person in self.left_persons:
            return ()
        names = self.rules.asks(self.fold, person)
        lines = self.lines
        asked_now = [q for q in lines if names is None or q.name in names]
        joins = self.rules.joins
        if not any(q.name == joins for q in asked_now):
            return tuple((q, self.own_condition(q) + q.rule) for q in asked_now)
        when_joined: Rule = (when(joins, True),)
        return tuple((q, q.rule if q.name == joins else when_joined + q.rule) for q in asked_now)

    @cached_property
    def when_counted(self) -> Rule:
        """The condition under which the lines of a deal count."""
        return counted_deals(self.rules.deal)

    @cached_property
    def has_unconditional(self) -> bool:
        """Some question is asked of persons however the deal ended."""
        return any(q.question.kind.always for q in self.lines)

    def own_condition(self, q: AskedQuestion) -> Rule:
        """In rows that stay on the page each other question has its own condition."""
        return self.when_counted if self.has_unconditional and not q.question.kind.always else ()

    def seat(self, person: int, asks: Asks, prefix: str, deal: dict[str, HandField]) -> PersonRow:
        row_fields = [field for q, rule in asks if (field := self.line(q, rule, person))]
        fields = {field.question.name: field for field in row_fields}
        self.tap(
            fields, [field.name for field in deal.values() if isinstance(field.question.kind, Card)]
        )
        absent_input = self.absent_input(person) if asks else ""
        return PersonRow(
            person,
            self.line_names[person],
            prefix,
            () if self.has_unconditional else self.when_counted,
            asks,
            fields,
            absent_input,
            self.sits_out(person, absent_input),
        )

    def tap(self, fields: dict[str, HandField], needs: Sequence[str]) -> None:
        """Prepares the questions answered by tapping cards; ``needs``: cards of the deal."""
        for asked in fields.values():
            kind = asked.question.kind
            if isinstance(kind, CARD_KINDS):
                asked.stock = self.stock
                asked.needs = " ".join(needs)
            if isinstance(kind, Cards) and kind.instead in fields:
                typed_field = fields[kind.instead]
                typed_field.tapped = (*typed_field.tapped, asked)

    @cached_property
    def left_persons(self) -> frozenset[int]:
        """Persons who have left the game, and are asked nothing."""
        return frozenset() if self.includes_left else self.fold.left

    def absent_input(self, person: int) -> str:
        has_spare = (
            self.rules.line_count(self.fold) - len(self.left_persons) > self.rules.seats.start
        )
        return f"p{person}-absent" if self.rules.may_miss and has_spare else ""

    def sits_out(self, person: int, absent_input: str) -> bool:
        if person in self.left_persons:
            return True
        if self.posted is not None:
            return bool(absent_input and any(self.posted.getlist(absent_input)))
        return self.start is not None and person in self.start.absent

    def line(self, q: AskedQuestion, rule: Rule, person: int) -> HandField | None:
        """Returns a question in this person's row; None if it is asked by tapping them above."""
        name, choices, first = f"p{person}-{q.name}", self.choices(q), self.first(q, person)
        if q.sole is not None:
            sole = sole_value(q)
            choices = tuple(choice for choice in choices if choice is not sole)
            if not choices:
                return None
            rule = (*rule, unless(q.name, sole))
            first = self.default(q) if first is sole else first
        kind = q.question.kind
        if isinstance(kind, Points) and kind.empty is not None and first == self.default(q):
            first = None  # the pad stops at empty boxes
        return HandField(
            q.question,
            name,
            self.texts(name, q.question.kind, first),
            choices,
            rule,
            own_words=self.own_words,
            limits=self.rules.limits(self.fold, q.name),
            person=person,
        )

    def first(self, q: AskedQuestion, person: int) -> Any:
        if self.start is not None:
            return getattr(self.start.lines[person], q.name)
        return self.rules.suggests(self.fold, person).get(q.name, self.default(q))

    # Rows of persons ---------------------------------------------------------------------

    def person_choices(self, number: int, prefix: str, asks: dict[int, Asks]) -> list[PersonChoice]:
        rows = []
        default = deal_scope({q.name: q.default for q in questions(self.rules.deal)})
        for q in self.lines:
            chips = [
                self.chip(q, rule, person)
                for person in asks
                for other, rule in asks[person]
                if other is q and q.sole is not None
            ]
            if chips:
                name = f"who{number or ''}-{q.name}"
                texts = self.chosen_texts(q, name, chips)
                rule = self.when_counted + q.for_row
                is_usual = is_on(rule, default)
                rows.append(
                    PersonChoice(
                        q, name, prefix, texts, chips, rule, is_usual, own_words=self.own_words
                    )
                )
        return rows

    def chip(self, q: AskedQuestion, rule: Rule, person: int) -> Chip:
        own = tuple(condition for condition in rule if condition not in q.for_row)
        value = encoding.word(sole_value(q))
        sets, absent_input = f"p{person}-{q.name}", self.absent_input(person)
        return Chip(person, self.line_names[person], sets, value, own, absent=absent_input)

    def chosen_texts(self, q: AskedQuestion, name: str, chips: Sequence[Chip]) -> list[str]:
        if self.posted is not None:
            return self.posted.getlist(name)
        return [str(c.person) for c in chips if self.first(q, c.person) is sole_value(q)]

    # Content of a field ------------------------------------------------------------------

    def texts(self, name: str, kind: Input, first: Any) -> list[str]:
        if self.posted is None:
            return encoding.to_texts(kind, first)
        names = encoding.inputs(kind, name)
        if len(names) == 1:
            return self.posted.getlist(name)
        return [(self.posted.getlist(part) or [""])[-1] for part in names]

    def default(self, q: AskedQuestion) -> Any:
        kind, default = q.question.kind, q.question.default
        return kind.suggest if isinstance(kind, Pick) and default is None else default

    def choices(self, q: AskedQuestion) -> tuple[Any, ...]:
        kind = q.question.kind
        if isinstance(kind, Pick):
            members = cast("Iterable[Any]", q.question.type)
            return tuple(self.rules.limits(self.fold, q.name).offered or members)
        return ()


def person_standings(rules: AnyVariant, fold: Game[Any, Any]) -> list[PersonStanding]:
    """Returns what is shown before the next hand, by line."""
    totals = (fold.number and rules.totals(fold)) or [None] * fold.seats
    persons = range(rules.line_count(fold))
    notes = [() if rules.notes_for_all(fold.options) else own for own in _notes(rules, fold)]
    return [PersonStanding(totals[fold.seat_of(p)], notes[p]) for p in persons]


def notes_for_all(rules: AnyVariant, fold: Game[Any, Any]) -> list[Phrase]:
    """Returns what holds for everybody in the next hand, such as what must be laid."""
    if not rules.notes_for_all(fold.options):
        return []
    return [note for notes in _notes(rules, fold) for note in notes]


def _notes(rules: AnyVariant, fold: Game[Any, Any]) -> list[tuple[Phrase, ...]]:
    return [rules.notes(fold, person) for person in range(fold.persons)]


def sole_value(q: AskedQuestion) -> Any:
    """Returns the answer that one person's tap gives."""
    kind = q.question.kind
    if isinstance(kind, Pick):
        return kind.sole_value
    assert isinstance(kind, Flag)
    return True
