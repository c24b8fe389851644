"""The questions a variant may ask. They describe answers, never widgets.

A question is a field of a small frozen dataclass, declared by a function of ``fields``::

    points: int | None = ask.points(_("Points"), None, when=(when("finish", Finish.COUNTED),))

Forms, JSON, random test data and pages each dispatch on the kind.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, fields, replace
from enum import Enum
from types import UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from scorekeeper.engine.cards import PLAYING_CARDS, Deck
from scorekeeper.engine.words import Phrase

T = TypeVar("T")

QUESTION: Final = "question"
"""The key of a field's kind in the metadata of its dataclass field."""


class Word(Enum):
    """An answer chosen by name: its JSON value, the label on the button, and a short help."""

    label: Phrase
    help: str

    def __new__(cls, value: object, label: str = "", help: str = "") -> "Word":
        member = object.__new__(cls)
        member._value_ = value
        member.label = Phrase(label or str(value).replace("_", " ").capitalize())
        member.help = help
        return member


@dataclass(frozen=True, slots=True)
class When:
    """A condition: another answer is (or, with ``negate``, is not) one of ``values``.

    ``name`` is a sibling's name, ``deal.<name>`` from a line, or ``options.<name>``.
    ``a | b`` holds when at least one of them does.
    """

    name: str
    values: tuple[object, ...]
    negate: bool = False
    otherwise: "tuple[When, ...]" = ()

    def __or__(self, other: "When") -> "When":
        return replace(self, otherwise=(*self.otherwise, other))


def when(name: str, *values: object) -> When:
    return When(name, values)


def unless(name: str, *values: object) -> When:
    return When(name, values, negate=True)


@dataclass(frozen=True, slots=True)
class Input:
    label: str = ""
    help: str = ""
    _: KW_ONLY
    source: str = ""
    """Where the default comes from: a section of the rule file, or a tag such as ``seed``."""
    when: tuple[When, ...] = ()
    """Asked only when all of these hold; otherwise the answer is its default."""
    screen: tuple[When, ...] = ()
    """Shown on screen only when these hold too; otherwise it only affects tapped cards."""
    sole: tuple[When, ...] | None = None
    """Not None: only one seat may give this answer while these hold (always, if empty): for a Flag
    the tick, for a Pick the member ``sole_value``. The screen clears the previous seat's answer."""
    nobody: bool = False
    """With ``sole``: a hand may have no seat with that answer, and the screen offers this."""
    always: bool = False
    """A line question that is read even in a void deal (``Pick.void``)."""
    counting: bool = False
    """Has no effect on typed answers: it affects only tapped cards, or records a rule of play."""
    seldom: bool = False
    """An option that few tables change."""
    ends: bool = False
    """An option that ends the game after a number of hands. Tables now agree on that outside the
    house rules (``ending``), so it is asked only where older saved rules still have it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Input):
    """One member of the annotated ``Word``: a row of buttons."""

    suggest: object = None
    """The preselected answer when there is no default."""
    sole_value: object = None
    void: object = None
    """The answer to a deal question by which the lines of the deal are ignored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Input):
    """A whole number of points: the number pad."""

    min: int = 0
    max: int | None = None
    empty: tuple[When, ...] | None = None
    """When it may stay empty, meaning 0; None: never."""
    skip: tuple[When, ...] | None = None
    """When the pad skips it, as it is seldom needed then; None: never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Input):
    """A small count: a stepper."""

    min: int = 0
    max: int | None = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Input):
    """Several small counts that belong together, such as aces by suit: a row of steppers."""

    labels: tuple[str, ...] = ()
    max: int = 9
    most: tuple[int, ...] = ()
    """The largest value of each, where they differ."""
    named: bool = False
    """JSON is an object by label, not a list in order."""

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
    """A typical hand moves many times this amount: the first game of this kind in a group must
    enter it, with no proposed value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Input):
    """A label chosen by the table: one line of at most ``max`` characters, without any effect."""

    max: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPoints(Input):
    """The table's own labels with points, such as Drop 20, as pairs in order.

    At most ``most`` pairs, labels of at most ``letters`` characters, no two alike.
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
    """The ways to treat a number that was typed although cards were tapped for it."""

    AGREE = "agree"
    """They must agree."""
    REFUSED = "refused"
    """Only one of the two may be given."""
    LOOKED_AT = "looked at"
    """The game's own ``check`` decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards(Input):
    """Tapped cards that the engine counts. ``sizes``: the allowed numbers of cards."""

    sizes: tuple[int, ...] = ()
    joker: bool = True
    deck: Deck = PLAYING_CARDS
    instead: str = ""
    """The typed question that these cards replace."""
    both: Both = Both.AGREE
    """What happens if cards and a number are given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Melds(Input):
    """Groups of tapped cards."""

    joker: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """A declared question, resolved; ``optional``: its answer may be None."""

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
    """Returns the questions declared on a dataclass, in order."""
    if declared not in _CACHE:
        _CACHE[declared] = tuple(_declared(declared))
    return _CACHE[declared]


def always_asked(declared: type[Any]) -> frozenset[str]:
    """Returns the names of line questions that are read in a void deal too."""
    return frozenset(q.name for q in questions(declared) if q.kind.always)


def is_void(deal: Any) -> bool:
    """Whether an answer of this deal says that its lines are ignored."""
    return any(
        q.kind.void is not None and getattr(deal, q.name) is q.kind.void
        for q in questions(type(deal))
        if isinstance(q.kind, Pick)
    )


def question(declared: type[Any], name: str) -> Question:
    return next(q for q in questions(declared) if q.name == name)


def deck_of(line: type[Any]) -> Deck | None:
    """Returns the deck for tapped answers of a line; None where nothing is tapped."""
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
"""Returns the answer for a condition's name."""


def met(conditions: Iterable[When], answer_of: Lookup) -> bool:
    """Whether all conditions hold: the only place that decides whether a question is asked."""
    return all(_holds(condition, answer_of) for condition in conditions)


def _holds(condition: When, answer_of: Lookup) -> bool:
    if (answer_of(condition.name) in condition.values) != condition.negate:
        return True
    return any(_holds(other, answer_of) for other in condition.otherwise)


def lookup(answers: Any, deal: Any, options: Any) -> Lookup:
    """Returns a lookup of answers in these dataclasses, by the names that conditions use."""
    sources = {"deal": deal, "options": options}

    def answer_of(name: str) -> Any:
        source, dot, inner = name.partition(".")
        return getattr(sources[source], inner) if dot else getattr(answers, name)

    return answer_of


def holds(condition: When, answers: Any, deal: Any, options: Any) -> bool:
    return _holds(condition, lookup(answers, deal, options))


def plays_a_part(question: Question, options: Any) -> bool:
    """Whether this option has an effect with the other options chosen."""
    return met(question.kind.when, lookup(options, None, options))


def unasked(
    answers: Any, deal: Any, options: Any, asked_names: frozenset[str] | None = None
) -> dict[str, object]:
    """Returns the questions that were answered though not asked, with their defaults.

    Conditions see siblings after earlier unasked ones were reset to their defaults.
    """
    return _reduced(answers, deal, options, asked_names)[1]


def canonical(answers: T, deal: Any, options: Any, asked_names: frozenset[str] | None = None) -> T:
    """Returns the answers with every unasked question reset to its default."""
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
