"""The questions a variant may ask. They describe an answer, never a widget.

A question is a field of a small frozen dataclass, declared by a function of ``fields``::

    points: int | None = ask.points(_("Points"), None, when=(when("finish", Finish.COUNTED),))

Forms, JSON, random test data and pages each dispatch on the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from types import UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from scorekeeper.engine.cards import PLAYING_CARDS, Deck
from scorekeeper.engine.words import Phrase

T = TypeVar("T")

QUESTION: Final = "question"
"""Under which a field of a dataclass keeps its kind."""


class Word(Enum):
    """An answer chosen by name: its JSON value, the label on the button, and a short help."""

    label: Phrase
    help: str

    def __new__(cls, value: object, label: str = "", help: str = "") -> Word:
        member = object.__new__(cls)
        member._value_ = value
        member.label = Phrase(label or str(value).replace("_", " ").capitalize())
        member.help = help
        return member


@dataclass(frozen=True, slots=True)
class When:
    """Asked only if another answer is (or, with ``negate``, is not) one of ``values``.

    ``name`` is a sibling's name, ``deal.<name>`` from a line, or ``options.<name>``.
    ``a | b`` holds when one of the two does.
    """

    name: str
    values: tuple[object, ...]
    negate: bool = False
    otherwise: tuple[When, ...] = ()

    def __or__(self, other: When) -> When:
        return replace(self, otherwise=(*self.otherwise, other))


def when(name: str, *values: object) -> When:
    return When(name, values)


def unless(name: str, *values: object) -> When:
    return When(name, values, negate=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    label: str = ""
    help: str = ""
    source: str = ""
    """Where the default comes from: a section of the rule file, or a tag such as ``seed``."""
    when: tuple[When, ...] = ()
    """Asked only when all of these hold; otherwise the answer is its default."""
    screen: tuple[When, ...] = ()
    """Asked on the screen only when these hold too; else it matters to tapped cards only."""
    sole: tuple[When, ...] | None = None
    """Not None: one seat's answer releases another's, while these hold (always, if empty).
    For a Flag it is the tick, for a Pick the member ``sole_value``."""
    nobody: bool = False
    """With ``sole``: a hand may have none who gives that answer, and the screen offers it."""
    always: bool = False
    """Of a line: looked at even in a deal whose other lines are not (``Asking.void``)."""
    counting: bool = False
    """Changes nothing in a game of typed answers: it matters to tapped cards only, or is a rule
    of play that the table wants written down."""
    seldom: bool = False
    """An option that most tables leave as it is."""
    ends: bool = False
    """An option by which the game ends after so many hands. A table agrees on that beside its
    house rules (``ending``), so it is asked only where rules kept before still have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Input):
    """One of the members of the annotated ``Word``: a row of buttons."""

    suggest: object = None
    """What the screen shows first when the answer has no default."""
    sole_value: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Input):
    """A whole number of points: the number pad."""

    min: int = 0
    max: int | None = None
    empty: tuple[When, ...] | None = None
    """When it may be left empty, as 0; None: never."""
    skip: tuple[When, ...] | None = None
    """When the pad passes it by, as it is seldom needed then; None: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Input):
    """How many of something small: a stepper."""

    min: int = 0
    max: int | None = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Input):
    """Several small counts that belong together, such as aces by suit: a row of steppers."""

    labels: tuple[str, ...] = ()
    max: int = 9
    most: tuple[int, ...] = ()
    """The largest of each, where they differ."""
    named: bool = False
    """Written as an object by label, not as a list in order."""

    def limit(self, place: int) -> int:
        return self.most[place] if self.most else self.max


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps(Input):
    """A short ladder of values such as 1-2-3 or 10/30/50: an editable row of numbers."""

    min: int = 0
    length: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Input):
    """Yes or no: a toggle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Input):
    """Money in minor units."""

    min: int = 0
    must_ask: bool = False
    """A typical hand moves many of it: the first game of this kind in a club asks how much it is,
    and proposes none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Input):
    """A word or two of the table's own, in one line of at most ``max`` letters: what something is
    called, so nothing that comes out of a game depends on it."""

    max: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPoints(Input):
    """Words of the table's own, each for so many points, such as Drop 20: pairs in their order.

    At most ``most`` of them, each of at most ``letters`` letters, no two alike.
    """

    min: int = 0
    max: int | None = None
    most: int = 8
    letters: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Input):
    """One card, named: the turned-up card, the upcard, the tiplu."""

    joker: bool = True


class Both(Enum):
    """What if a number was typed and cards were tapped for it."""

    AGREE = "agree"
    """They must say the same."""
    REFUSED = "refused"
    """It is told in one of the two ways."""
    LOOKED_AT = "looked at"
    """The game looks at it in its own ``check``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards(Input):
    """Tapped cards that the engine counts. ``sizes``: how many there may be."""

    sizes: tuple[int, ...] = ()
    joker: bool = True
    deck: Deck = PLAYING_CARDS
    instead: str = ""
    """The typed question that these cards answer too."""
    both: Both = Both.AGREE
    """Of these cards and what was typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Melds(Input):
    """Groups of tapped cards."""

    joker: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """One declared input, resolved: its name, Python type, default, kind, and whether it may be
    None."""

    name: str
    type: type[Any]
    default: Any
    kind: Input
    optional: bool

    @property
    def label(self) -> str:
        return self.kind.label or self.name.replace("_", " ").capitalize()


_CACHE: dict[type[Any], tuple[Question, ...]] = {}


def questions(declared: type[Any]) -> tuple[Question, ...]:
    """The questions declared on a dataclass, in the order they were written."""
    if declared not in _CACHE:
        _CACHE[declared] = tuple(_declared(declared))
    return _CACHE[declared]


def always_asked(declared: type[Any]) -> frozenset[str]:
    """The questions of a line that are looked at in a void deal too."""
    return frozenset(q.name for q in questions(declared) if q.kind.always)


def question(declared: type[Any], name: str) -> Question:
    return next(q for q in questions(declared) if q.name == name)


def deck_of(line: type[Any]) -> Deck | None:
    """What is tapped in answer to the questions of a line; None where nothing is."""
    kinds = [q.kind for q in questions(line) if isinstance(q.kind, Cards | Melds)]
    decks = (kind.deck for kind in kinds if isinstance(kind, Cards))
    return next(decks, PLAYING_CARDS) if kinds else None


def _declared(declared: type[Any]) -> Iterator[Question]:
    hints = get_type_hints(declared)
    for field in fields(declared):
        if QUESTION not in field.metadata:
            raise TypeError(f"{declared.__name__}.{field.name} is not declared as a question")
        annotated, kind = hints[field.name], field.metadata[QUESTION]
        optional = False
        if get_origin(annotated) in (Union, UnionType):
            annotated = next(a for a in get_args(annotated) if a is not type(None))
            optional = True
        yield Question(field.name, annotated, field.default, kind, optional)


Lookup = Callable[[str], Any]
"""The answer that stands under a condition's name."""


def met(conditions: Iterable[When], answer_of: Lookup) -> bool:
    """Whether all of these hold: the one place that decides whether something is asked."""
    return all(_holds(condition, answer_of) for condition in conditions)


def _holds(condition: When, answer_of: Lookup) -> bool:
    if (answer_of(condition.name) in condition.values) != condition.negate:
        return True
    return any(_holds(other, answer_of) for other in condition.otherwise)


def lookup(answers: Any, deal: Any, options: Any) -> Lookup:
    """What stands in these dataclasses, by the names that conditions use."""
    sources = {"deal": deal, "options": options}

    def answer_of(name: str) -> Any:
        source, dot, inner = name.partition(".")
        return getattr(sources[source], inner) if dot else getattr(answers, name)

    return answer_of


def holds(condition: When, answers: Any, deal: Any, options: Any) -> bool:
    return _holds(condition, lookup(answers, deal, options))


def plays_a_part(question: Question, options: Any) -> bool:
    """Whether this option is asked beside the others chosen."""
    return met(question.kind.when, lookup(options, None, options))


def unasked(
    answers: Any, deal: Any, options: Any, asked_names: frozenset[str] | None = None
) -> dict[str, object]:
    """The questions not asked here that were answered all the same, with their defaults.

    Conditions see their siblings as they will be after the earlier ones went back to default.
    """
    return _reduced(answers, deal, options, asked_names)[1]


def canonical(answers: T, deal: Any, options: Any, asked_names: frozenset[str] | None = None) -> T:
    """The same answers with every question that was not asked back at its default."""
    return _reduced(answers, deal, options, asked_names)[0]


def _reduced(
    answers: T, deal: Any, options: Any, asked_names: frozenset[str] | None
) -> tuple[T, dict[str, object]]:
    reduced: Any = answers
    dropped: dict[str, object] = {}
    for q in questions(type(answers)):
        if getattr(reduced, q.name) == q.default:
            continue
        is_asked = asked_names is None or q.name in asked_names
        if not is_asked or not met(q.kind.when, lookup(reduced, deal, options)):
            dropped[q.name] = q.default
            reduced = replace(reduced, **{q.name: q.default})
    return reduced, dropped
