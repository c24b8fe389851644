"""The form of a game's house rules: options as fields, and parsing them.

A preset that is tapped comes whole: what was changed before is dropped with the preset before it.

A default may depend on other options and on the seats. So each field carries its original value
(``was-<name>``); only changed options are passed to the engine, the rest follow its defaults.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.sources import origin
from scorekeeper.core.localization.words import words
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.codec import RefusedError
from scorekeeper.engine.questions.kinds import (
    Amount,
    Count,
    Counts,
    Flag,
    Input,
    NamedPoints,
    Pick,
    Points,
    Question,
    Steps,
    plays_a_part,
    questions,
)
from scorekeeper.engine.questions.options import load_options, resolve_options
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.questions import encoding
from scorekeeper.questions.field import Field
from scorekeeper.questions.presets import (
    LAST,
    ChosenOptions,
    LastRules,
    chosen_preset,
    usual_preset,
)
from scorekeeper.questions.wording import answer_text, missing_stakes, with_proposed

SHAPES: Final[dict[type[Input], str]] = {
    Pick: "pick",
    Flag: "flag",
    Amount: "amount",
    Points: "number",
    Count: "number",
    Steps: "row",
    Counts: "row",
    NamedPoints: "pairs",
}
"""The part of the template for each kind; others are a text input."""


@dataclass(slots=True)
class Option(Field):
    was: str = ""
    """Its texts (joined) without a change."""
    usually: str = ""
    """The same as text."""
    changed: bool = False
    published: str = ""
    """The published source of its game's rules."""
    spare: int = 0
    """Number of empty inputs after the last, for a ladder that may grow."""

    @classmethod
    def build(cls, q: Question, texts: list[str], usual: Any, currency: str) -> "Option":
        """Builds the field with ``texts``; ``usual``: the answer without a change."""
        usual_texts, members = encoding.to_texts(q.kind, usual, currency), _members(q)
        return cls(
            q,
            f"o-{q.name}",
            texts,
            members,
            was=joined_texts(usual_texts),
            changed=texts != usual_texts,
            currency=currency,
        )

    @property
    def id(self) -> str:
        return self.name

    @property
    def error(self) -> str:
        return " ".join(self.errors)

    @property
    def shape(self) -> str:
        return SHAPES.get(type(self.question.kind), "text")

    @property
    def row(self) -> list[tuple[str, str]]:
        """The label and the value of each input in a row of numbers."""
        labels = getattr(self.question.kind, "labels", ())
        values = [*self.texts, *[""] * self.spare]
        return [
            (labels[n] if n < len(labels) else str(n + 1), value) for n, value in enumerate(values)
        ]

    @property
    def source(self) -> str:
        """The source of its default."""
        return origin(self.question.kind.source, self.published)


def _members(q: Question) -> tuple[Any, ...]:
    members: Any = q.type
    return tuple(members) if isinstance(q.kind, Pick) else ()


def joined_texts(texts: Sequence[str]) -> str:
    """Returns an option's texts, joined to one."""
    return "|".join(text.strip() for text in texts if text.strip())


def parse_option(q: Question, texts: Sequence[str], currency: str) -> Any:
    """Parses an option's texts to JSON. Raises EntryError, also for a missing answer."""
    try:
        value = encoding.plain(q, texts, currency)
        if value is None and not q.optional:
            raise encoding.missing_error(q.kind, currency)
        if value is not None:
            codec.read(q.kind, q, value)
    except RefusedError as refused:
        raise refused.entry_error(q.name) from None
    return value


def sentence(q: Question, error: EntryError, currency: str) -> str:
    """Returns an error as text, an amount's bound in the club's currency."""
    if isinstance(q.kind, Amount) and "least" in error.values:
        least = currencies.money(int(str(error.values["least"])), currency)
        return words(EntryError(error.message, least=least))
    return words(error)


@dataclass
# The form ------------------------------------------------------------------------------------


class OptionsForm:
    """The options of a new game.

    ``data``: the POST; without it the form starts from ``preset`` and the ``explicit`` options.
    """

    rules: AnyVariant
    seats: int
    side: int
    currency: str
    data: QueryDict | None = None
    preset: str | None = None
    explicit: ChosenOptions = field(default_factory=dict)
    own: Sequence[Preset] = ()
    """The club's presets of this game."""
    last: LastRules | None = None
    """The rules of the club's last game of this kind, if no preset has them."""
    asks_stakes: bool = False
    """Stakes that the club has to choose begin with 0: its first game of this kind."""
    errors: dict[str, str] = field(default_factory=dict)
    """Messages by option name; "" for the form."""

    def __post_init__(self) -> None:
        self.typed: dict[str, list[str]] = {}
        if self.data is not None:
            self.preset = self.data.get("preset", "")
        self.as_last = self.last if self.preset == LAST else None
        key = self.as_last.preset if self.as_last else self.preset
        self.chosen = chosen_preset(self.rules, key, self.seats, self.side, self.own)
        if self.preset and self.chosen is None and not self.as_last:
            self.errors[""] = _("There is no preset called “%s”.") % self.preset[:40]
        if self.data is not None:
            self._read_or_reset(self.data)
        elif self.asks_stakes:
            self.explicit = self._unset_stakes() | self.explicit
        self.resolved = self._resolved(self.explicit)
        self.fields = [self._field(q) for q in self._visible_questions()]

    # Reading

    def _read_or_reset(self, data: QueryDict) -> None:
        """Reads what was changed, unless another preset was tapped since."""
        if self.as_last and data.get("last-game", "") != str(self.as_last.game):
            self.errors[""] = _("Someone has started another game. Check the rules again.")
        is_tapped = data.get("do") in ("options", "again") or data.get("tapped") == "1"
        is_other = data.get("shown-preset", self.preset) != self.preset
        is_new = is_tapped and is_other
        if not is_new:
            self._read(data)
        if self.asks_stakes:
            unset = self._unset_stakes()
            zeros = {n: 0 for n in unset if is_new or f"was-{n}" not in data}
            self.explicit = {**self.explicit, **zeros}

    def _unset_stakes(self) -> ChosenOptions:
        return dict.fromkeys(missing_stakes(self.rules, self.options), 0)

    def _read(self, data: QueryDict) -> None:
        for q in askable(self.rules):
            was, texts = data.get(f"was-{q.name}"), data.getlist(f"o-{q.name}")
            if was is None or joined_texts(texts) == was:
                continue
            try:
                value = parse_option(q, texts, self.currency)
            except EntryError as error:
                self.typed[q.name] = texts
                self.errors[q.name] = sentence(q, error, self.currency)
                continue
            if not was or value != self._read_again(q, was):
                self.explicit[q.name] = value

    def _read_again(self, q: Question, was: str) -> Any:
        try:
            return encoding.plain(q, was.split("|"), self.currency)
        except RefusedError:
            return None

    # Resolving

    @property
    def base(self) -> ChosenOptions:
        return with_proposed(self.rules, self._given, self.currency)

    @property
    def _given(self) -> ChosenOptions:
        preset_options = self.chosen.options if self.chosen else {}
        return {**preset_options, **(self.as_last.changed if self.as_last else {})}

    @property
    def options(self) -> ChosenOptions:
        """The chosen options, for ``start_game``."""
        return {**self.base, **self.explicit}

    @property
    def to_keep(self) -> ChosenOptions:
        """The chosen options, for a preset: without the stakes that are only proposed."""
        return {**self._given, **self.explicit}

    def _resolved(self, options: ChosenOptions) -> Any:
        """Returns all options, not yet checked against each other."""
        return resolve_options(self.rules, {**self.base, **options}, self.seats, self.side)

    def _visible_questions(self) -> list[Question]:
        return [
            q
            for q in askable(self.rules)
            if q.name in self.errors or (plays_a_part(q, self.resolved) and self._is_wanted(q))
        ]

    def _is_wanted(self, q: Question) -> bool:
        """Hides options that end a game, unless a saved preset sets them."""
        return not q.kind.ends or self.base.get(q.name) is not None

    def _field(self, q: Question) -> Option:
        others = {name: value for name, value in self.explicit.items() if name != q.name}
        usual = getattr(
            self._resolved(others) if q.name in self.explicit else self.resolved, q.name
        )
        texts = self.typed.get(q.name)
        if texts is None:
            texts = encoding.to_texts(q.kind, getattr(self.resolved, q.name), self.currency)
        option = Option.build(q, texts, usual, self.currency)
        option.published = self.rules.source
        option.usually = answer_text(q.kind, self._usual(q), self.currency)
        option.spare = self._spare(q)
        if q.name in self.errors:
            option.errors.append(self.errors[q.name])
        return option

    def _usual(self, q: Question) -> Any:
        """Returns the default beside the other choices, without the preset's value."""
        given = {name: value for name, value in self.to_keep.items() if name != q.name}
        chosen = with_proposed(self.rules, given, self.currency)
        return getattr(resolve_options(self.rules, chosen, self.seats, self.side), q.name)

    def _spare(self, q: Question) -> int:
        free = isinstance(q.kind, Steps) and q.kind.length is None
        return 1 if free and q.name not in self.rules.defaults({}, self.seats, self.side) else 0

    # Validating

    def is_valid(self) -> bool:
        """Validates the options, also together and for these seats."""
        if not self.errors:
            try:
                load_options(
                    self.rules,
                    self.options,
                    self.seats,
                    self.side,
                    without_stakes=not currencies.are_shown(),
                )
            except EntryError as error:
                self.refuse(error)
        return not self.errors

    def refuse(self, error: EntryError) -> None:
        """Adds the engine's error to its option, or to the form."""
        for option in self.fields:
            if option.question.name == error.field:
                self.errors[error.field] = sentence(option.question, error, self.currency)
                option.errors = [self.errors[error.field]]
                return
        self.errors[""] = words(error)

    # Showing

    @property
    def presets(self) -> list[Preset]:
        return [*self.rules.presets, *self.own]

    @property
    def has_usual(self) -> bool:
        """Whether one of the presets equals the default rules."""
        return usual_preset(self.rules, self.seats, self.side) is not None

    @property
    def preset_key(self) -> str:
        """The key of the choice that is shown as made."""
        return LAST if self.as_last else self.chosen.key if self.chosen else ""

    @property
    def note(self) -> str:
        """Describes the choice."""
        if self.as_last:
            return self.as_last.sentence
        return words(self.chosen.note) if self.chosen and self.chosen.note else ""

    @property
    def first(self) -> list[Option]:
        """The unfolded options: stakes, or those that define a custom game."""
        return [f for f in self.fields if self._is_unfolded(f)]

    @property
    def folded(self) -> list[Option]:
        return [f for f in self.fields if not self._is_unfolded(f)]

    def _is_unfolded(self, option: Option) -> bool:
        kind = option.question.kind
        return not kind.seldom if self.rules.named_by_rules else isinstance(kind, Amount)

    @property
    def changes(self) -> int:
        return sum(f.changed for f in self.folded)

    @property
    def is_open(self) -> bool:
        """Whether the house rules are unfolded: the user did, or they contain an error."""
        was_opened = self.data is not None and self.data.get("open") == "1"
        return was_opened or any(f.error for f in self.folded)

    @property
    def shown(self) -> str:
        """Names what a page shows besides the inputs: errors, marks of changed fields,
        explanations. An amount has no mark here, so that none is replaced while it is being
        typed."""
        marked = [f for f in self.fields if f.changed and not isinstance(f.question.kind, Amount)]
        explained = [f"{f.name}-{c.value}" for f in self.fields for c in f.helps if c.checked]
        return ",".join([*sorted(self.errors), *(f.name for f in marked), *explained])

    def is_as_shown(self) -> bool:
        """Whether the page that sent ``data`` shows exactly this form."""
        if self.data is None or self.shown != self.data.get("shown"):
            return False
        names = {name for name in self.data if name.startswith("was-")}
        return names == {f"was-{f.question.name}" for f in self.fields} and all(
            f.was == self.data[f"was-{f.question.name}"] for f in self.fields
        )

    @property
    def preset_name(self) -> str:
        return self.chosen.name if self.chosen else ""


def askable(rules: AnyVariant) -> list[Question]:
    """Returns the options a page asks: without those for counting cards only, and without stakes
    where no money is shown."""
    shown = [q for q in questions(rules.options) if not q.kind.counting]
    return [q for q in shown if currencies.are_shown() or not isinstance(q.kind, Amount)]
