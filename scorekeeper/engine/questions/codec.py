"""Converts answers to plain JSON and back. Words travel by value, cards by their text.

Loading is strict: an unknown name, a wrong type or a value outside the question's range raises
``EntryError`` naming the question (``NAMES-*.md``, refusals). ``null`` is the default.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache, singledispatch
from types import UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from scorekeeper.engine.cards import JOKER, PLAYING_CARDS, Deck, parse_card, parse_cards
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.lines import one_line
from scorekeeper.engine.questions.kinds import (
    Amount,
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Input,
    Melds,
    NamedPoints,
    Pick,
    Points,
    Question,
    Steps,
    Text,
    questions,
)
from scorekeeper.engine.words import Phrase, _

T = TypeVar("T")


def dump(answers: Any, *, full: bool = False) -> dict[str, Any]:
    """Returns the answers that differ from their defaults as JSON (all of them when ``full``)."""
    return {
        q.name: plain(q.kind, value)
        for q in questions(type(answers))
        if (value := getattr(answers, q.name)) != q.default or full
    }


def plain(kind: Input, value: Any) -> Any:
    """Returns one answer as JSON; ``read`` is the inverse."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        if isinstance(kind, Cards):
            return " ".join(value)
        if isinstance(kind, Melds):
            return [" ".join(group) for group in value]
        if isinstance(kind, Counts) and kind.named:
            return {label: v for label, v in zip(kind.labels, value, strict=True) if v}
        if isinstance(kind, NamedPoints):
            return [list(pair) for pair in value]
        return list(value)
    return value


def load(
    declared: type[T],
    data: object,
    *,
    seat: int | None = None,
    defaults: Mapping[str, Any] | None = None,
    null_is_default: bool = True,
    without_stakes: bool = False,
) -> T:
    """Reads one dataclass of answers from JSON data. Raises EntryError.

    ``seat`` only addresses errors. ``defaults`` replaces declared defaults.
    ``null_is_default=False`` refuses null for questions that cannot be empty.
    ``without_stakes``: an amount may be 0, whatever its least.
    """
    data = {} if data is None else data
    if not isinstance(data, Mapping):
        raise EntryError(_("These answers are not a list of names and values."), seat=seat)
    known = {q.name: q for q in questions(declared)}
    for name in data:
        if name not in known:
            raise EntryError(
                _("There is no question called {name}."), field=str(name), seat=seat, name=name
            )
    answers: dict[str, Any] = dict(defaults or {})
    for name, value in data.items():
        if value is None:
            if known[name].optional:
                answers[name] = None
            elif not null_is_default:
                raise EntryError(_("An answer is missing here."), field=name, seat=seat)
            continue
        kind = known[name].kind
        if without_stakes and isinstance(kind, Amount):
            kind = replace(kind, min=0)
        try:
            answers[name] = read(kind, known[name], value)
        except RefusedError as refused:
            raise refused.entry_error(name, seat) from None
    return declared(**answers)


class RefusedError(ValueError):
    """A value outside its question's range; ``load`` adds the address."""

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.phrase = Phrase(message, values)

    def entry_error(self, field: str, seat: int | None = None) -> EntryError:
        """Returns this refusal as an EntryError with its address."""
        return EntryError(self.phrase, field=field, seat=seat)


def recall(question: Question, value: Any) -> Any:
    """Reads a stored JSON value as the answer to ``question``, without today's bounds.

    Raises ``RefusedError`` if it is of another kind, or not among the choices.
    """
    return read(_unbounded(question.kind), question, value)


@cache
def _unbounded(kind: Input) -> Input:
    bounds: dict[str, Any] = {"min": None, "max": None, "length": None, "sizes": (), "joker": True}
    if isinstance(kind, Counts):
        bounds |= {"max": LARGEST, "most": ()}
    elif isinstance(kind, Text | NamedPoints):
        bounds |= {"most": LARGEST, "letters": LARGEST}
        bounds["max"] = LARGEST if isinstance(kind, Text) else None
    names = {field.name for field in fields(kind)}
    return replace(kind, **{name: value for name, value in bounds.items() if name in names})


@singledispatch
def read(kind: Input, question: Question, value: Any) -> Any:
    """Reads one JSON value as the Python answer to ``question``. Raises ``RefusedError``."""
    raise NotImplementedError(f"no JSON form for {type(kind).__name__}")


@read.register
def _pick(kind: Pick, question: Question, value: Any) -> Any:
    try:
        members: Any = question.type
        return _members(members)[type(value), value]
    except (KeyError, TypeError):
        raise RefusedError(_("Choose one of the answers offered.")) from None


@cache
def _members(choices: Any) -> dict[tuple[type[Any], Any], Any]:
    """Returns members by type and value, so that ``true`` is not 1."""
    return {(type(member.value), member.value): member for member in choices}


LARGEST: Final = 10**9
"""The largest answer, so that results computed from two can be stored (see ``playing.play``)."""


def whole_number(value: Any, least: int | None, most: int | None = None) -> int:
    """Returns a JSON integer within bounds; ``true``, ``12.0`` and ``"12"`` are refused."""
    if type(value) is not int:
        raise RefusedError(_("Enter a whole number."))
    if value < (least := -LARGEST if least is None else least):
        raise RefusedError(_("Enter {least} or more."), least=least)
    if value > (most := LARGEST if most is None else most):
        raise RefusedError(_("Enter {most} or less."), most=most)
    return value


@read.register
def _points(kind: Points | Count, question: Question, value: Any) -> int:
    return whole_number(value, kind.min, kind.max)


@read.register
def _amount(kind: Amount, question: Question, value: Any) -> int:
    if type(value) is int and value > LARGEST:
        raise RefusedError(_("Enter a smaller amount."))  # the limit is in minor units
    return whole_number(value, kind.min)


def _as_list(value: Any, length: int | None) -> list[Any]:
    if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
        raise RefusedError(
            _("Give {length} numbers.") if length else _("Give a list of numbers."), length=length
        )
    return list(value)


@read.register
def _counts(kind: Counts, question: Question, value: Any) -> tuple[int, ...]:
    values = _by_label(kind, value) if kind.named else _as_list(value, len(kind.labels))
    return tuple(whole_number(v, 0, kind.limit(place)) for place, v in enumerate(values))


def _by_label(kind: Counts, value: Any) -> list[Any]:
    if not isinstance(value, Mapping):
        raise RefusedError(_("Give a number for each kind."))
    for label in value:
        if label not in kind.labels:
            raise RefusedError(_("There is nothing called {name} to count here."), name=label)
    return [value.get(label, 0) for label in kind.labels]


@read.register
def _steps(kind: Steps, question: Question, value: Any) -> tuple[int, ...]:
    return tuple(whole_number(v, kind.min) for v in _as_list(value, kind.length))


def line_of_text(value: Any, most: int) -> str:
    """Returns text as ``one_line`` does. Raises RefusedError if it is empty or too long."""
    if not isinstance(value, str):
        raise RefusedError(_("Enter a word."))
    text = one_line(value)
    if not text:
        raise RefusedError(_("Enter a word."))
    if len(text) > most:
        raise RefusedError(_("Enter at most {most} characters."), most=most)
    return text


@read.register
def _text(kind: Text, question: Question, value: Any) -> str:
    return line_of_text(value, kind.max)


@read.register
def _named_points(kind: NamedPoints, question: Question, value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, list | tuple) or len(value) > kind.most:
        raise RefusedError(_("Give a list of at most {most} names with points."), most=kind.most)
    named = tuple(_named_value(kind, pair) for pair in value)
    names = [name.casefold() for name, _points in named]
    for name, _points in named:
        if names.count(name.casefold()) > 1:
            raise RefusedError(_("The name {name} is used twice."), name=name)
    return named


def _named_value(kind: NamedPoints, pair: Any) -> tuple[str, int]:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise RefusedError(_("Give each name with its points."))
    return line_of_text(pair[0], kind.letters), whole_number(pair[1], kind.min, kind.max)


@read.register
def _flag(kind: Flag, question: Question, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RefusedError(_("Answer yes or no."))
    return value


@read.register
def _card(kind: Card, question: Question, value: Any) -> str:
    try:
        card = parse_card(value)
    except ValueError:
        raise RefusedError(_("{card} is not a card."), card=value) from None
    return _joker_allowed(kind, (card,))[0]


def _joker_allowed(kind: Card | Cards | Melds, cards: tuple[str, ...]) -> tuple[str, ...]:
    if not kind.joker and JOKER in cards:
        raise RefusedError(_("There is no joker in this pack."))
    return cards


def _parsed(kind: Cards | Melds, value: Any, deck: Deck) -> tuple[str, ...]:
    try:
        cards = parse_cards(value, deck)
    except ValueError as error:
        raise RefusedError(_("These cannot be read as cards: {why}."), why=error) from None
    return _joker_allowed(kind, cards)


@read.register
def _cards(kind: Cards, question: Question, value: Any) -> tuple[str, ...]:
    cards = _parsed(kind, value, kind.deck)
    if kind.sizes and len(cards) not in kind.sizes:
        raise RefusedError(
            _("There are {count} cards here; it takes {wanted}."),
            count=len(cards),
            wanted=" / ".join(str(size) for size in kind.sizes),
        )
    return cards


@read.register
def _melds(kind: Melds, question: Question, value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list | tuple):
        raise RefusedError(_("Give the groups of cards one by one."))
    return tuple(_parsed(kind, group, PLAYING_CARDS) for group in value)


def freeze(value: Any) -> Any:
    """Returns a state as plain JSON: dataclasses, tuples, words, numbers, text, None."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: freeze(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [freeze(v) for v in value]
    return value


def thaw(kind: Any, data: Any) -> Any:
    """The inverse of ``freeze`` for a value annotated ``kind``."""
    if data is None:
        return None
    if get_origin(kind) in (Union, UnionType):
        kind = next(a for a in get_args(kind) if a is not type(None))
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: thaw(hints[name], value) for name, value in data.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if isinstance(data, list):
        inner = get_args(kind)
        if Ellipsis in inner:
            return tuple(thaw(inner[0], v) for v in data)
        return tuple(thaw(k, v) for k, v in zip(inner, data, strict=True))
    return data


_hints = cache(get_type_hints)
