"""House rules on a page: any variant's options as fields, and what was typed as options again.

A default may depend on other options and on the seats. So each field carries what stood in it
when it was shown (``was-<name>``); only what a person changed is told to the engine, and the rest
follows its defaults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.asking.typed import pairs
from scorekeeper.engine import codec
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.options import load_options, usual_options
from scorekeeper.engine.questions import (
    Amount,
    Count,
    Counts,
    Flag,
    Input,
    NamedPoints,
    OneSeat,
    Pick,
    Points,
    Question,
    SomeSeats,
    Steps,
    holds,
    questions,
)
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.wording import currencies
from scorekeeper.wording.sources import origin
from scorekeeper.wording.words import words

Told = dict[str, Any]
LONGEST = 30
"""No typed number has more digits."""


# What a person types, and what it means ------------------------------------------------------


@singledispatch
def typed(kind: Input, value: Any, currency: str) -> list[str]:
    """A value as the boxes of its field show it."""
    return [""] if value is None else [str(value)]


@typed.register
def _typed_pick(kind: Pick, value: Any, currency: str) -> list[str]:
    return [] if value is None else [value.name]


@typed.register
def _typed_flag(kind: Flag, value: Any, currency: str) -> list[str]:
    return ["1"] if value else []


@typed.register
def _typed_amount(kind: Amount, value: Any, currency: str) -> list[str]:
    return [""] if value is None else [currencies.typed(value, currency)]


@typed.register
def _typed_row(kind: Steps | Counts | SomeSeats, value: Any, currency: str) -> list[str]:
    return [str(v) for v in value or ()]


@typed.register
def _typed_pairs(kind: NamedPoints, value: Any, currency: str) -> list[str]:
    return [str(part) for pair in value or () for part in pair]


def whole(text: str) -> int:
    """A typed whole number. Raises ValidationError."""
    text = text.strip().replace("−", "-")
    if len(text) > LONGEST or not text.removeprefix("-").isdecimal():
        raise ValidationError(_("Type a whole number."))
    return int(text)


@singledispatch
def read(kind: Input, question: Question, boxes: list[str], currency: str) -> Any:
    """What was typed, as JSON. Raises ValidationError."""
    return boxes[0].strip() if boxes and boxes[0].strip() else None


@read.register
def _read_pick(kind: Pick, question: Question, boxes: list[str], currency: str) -> Any:
    if not boxes or not boxes[0]:
        return None
    members = {member.name: member.value for member in question.type}
    if boxes[0] not in members:
        raise ValidationError(_("Choose one of the answers offered."))
    return members[boxes[0]]


@read.register
def _read_flag(kind: Flag, question: Question, boxes: list[str], currency: str) -> bool:
    return bool(boxes)


@read.register
def _read_number(
    kind: Points | Count | OneSeat, question: Question, boxes: list[str], currency: str
) -> int | None:
    text = boxes[0].strip() if boxes else ""
    if not text and question.optional:
        return None
    return whole(text)


@read.register
def _read_amount(kind: Amount, question: Question, boxes: list[str], currency: str) -> int | None:
    text = boxes[0].strip() if boxes else ""
    if not text and question.optional:
        return None
    return currencies.parse(text, currency)


@read.register
def _read_row(
    kind: Steps | Counts | SomeSeats, question: Question, boxes: list[str], currency: str
) -> list[int] | None:
    told = [whole(box) for box in boxes if box.strip()]
    return None if not told and question.optional else told


@read.register
def _read_pairs(
    kind: NamedPoints, question: Question, boxes: list[str], currency: str
) -> list[list[Any]]:
    told = [(name, points) for name, points in pairs(boxes) if name or points]
    return [[name, whole(points)] for name, points in told]


def said(kind: Input, value: Any, currency: str) -> str:
    """An option in words, for the page of rules."""
    if value is None or value == ():
        return _("none")
    if isinstance(kind, Amount):
        return currencies.money(value, currency)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return words(codec.said(kind, value))


# The fields ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    help: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Box:
    """One input of a row of numbers."""

    label: str
    value: str


@dataclass(slots=True)
class OptionField:
    """One option as the page shows it."""

    question: Question
    boxes: list[str]
    """What stands in it."""
    was: str
    """What would, had nobody touched it."""
    usually: str
    """The same in words."""
    changed: bool
    spare: int = 0
    """Empty boxes after the last, for a ladder that may grow."""
    error: str = ""

    @property
    def name(self) -> str:
        return f"o-{self.question.name}"

    @property
    def shape(self) -> str:
        """Which part of the template draws it."""
        shapes = {Pick: "pick", Flag: "flag", Amount: "amount", Points: "number", Count: "number"}
        rows = {Steps: "row", Counts: "row", SomeSeats: "row", OneSeat: "number"}
        rows[NamedPoints] = "pairs"
        return {**shapes, **rows}.get(type(self.question.kind), "text")

    @property
    def value(self) -> str:
        return self.boxes[0] if self.boxes else ""

    @property
    def is_on(self) -> bool:
        return bool(self.boxes)

    @property
    def choices(self) -> list[Choice]:
        return [
            Choice(member.name, member.label, member.help, self.boxes == [member.name])
            for member in self.question.type
        ]

    @property
    def helps(self) -> list[Choice]:
        """The answers that come with an explanation."""
        return [choice for choice in self.choices if choice.help]

    @property
    def row(self) -> list[Box]:
        labels = getattr(self.question.kind, "labels", ())
        values = [*self.boxes, *[""] * self.spare]
        return [
            Box(labels[n] if n < len(labels) else str(n + 1), value)
            for n, value in enumerate(values)
        ]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names with what stands beside them, and room for another."""
        kind = self.question.kind
        assert isinstance(kind, NamedPoints)
        return [*pairs(self.boxes), ("", "")][: kind.most]

    @property
    def source(self) -> str:
        """Where its default comes from."""
        return origin(self.question.kind.source)


@dataclass
class OptionsForm:
    """The options of a game about to start.

    ``data``: what the page sent; without it the form begins from ``preset`` and ``told``.
    """

    rules: AnyVariant
    seats: int
    side: int
    currency: str
    data: QueryDict | None = None
    preset: str | None = None
    told: Told = field(default_factory=dict)
    own: Sequence[Preset] = ()
    """The club's own ways to play this game."""
    errors: dict[str, str] = field(default_factory=dict)
    """By option name; "" for what belongs to none on the page."""

    def __post_init__(self) -> None:
        self.typed: dict[str, list[str]] = {}
        if self.data is not None:
            self.preset = self.data.get("preset", "")
        self.chosen = chosen_preset(self.rules, self.preset, self.seats, self.side, self.own)
        if self.preset and self.chosen is None:
            self.errors[""] = _("There is no way to play called “%s”.") % self.preset[:40]
        if self.data is not None:
            self._read(self.data)
        self.resolved = self._resolved(self.told)
        self.fields = [self._field(q) for q in self._shown()]

    # Reading

    def _read(self, data: QueryDict) -> None:
        for q in askable(self.rules):
            was, boxes = data.get(f"was-{q.name}"), data.getlist(f"o-{q.name}")
            if was is None or marked(boxes) == was:
                continue
            try:
                value = read(q.kind, q, boxes, self.currency)
                codec.load(self.rules.options, {q.name: value}, null_is_default=q.optional)
                if was and value == _read_again(q, was, self.currency):
                    continue
                self.told[q.name] = value
            except ValidationError as error:
                self._refuse(q.name, boxes, error.messages[0])
            except EntryError as error:
                self._refuse(q.name, boxes, self._in_money(q, error))

    def _refuse(self, name: str, boxes: list[str], message: str) -> None:
        self.typed[name], self.errors[name] = boxes, message

    def _in_money(self, q: Question, error: EntryError) -> str:
        """An amount's bound in the club's money, not in minor units."""
        if isinstance(q.kind, Amount) and "least" in error.values:
            least = currencies.money(int(str(error.values["least"])), self.currency)
            return words(EntryError(error.message, least=least))
        return words(error)

    # Working out

    @property
    def base(self) -> Told:
        return dict(self.chosen.options) if self.chosen else {}

    @property
    def options(self) -> Told:
        """For ``start_game``: what differs from the defaults, by intent."""
        return {**self.base, **self.told}

    def _resolved(self, told: Told) -> Any:
        """All options, not yet checked against each other."""
        given = {**self.base, **told}
        load = codec.load
        plain = load(self.rules.options, given)
        chosen = {name: getattr(plain, name) for name, v in given.items() if v is not None}
        defaults = self.rules.defaults(chosen, self.seats, self.side)
        return load(self.rules.options, given, defaults=defaults)

    def _shown(self) -> list[Question]:
        return [
            q
            for q in askable(self.rules)
            if q.name in self.errors
            or all(holds(c, self.resolved, None, self.resolved) for c in q.kind.when)
        ]

    def _field(self, q: Question) -> OptionField:
        others = {name: value for name, value in self.told.items() if name != q.name}
        default = getattr(self._resolved(others) if q.name in self.told else self.resolved, q.name)
        boxes = self.typed.get(q.name)
        if boxes is None:
            boxes = typed(q.kind, getattr(self.resolved, q.name), self.currency)
        was = typed(q.kind, default, self.currency)
        return OptionField(
            question=q,
            boxes=boxes,
            was=marked(was),
            usually=said(q.kind, default, self.currency),
            changed=boxes != was,
            spare=self._spare(q),
            error=self.errors.get(q.name, ""),
        )

    def _spare(self, q: Question) -> int:
        free = isinstance(q.kind, Steps) and q.kind.length is None
        return 1 if free and q.name not in self.rules.defaults({}, self.seats, self.side) else 0

    # Judging

    def is_valid(self) -> bool:
        """Also whether they can be played together by these seats."""
        if not self.errors:
            try:
                load_options(self.rules, self.options, self.seats, self.side)
            except EntryError as error:
                self.refuse(error)
        return not self.errors

    def refuse(self, error: EntryError) -> None:
        """Put the engine's error beside its option, or above all if it has none here."""
        for shown in self.fields:
            if shown.question.name == error.field:
                shown.error = self.errors[error.field] = self._in_money(shown.question, error)
                return
        self.errors[""] = words(error)

    # Showing

    @property
    def presets(self) -> list[Preset]:
        return [*self.rules.presets, *self.own]

    @property
    def has_usual(self) -> bool:
        """One of the presets is the usual way."""
        return usual_preset(self.rules, self.seats, self.side) is not None

    @property
    def first(self) -> list[OptionField]:
        """What lies open: the stakes, or all that makes a game which the table makes itself."""
        return [f for f in self.fields if self._lies_open(f)]

    @property
    def folded(self) -> list[OptionField]:
        return [f for f in self.fields if not self._lies_open(f)]

    def _lies_open(self, shown: OptionField) -> bool:
        kind = shown.question.kind
        return not kind.seldom if self.rules.words.name_game else isinstance(kind, Amount)

    @property
    def changes(self) -> int:
        return sum(f.changed for f in self.folded)

    @property
    def is_open(self) -> bool:
        """The house rules lie open: somebody opened them, or something in them is wrong."""
        asked = self.data is not None and self.data.get("open") == "1"
        return asked or any(f.error for f in self.folded)

    @property
    def erring(self) -> str:
        return ",".join(sorted(self.errors))

    def is_as_shown(self) -> bool:
        """The page that sent ``data`` shows all this already."""
        if self.data is None or self.erring != self.data.get("erring", ""):
            return False
        shown = {name for name in self.data if name.startswith("was-")}
        return shown == {f"was-{f.question.name}" for f in self.fields} and all(
            f.was == self.data[f"was-{f.question.name}"] for f in self.fields
        )

    @property
    def preset_name(self) -> str:
        return self.chosen.name if self.chosen else ""


def marked(boxes: Sequence[str]) -> str:
    return "|".join(box.strip() for box in boxes if box.strip())


def _read_again(q: Question, was: str, currency: str) -> Any:
    try:
        return read(q.kind, q, was.split("|"), currency)
    except ValidationError:
        return None


def askable(rules: AnyVariant) -> list[Question]:
    """The options a page asks: not those that matter to counted cards only."""
    return [q for q in questions(rules.options) if not q.kind.counting]


def usual_preset(rules: AnyVariant, seats: int, side: int = 1) -> Preset | None:
    """The preset that is nothing but the defaults."""
    for preset in rules.presets:
        try:
            chosen = load_options(rules, dict(preset.options), seats, side)
        except EntryError:
            continue
        if chosen == usual_options(rules, {}, seats, side):
            return preset
    return None


def chosen_preset(
    rules: AnyVariant, key: str | None, seats: int, side: int, own: Sequence[Preset] = ()
) -> Preset | None:
    """The preset of this key, also of the club's ``own``; the usual one for None; none for ""."""
    if key is None:
        return usual_preset(rules, seats, side)
    return next((p for p in (*rules.presets, *own) if p.key == key), None)


def house_rules(game: Any, own: Sequence[Preset] = ()) -> tuple[str, Told]:
    """Of an earlier game: its preset's key ("" if none) and what else differed."""
    rules: AnyVariant = game.rules
    seats = len(game.fold.get("totals", ())) or rules.seats.start
    preset = next((p for p in (*rules.presets, *own) if p.name == game.preset), None)
    preset = preset or usual_preset(rules, seats, game.side)
    stored: Mapping[str, Any] = game.options
    try:
        plain = load_options(rules, dict(preset.options) if preset else {}, seats, game.side)
        then = load_options(rules, stored, seats, game.side)
    except EntryError:
        return "", {}
    now, before = codec.dump(then, full=True), codec.dump(plain, full=True)
    return preset.key if preset else "", {n: v for n, v in now.items() if v != before[n]}
