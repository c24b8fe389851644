"""The form of one hand, made from what a variant declares. Knows no rule of any game.

Answers to questions that are not asked now are ignored, so a page may hide them or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Phrase
from scorekeeper.play.terms import in_terms
from scorekeeper.questions.field import AskedQuestion, Scope, deal_scope, is_on
from scorekeeper.table.entry.layout import (
    Answers,
    Dealer,
    HandField,
    Layout,
    Part,
    PersonChoice,
    PersonRow,
    Posted,
    notes_for_all,
)

WRONG_SHOWS_INPUT: Final = "shown"
"""The input that carries wrong shows."""


@dataclass(frozen=True, slots=True)
class FormFault:
    """A fault that keeps a hand from being saved: its field, its person, and what to do."""

    field_id: str
    person_name: str
    message: str


@dataclass(frozen=True, slots=True)
class LastAsked:
    """A person who is asked the last question, and why."""

    person_name: str
    why: str
    field: HandField


class HandForm:
    """``names``: of the persons; ``entry``: answers to begin with, such as those of the hand to
    be amended, and ``wrong_shows`` its wrong shows; ``includes_left``: players who left are
    asked too."""

    after: Game[Any, Any]
    """The game with this hand, once ``is_valid``."""

    def __init__(
        self,
        rules: AnyVariant,
        fold: Game[Any, Any],
        names: Sequence[str],
        data: Posted | None = None,
        *,
        entry: Entry[Any, Any] | None = None,
        includes_left: bool = False,
        wrong_shows: str = "",
    ) -> None:
        self.rules, self.fold, self.names = rules, fold, names[: fold.persons]
        self.is_bound, self.is_started = data is not None, entry is not None
        self.wrong_shows = (
            wrong_shows if data is None else "".join(data.getlist(WRONG_SHOWS_INPUT)[-1:])
        )
        """Wrong shows of this hand, as the page carries them."""
        self._faults: list[FormFault] = []
        self.layout = Layout(rules, fold, self.names, data, entry, includes_left)
        self.left_persons = self.layout.left_persons
        self.expected_dealer = playing.next_dealer(rules, fold)
        """The person whose turn it is to deal."""
        self.dealer = self._dealer(data, entry)
        self._played: Entry[Any, Any] | None = None

    @cached_property
    def _parts_and_entry(self) -> tuple[list[Part], Entry[Any, Any]]:
        """Fields and their content. A cached empty form needs neither."""
        tables = range(self.rules.tables(self.fold))
        parts = [self.layout.part(number) for number in tables]
        return parts, self._read(parts)

    @property
    def parts(self) -> list[Part]:
        return self._parts_and_entry[0]

    @property
    def entry(self) -> Entry[Any, Any]:
        """Returns the entry; after ``is_valid`` as the engine stores it."""
        return self._played or self._parts_and_entry[1]

    @property
    def faults(self) -> list[FormFault]:
        """Faults so far: at first what cannot be read."""
        return self._faults if self._parts_and_entry else []

    @property
    def notes_for_all(self) -> list[Phrase]:
        """Returns notes that hold for everybody in this hand, such as what must be laid."""
        return notes_for_all(self.rules, self.fold)

    @property
    def has_several_tables(self) -> bool:
        """Whether partners sit at more than one table."""
        return len(self.parts) > 1

    @property
    def seats(self) -> list[PersonRow]:
        """The rows of all persons, in seating order."""
        return [seat for part in self.parts for seat in part.seats]

    def row_of(self, person: int) -> PersonRow:
        return next(seat for seat in self.seats if seat.person == person)

    @property
    def last_asked(self) -> list[LastAsked]:
        """Returns the persons who are asked the last question, such as a buy-in, and why."""
        last = self.rules.last
        reasons = self.rules.asks_last(self.fold, self.entry) if last else {}
        return [
            LastAsked(row.name, words(why), row.fields[last])
            for row, why in ((self.row_of(person), why) for person, why in reasons.items())
            if last in row.fields
        ]

    @property
    def dealers(self) -> list[Dealer]:
        """Returns the possible dealers; empty if the game does not say whose turn it is."""
        if self.expected_dealer is None:
            return []
        present = (p for p in self.fold.seating if p not in self.left_persons)
        return [Dealer(p, self.names[p], p == self.dealer) for p in present]

    @property
    def may_be_absent(self) -> list[PersonRow]:
        return [seat for seat in self.seats if seat.absent]

    @property
    def fields(self) -> dict[str, HandField | PersonChoice | PersonRow]:
        """All fields, by the names of their inputs."""
        by_name: dict[str, HandField | PersonChoice | PersonRow] = {
            seat.absent: seat for seat in self.may_be_absent
        }
        return by_name | {name: holder for holder in self.holders() for name in holder.inputs}

    def holders(self) -> Iterator[HandField | PersonChoice]:
        for part in self.parts:
            yield from part.deal.values()
            yield from part.person_choices.values()
            for seat in part.seats:
                yield from seat

    # Reading -----------------------------------------------------------------------------

    def _dealer(self, data: Posted | None, entry: Entry[Any, Any] | None) -> int | None:
        """Returns the dealer: the one entered, else whose turn it is."""
        if data is not None:
            person = whole_number("".join(data.getlist("dealer")[:1]), digits=3)
            if person is not None and person < self.fold.persons:
                return person
        elif entry is not None and entry.dealer is not None:
            return entry.dealer
        return self.expected_dealer

    def _named_dealer(self, absent: frozenset[int]) -> int | None:
        """Returns the dealer if it is not the expected one."""
        expected = (self.expected_dealer, playing.next_dealer(self.rules, self.fold, absent))
        return None if self.expected_dealer is None or self.dealer in expected else self.dealer

    def _read(self, parts: Sequence[Part]) -> Entry[Any, Any]:
        deals: list[Any] = []
        lines: dict[int, Any] = {}
        for part in parts:
            deal = self._deal(part)
            deals.append(self.rules.deal(**deal))
            scope = deal_scope(deal)
            for choice in part.person_choices.values():
                choice.off = not is_on(choice.rule, scope)
            for seat in part.seats:
                lines[seat.person] = self.rules.line(**self._line(part, seat, scope))
        absent = frozenset(s.person for part in parts for s in part.seats if s.is_absent)
        named = self._named_dealer(absent)
        by_person = tuple(lines[person] for person in sorted(lines))
        return self._without_unasked(Entry(deals[0], by_person, absent, tuple(deals[1:]), named))

    def _without_unasked(self, entry: Entry[Any, Any]) -> Entry[Any, Any]:
        """Returns the entry without answers to the last question of those who are not asked it."""
        rules = self.rules
        if not rules.last:
            return entry
        reasons = rules.asks_last(self.fold, entry)
        lines = (
            line if person in reasons else replace(line, **{rules.last: False})
            for person, line in enumerate(entry.lines)
        )
        return replace(entry, lines=tuple(lines))

    def _deal(self, part: Part) -> Answers:
        answers = {q.name: q.default for q in questions(self.rules.deal)}
        answers |= {name: field.value() for name, field in part.deal.items()}
        for name, field in part.deal.items():
            if not is_on(field.rule, answers):
                field.off, answers[name] = True, field.question.default
            elif field.refused:
                self._fault(field, field.refused)
        return answers

    def _line(self, part: Part, seat: PersonRow, deal: Scope) -> Answers:
        """Returns this person's answers; unasked ones go back to their defaults, in order."""
        seat.off = not is_on(seat.rule, deal) or seat.is_absent
        answers = {q.name: q.default for q in questions(self.rules.line)}
        answers |= {q.name: _answer(part, seat, q) for q, _rule in seat.asks}
        scope = {**deal, **answers}
        for q, rule in seat.asks:
            is_asked = not seat.off and is_on(rule, scope)
            if not is_asked:
                scope[q.name] = q.question.default
            if field := seat.fields.get(q.name):
                self._show(field, seat, is_asked and is_on(field.rule, scope))
        for choice in part.person_choices.values():
            for chip in choice.chips:
                if chip.person == seat.person:
                    chip.off = seat.is_absent or not is_on(chip.rule, scope)
        return {name: scope[name] for name in answers}

    def _show(self, field: HandField, seat: PersonRow, is_asked: bool) -> None:
        field.off = not is_asked
        if field.refused and is_asked:
            self._fault(field, field.refused, seat.name)

    # Playing -----------------------------------------------------------------------------

    def is_valid(self) -> bool:
        """Returns whether the engine accepts the hand; if so, ``after`` is set."""
        if self.faults:
            return False
        try:
            self.after = playing.play(self.rules, self.fold, self.entry)
        except EntryError as error:
            self.refuse(error)
            return False
        assert self.after.last is not None
        self._played = self.after.last.entry
        return True

    def refuse(self, error: EntryError) -> None:
        """Shows the engine's error next to its answer."""
        seat = self.row_of(error.seat) if isinstance(error.seat, int) else None
        self._fault(self._holder(error.field, seat), error, seat.name if seat else "")

    def _holder(self, name: str, seat: PersonRow | None) -> HandField | PersonChoice | None:
        """Returns the field on the page that holds this answer, if it is shown now."""
        rows = [part.person_choices[name] for part in self.parts if name in part.person_choices]
        if seat:
            rows = [choice for choice in rows if any(c.person == seat.person for c in choice.chips)]
            places: list[HandField | PersonChoice | None] = [seat.fields.get(name), *rows]
        else:
            undecided = [choice for choice in rows if len(choice.texts) != 1]
            places = [*undecided, *rows, *(part.deal.get(name) for part in self.parts)]
        return next((place for place in places if place and not place.off), None)

    def _fault(
        self,
        holder: HandField | PersonChoice | None,
        fault: EntryError | RefusedError,
        person_name: str = "",
    ) -> None:
        phrase = fault.named(self.names) if isinstance(fault, EntryError) else fault.phrase
        message = words(in_terms(self.rules.terms, phrase))
        if holder:
            holder.errors.append(message)
        self._faults.append(FormFault(holder.id if holder else "", person_name, message))


def _answer(part: Part, seat: PersonRow, q: AskedQuestion) -> Any:
    """Returns what was tapped at the top for this person, else the answer of their row."""
    choice, field = part.person_choices.get(q.name), seat.fields.get(q.name)
    tapped = choice.value(seat.person) if choice else None
    if tapped is not None:
        return tapped
    return field.value() if field else q.question.default


def posted_values(form: HandForm) -> dict[str, list[str]]:
    """Returns the form's content by input, to carry a hand to another page."""
    values: dict[str, list[str]] = {}
    for holder in form.holders():
        if len(holder.inputs) == 1:
            values[holder.name] = list(holder.texts)
        else:
            texts = (*holder.texts, "", "")
            values |= {name: [text] for name, text in zip(holder.inputs, texts, strict=False)}
    if form.wrong_shows:
        values[WRONG_SHOWS_INPUT] = [form.wrong_shows]
    if form.entry.dealer is not None:
        values["dealer"] = [str(form.entry.dealer)]
    return values | {f"p{person}-absent": ["on"] for person in sorted(form.entry.absent)}
