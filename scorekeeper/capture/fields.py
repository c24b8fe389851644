"""The questions of one hand as fields of a page: which are asked, when, and what stands in them.

``Asked`` is what a table's options leave of a declared question; it is worked out once per table
and kept. ``Field`` is one such question put to the deal or to one person, with what was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar, cast

from scorekeeper.asking import typed
from scorekeeper.engine.codec import Refused, read
from scorekeeper.engine.questions import (
    Flag,
    Pick,
    Question,
    When,
    Word,
    holds,
    questions,
    unless,
    when,
)

F = TypeVar("F", bound=Callable[..., Any])
Answers = dict[str, Any]
Rule = tuple[tuple[When, ...], ...]
"""All of these must hold; of each, one alternative is enough."""
OwnWords = Mapping[Word | str, str]
"""What this table calls answers, and questions by name, where it has words of its own."""
PRESENT: Rule = ((when("absent", False),),)
"""The person does not sit the hand out."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A declared question this table may be asked, with the conditions its options leave open."""

    question: Question
    rule: Rule
    sole: Rule | None
    """One person's answer releases another's while these hold; None when it never does."""

    @property
    def name(self) -> str:
        return self.question.name

    def is_on(self, answers: Mapping[str, Any], deal: Mapping[str, Any]) -> bool:
        return met(self.rule, answers, deal)

    @property
    def for_row(self) -> Rule:
        """What concerns all persons alike."""
        return tuple(any_of for any_of in self.rule if all(_of_deal(c) for c in any_of))


def _of_deal(condition: When) -> bool:
    return condition.name.startswith("deal.")


def met(rule: Rule, answers: Mapping[str, Any], deal: Mapping[str, Any]) -> bool:
    return all(any(_met(c, answers, deal) for c in any_of) for any_of in rule)


def _met(condition: When, answers: Mapping[str, Any], deal: Mapping[str, Any]) -> bool:
    name = condition.name
    value = deal[name[5:]] if name.startswith("deal.") else answers[name]
    return (value in condition.values) != condition.negate


def script(rule: Rule) -> str:
    """The rule as the page's script reads it: ``deal.result=hu|tien_hu/won!=on&points=``."""
    return "&".join("/".join(_one(c) for c in any_of) for any_of in rule)


def _one(condition: When) -> str:
    sign = "!=" if condition.negate else "="
    return condition.name + sign + "|".join(typed.word(v) for v in condition.values)


def kept(function: F) -> F:
    """Worked out once per table, not with every page."""
    return cast(F, lru_cache(maxsize=512)(function))


@kept
def asked(declared: type[Any], options: Any) -> tuple[Asked, ...]:
    """The questions on a page for a table with these options, in the order declared."""
    shown = [q for q in questions(declared) if not q.kind.counting]
    resolved = ((q, _resolved(q, options)) for q in shown)
    return tuple(Asked(q, rule, _sole(q, options)) for q, rule in resolved if rule is not None)


def _resolved(question: Question, options: Any) -> Rule | None:
    """Its conditions without those on options; None when it is never asked."""
    return _open((*question.kind.when, *question.kind.screen), options)


def _sole(question: Question, options: Any) -> Rule | None:
    return None if question.kind.sole is None else _open(question.kind.sole, options)


def _open(conditions: tuple[When, ...], options: Any) -> Rule | None:
    rule = []
    for condition in conditions:
        alternatives = [When(condition.name, condition.values, condition.negate)]
        alternatives += condition.otherwise
        fixed = [c for c in alternatives if c.name.startswith("options.")]
        if any(holds(c, None, None, options) for c in fixed):
            continue
        rule.append(tuple(c for c in alternatives if c not in fixed))
    return None if () in rule else tuple(rule)


@kept
def counted_deals(deal: type[Any], is_void: Callable[[Any], bool]) -> Rule:
    """The conditions under which the lines of a deal are looked at."""
    rule = []
    for q in questions(deal):
        if isinstance(q.kind, Pick):
            void = [m for m in q.type if is_void(deal(**{q.name: m}))]
            if void and not is_void(deal()):
                rule.append((unless(f"deal.{q.name}", *void),))
    return tuple(rule)


@dataclass(slots=True)
class Field:
    """One question put to the deal or to one person."""

    asked: Asked
    name: str
    told: list[str]
    person: int | None = None
    choices: tuple[Any, ...] = ()
    """Of a Pick: the members to choose from. Of a question about seats: (index, name)."""
    rule: Rule = ()
    off: bool = False
    """Not asked as things stand; the page hides it, the server ignores it."""
    errors: list[str] = field(default_factory=list)
    refused: Refused | None = None
    own_words: OwnWords = field(default_factory=dict)
    tapped: tuple[Field, ...] = ()
    """Of a typed answer: the cards that may be tapped instead, drawn together with it."""
    stock: str = ""
    """Of cards: how many of each there are (see ``picker.stock``)."""
    needs: str = ""
    """Of cards: names of the deal's cards without which these cannot be counted."""

    @property
    def question(self) -> Question:
        return self.asked.question

    @property
    def inputs(self) -> tuple[str, ...]:
        return typed.inputs(self.question.kind, self.name)

    @property
    def usual(self) -> list[str]:
        """What stands in it when nobody touched it."""
        return typed.told(self.question.kind, self.question.default)

    @property
    def id(self) -> str:
        return f"f-{self.name}"

    def value(self) -> Any:
        """The answer typed; its default, and ``refused``, when it cannot be one."""
        question = self.question
        try:
            given = typed.plain(question.kind, question, self.told)
            return question.default if given is None else read(question.kind, question, given)
        except Refused as refused:
            self.refused = refused
            return question.default


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


@dataclass(slots=True)
class Seat:
    """One person's part of the page."""

    person: int
    name: str
    notes: tuple[str, ...]
    deal: str
    """Prefix of his table's deal fields."""
    rule: Rule
    asks: tuple[tuple[Asked, Rule], ...]
    """What he is asked in this hand, in the order declared, and when."""
    fields: dict[str, Field]
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

    def __getitem__(self, name: str) -> Field:
        return self.fields[name]

    def __iter__(self) -> Iterator[Field]:
        return iter(self.fields.values())


@dataclass(slots=True)
class Part:
    """One table: its deal, its rows of persons, its seats. Only partners have more than one."""

    number: int
    prefix: str
    deal: dict[str, Field]
    whos: dict[str, Who]
    seats: list[Seat]

    def __getitem__(self, name: str) -> Field:
        return self.deal[name]

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
