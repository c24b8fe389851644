"""House rules on a page: any variant's options as fields, and what was typed as options again.

A default may depend on other options and on the seats. So each field carries what stood in it
when it was shown (``was-<name>``); only what a person changed is told to the engine, and the rest
follows its defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.asking import wire
from scorekeeper.asking.option import Option, given, marked, sentence
from scorekeeper.asking.ways import OptionsTold, chosen_preset, usual_preset
from scorekeeper.asking.words import said
from scorekeeper.engine.codec import RefusedError, load
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.options import load_options
from scorekeeper.engine.questions import Amount, Question, Steps, plays_a_part, questions
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.wording.words import words


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
    told: OptionsTold = field(default_factory=dict)
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
            self.errors[""] = _("There is no preset called “%s”.") % self.preset[:40]
        if self.data is not None:
            self._read(self.data)
        self.resolved = self._resolved(self.told)
        self.fields = [self._field(q) for q in self._shown()]

    # Reading

    def _read(self, data: QueryDict) -> None:
        for q in askable(self.rules):
            was, texts = data.get(f"was-{q.name}"), data.getlist(f"o-{q.name}")
            if was is None or marked(texts) == was:
                continue
            try:
                value = given(q, texts, self.currency)
            except EntryError as error:
                self.typed[q.name] = texts
                self.errors[q.name] = sentence(q, error, self.currency)
                continue
            if not was or value != self._read_again(q, was):
                self.told[q.name] = value

    def _read_again(self, q: Question, was: str) -> Any:
        try:
            return wire.plain(q, was.split("|"), self.currency)
        except RefusedError:
            return None

    # Working out

    @property
    def base(self) -> OptionsTold:
        return dict(self.chosen.options) if self.chosen else {}

    @property
    def options(self) -> OptionsTold:
        """For ``start_game``: what differs from the defaults, by intent."""
        return {**self.base, **self.told}

    def _resolved(self, told: OptionsTold) -> Any:
        """All options, not yet checked against each other."""
        return self._with_defaults({**self.base, **told})

    def _with_defaults(self, told: OptionsTold) -> Any:
        plain = load(self.rules.options, told)
        chosen = {name: getattr(plain, name) for name, v in told.items() if v is not None}
        defaults = self.rules.defaults(chosen, self.seats, self.side)
        return load(self.rules.options, told, defaults=defaults)

    def _shown(self) -> list[Question]:
        return [
            q
            for q in askable(self.rules)
            if q.name in self.errors or (plays_a_part(q, self.resolved) and self._is_wanted(q))
        ]

    def _is_wanted(self, q: Question) -> bool:
        """Not what is agreed beside the house rules, unless rules kept before still have it."""
        return not q.kind.ends or self.base.get(q.name) is not None

    def _field(self, q: Question) -> Option:
        others = {name: value for name, value in self.told.items() if name != q.name}
        usual = getattr(self._resolved(others) if q.name in self.told else self.resolved, q.name)
        told = self.typed.get(q.name)
        if told is None:
            told = wire.told(q.kind, getattr(self.resolved, q.name), self.currency)
        shown = Option.of(q, told, usual, self.currency)
        shown.published = self.rules.source
        shown.usually, shown.spare = said(q.kind, self._usual(q), self.currency), self._spare(q)
        if q.name in self.errors:
            shown.errors.append(self.errors[q.name])
        return shown

    def _usual(self, q: Question) -> Any:
        """What it would be had nobody chosen it, by hand or with a named way of playing."""
        chosen = {n: v for n, v in {**self.base, **self.told}.items() if n != q.name}
        return getattr(self._with_defaults(chosen), q.name)

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
                self.errors[error.field] = sentence(shown.question, error, self.currency)
                shown.errors = [self.errors[error.field]]
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
    def first(self) -> list[Option]:
        """What lies open: the stakes, or all that makes a game which the table makes itself."""
        return [f for f in self.fields if self._lies_open(f)]

    @property
    def folded(self) -> list[Option]:
        return [f for f in self.fields if not self._lies_open(f)]

    def _lies_open(self, shown: Option) -> bool:
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


def askable(rules: AnyVariant) -> list[Question]:
    """The options a page asks: not those that matter to counted cards only."""
    return [q for q in questions(rules.options) if not q.kind.counting]
