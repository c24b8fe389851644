"""House rules as a document: a small JSON that one club writes and any other can read.

::

    {"document": "scorekeeper house rules", "version": 1, "game": "pool_rummy",
     "name": "Saturday 201", "note": "Since 2019.", "currency": "INR",
     "options": {"first_drop": 30, "pool": 201}}

``options`` holds what was chosen; what is not there follows the game's defaults at the table that
plays by it, so one document serves tables of four and of six. Amounts are minor units of
``currency``, which is there only where an amount is.

The content hash covers the game and its options, each in the one spelling of the engine's codec, by
name. Neither name, note and currency nor the defaults of the day go into it: the same choices have
the same hash in every club and with every later version of this program.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.engine import codec
from scorekeeper.engine.case_file import storable_json
from scorekeeper.engine.errors import EntryError, NotJsonError
from scorekeeper.engine.options import load_options, usual_options
from scorekeeper.engine.questions import Amount, questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _
from scorekeeper.variants import VARIANTS
from scorekeeper.wording.currencies import is_known

DOCUMENT: Final = "scorekeeper house rules"
VERSION: Final = 1
LARGEST: Final = 20_000
"""Bytes of a document; a real one has a few hundred."""
NAME: Final = 60
NOTE: Final = 200
"""Letters of a name and of a note."""
USUAL_TABLE: Final = 4
PARTS: Final = frozenset({"document", "version", "game", "name", "note", "currency", "options"})


@dataclass(frozen=True, slots=True)
class Document:
    """``options`` in the codec's spelling; ``currency``: that of their amounts, "" without any."""

    rules: AnyVariant
    options: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    note: str = ""
    currency: str = ""

    @property
    def digest(self) -> str:
        return digest(self.rules.key, self.options)

    def text(self) -> str:
        """As JSON to hand on; ``read`` gives the same document again."""
        told: dict[str, Any] = {"document": DOCUMENT, "version": VERSION, "game": self.rules.key}
        told |= {"name": self.name, "note": self.note}
        if self.has_money:
            told["currency"] = self.currency
        told["options"] = {name: self.options[name] for name in sorted(self.options)}
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"

    @property
    def has_money(self) -> bool:
        amounts = {q.name for q in questions(self.rules.options) if isinstance(q.kind, Amount)}
        return any(value is not None and name in amounts for name, value in self.options.items())

    @property
    def file_name(self) -> str:
        plain = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")
        return f"{plain or self.rules.key}.json"


def digest(variant: str, options: Mapping[str, Any]) -> str:
    """The content hash of options in the codec's spelling."""
    told = {"game": variant, "options": dict(options)}
    plain = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(plain.encode()).hexdigest()


def short(digest: str) -> str:
    """Enough of a hash to compare by eye: ``3f9a 12bc``."""
    return f"{digest[:4]} {digest[4:8]}"


# Reading -------------------------------------------------------------------------------------


def read(content: bytes) -> Document:
    """A document somebody handed on. Raises EntryError: ``field`` is the part or the option at
    fault, "" for the document as a whole."""
    told = _object(content)
    rules = _game(told)
    options = told.get("options", {})
    if not isinstance(options, Mapping):
        raise EntryError(_("Give the options by name."), field="options")
    plain = spelled(rules, options)
    check(rules, plain)
    return Document(
        rules,
        plain,
        _text(told, "name", NAME),
        _text(told, "note", NOTE),
        _currency(told.get("currency", "")),
    )


def _object(content: bytes) -> Mapping[str, Any]:
    if len(content) > LARGEST:
        raise EntryError(_("This is too long for house rules."))
    try:
        told = storable_json(content)
    except NotJsonError as error:
        raise EntryError(_("This cannot be read: {why}."), why=error.phrase) from None
    if not isinstance(told, Mapping) or told.get("document") != DOCUMENT:
        raise EntryError(_("These are not house rules from Scorekeeper."))
    version = told.get("version")
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
    for name in told:
        if name not in PARTS:
            raise EntryError(_("There is no part called {name}."), field=str(name), name=name)
    return told


def _game(told: Mapping[str, Any]) -> AnyVariant:
    key = told.get("game")
    if not isinstance(key, str) or key not in VARIANTS:
        raise EntryError(_("There is no game called “{name}” here."), field="game", name=key)
    return VARIANTS[key]


def _text(told: Mapping[str, Any], name: str, most: int) -> str:
    value = told.get(name, "")
    if value == "":
        return ""
    try:
        return codec.line_of_text(value, most)
    except codec.RefusedError as refused:
        raise refused.entry_error(name) from None


def _currency(value: Any) -> str:
    if value == "" or (isinstance(value, str) and len(value) == 3 and is_known(value)):
        return str(value)
    raise EntryError(_("This is not a valid currency."), field="currency")


def spelled(rules: AnyVariant, options: Mapping[str, Any]) -> dict[str, Any]:
    """These options in the codec's one spelling. Raises EntryError naming the option."""
    loaded = codec.load(rules.options, options, null_is_default=False)
    full = codec.dump(loaded, full=True)
    return {name: full[name] for name in options}


# Whether they can be played --------------------------------------------------------------------


def tables(rules: AnyVariant) -> Iterator[tuple[int, int]]:
    """Seats and persons per seat, the usual table first."""
    seats = sorted(rules.seats, key=lambda count: abs(count - USUAL_TABLE))
    if 1 in rules.partners.sides:
        yield from ((count, 1) for count in seats)
    if 2 in rules.seats:
        yield from ((2, side) for side in rules.partners.sides if side > 1)


def check(rules: AnyVariant, options: Mapping[str, Any]) -> tuple[int, int]:
    """The most usual table that could play by these: seats, persons per seat. Raises EntryError
    naming an option if there is none."""
    first: EntryError | None = None
    for seats, side in tables(rules):
        try:
            load_options(rules, dict(options), seats, side)
        except EntryError as error:
            first = first or error
        else:
            return seats, side
    assert first is not None
    raise first


def lean(rules: AnyVariant, options: Mapping[str, Any]) -> dict[str, Any]:
    """The same choices without those that every table would make by default beside the others, so
    that two who tap the same rules together write the same document. Raises EntryError."""
    kept = spelled(rules, options)
    for name in sorted(kept):
        others = {other: value for other, value in kept.items() if other != name}
        if all(_follows(rules, name, kept, others, *table) for table in tables(rules)):
            kept = others
    return kept


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
