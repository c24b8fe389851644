"""House rules as a JSON document that any club can import::

    {"document": "scorekeeper house rules", "version": 1, "game": "pool_rummy",
     "name": "Saturday 201", "note": "Since 2019.", "currency": "INR",
     "options": {"first_drop": 30, "pool": 201}}

``options`` holds chosen options; the others follow the game's defaults for the number of seats, so
one document serves tables of four and of six. Amounts are minor units of ``currency``, which is
present only with amounts.

The hash covers the game and its options as the engine's codec writes them, by name; not the name,
note, currency or defaults. So equal choices have equal hashes in every club and every version of
this program.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.currencies import is_known
from scorekeeper.engine.cases.files import storable_json
from scorekeeper.engine.errors import EntryError, NotJsonError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import Amount, questions
from scorekeeper.engine.questions.options import load_options, usual_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _
from scorekeeper.variants import VARIANTS

DOCUMENT: Final = "scorekeeper house rules"
VERSION: Final = 1
LARGEST: Final = 20_000
"""Most bytes of a document; real ones have a few hundred."""
NAME: Final = 60
NOTE: Final = 200
"""Most characters of a name and of a note."""
USUAL_TABLE: Final = 4
PARTS: Final = frozenset({"document", "version", "game", "name", "note", "currency", "options"})


@dataclass(frozen=True, slots=True)
class Document:
    """``options`` as the codec writes them; ``currency``: of their amounts, or ""."""

    rules: AnyVariant
    options: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    note: str = ""
    currency: str = ""

    @property
    def digest(self) -> str:
        """The hash of the game and its options."""
        content = {"game": self.rules.key, "options": dict(self.options)}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def text(self) -> str:
        """Returns the JSON, which ``read`` reads: without amounts where none are shown."""
        content: dict[str, Any] = {"document": DOCUMENT, "version": VERSION, "game": self.rules.key}
        content |= {"name": self.name, "note": self.note}
        options = dict(self.options)
        if not currencies.are_shown():
            options = {n: value for n, value in options.items() if n not in self._amounts}
        elif self.has_money:
            content["currency"] = self.currency
        content["options"] = {name: options[name] for name in sorted(options)}
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"

    @property
    def has_money(self) -> bool:
        amounts = self._amounts
        return any(value is not None and name in amounts for name, value in self.options.items())

    @property
    def _amounts(self) -> set[str]:
        return {q.name for q in questions(self.rules.options) if isinstance(q.kind, Amount)}

    @property
    def file_name(self) -> str:
        slug = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")
        return f"{slug or self.rules.key}.json"


def short_hash(digest: str) -> str:
    """Returns the start of a hash to compare by eye: ``3f9a 12bc``."""
    return f"{digest[:4]} {digest[4:8]}"


# Reading -------------------------------------------------------------------------------------


def read(content: bytes) -> Document:
    """Reads a document. Raises EntryError: ``field`` is the wrong part or option, or ""."""
    content_map = _object(content)
    rules = _game(content_map)
    options = content_map.get("options", {})
    if not isinstance(options, Mapping):
        raise EntryError(_("Give the options by name."), field="options")
    normalized = normalize_options(rules, options)
    check(rules, normalized)
    return Document(
        rules,
        normalized,
        _text(content_map, "name", NAME),
        _text(content_map, "note", NOTE),
        _currency(content_map.get("currency", "")),
    )


def _object(content: bytes) -> Mapping[str, Any]:
    if len(content) > LARGEST:
        raise EntryError(_("This is too long for house rules."))
    try:
        document = storable_json(content)
    except NotJsonError as error:
        raise EntryError(_("This cannot be read: {why}."), why=error.phrase) from None
    if not isinstance(document, Mapping) or document.get("document") != DOCUMENT:
        raise EntryError(_("These are not house rules from Scorekeeper."))
    version = document.get("version")
    if type(version) is int and version > VERSION:
        raise EntryError(
            _(
                "These rules are from a newer Scorekeeper (version {version}). This one "
                "reads version {ours}."
            ),
            field="version",
            version=version,
            ours=VERSION,
        )
    if type(version) is not int or version != VERSION:
        raise EntryError(_("This version of house rules is not known."), field="version")
    for name in document:
        if name not in PARTS:
            raise EntryError(_("There is no part called {name}."), field=str(name), name=name)
    return document


def _game(document: Mapping[str, Any]) -> AnyVariant:
    key = document.get("game")
    if not isinstance(key, str) or key not in VARIANTS:
        raise EntryError(_("There is no game called “{name}” here."), field="game", name=key)
    return VARIANTS[key]


def _text(document: Mapping[str, Any], name: str, limit: int) -> str:
    value = document.get(name, "")
    if value == "":
        return ""
    try:
        return codec.line_of_text(value, limit)
    except codec.RefusedError as exc:
        raise exc.entry_error(name) from None


def _currency(value: Any) -> str:
    if value == "" or (isinstance(value, str) and len(value) == 3 and is_known(value)):
        return str(value)
    raise EntryError(_("This is not a valid currency."), field="currency")


def normalize_options(rules: AnyVariant, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options as the codec writes them. Raises EntryError with the option."""
    loaded = codec.load(rules.options, options, null_is_default=False)
    dumped = codec.dump(loaded, full=True)
    return {name: dumped[name] for name in options}


# Whether they can be played --------------------------------------------------------------------


def possible_tables(rules: AnyVariant) -> Iterator[tuple[int, int]]:
    """Yields (seats, persons per seat), the usual table first."""
    seats = sorted(rules.seats, key=lambda count: abs(count - USUAL_TABLE))
    if 1 in rules.sides:
        yield from ((count, 1) for count in seats)
    if 2 in rules.seats:
        yield from ((2, side) for side in rules.sides if side > 1)


def check(rules: AnyVariant, options: Mapping[str, Any]) -> tuple[int, int]:
    """Returns the most usual table (seats, persons per seat) that can play by the options. Raises
    EntryError with an option if there is none."""
    first_error: EntryError | None = None
    for seats, side in possible_tables(rules):
        try:
            load_options(rules, dict(options), seats, side)
        except EntryError as error:
            first_error = first_error or error
        else:
            return seats, side
    assert first_error is not None
    raise first_error


def minimal_options(rules: AnyVariant, options: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the options without those that are defaults at every table given the others, so that
    equal rules give equal documents. Raises EntryError."""
    minimal = normalize_options(rules, options)
    for name in sorted(minimal):
        rest = {other: value for other, value in minimal.items() if other != name}
        if all(_follows(rules, name, minimal, rest, *table) for table in possible_tables(rules)):
            minimal = rest
    return minimal


def _follows(
    rules: AnyVariant,
    name: str,
    options: Mapping[str, Any],
    others: Mapping[str, Any],
    seats: int,
    side: int,
) -> bool:
    loaded = codec.load(rules.options, options)
    usual = usual_options(rules, {other: getattr(loaded, other) for other in others}, seats, side)
    return bool(getattr(usual, name) == getattr(loaded, name))
