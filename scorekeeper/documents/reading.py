"""A document that somebody hands in: whether it is one, and whole.

Nothing of it is believed: each column is checked as the database's own, every place a row points at
is looked up. What it says of games is checked by playing them anew (``services``).
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import clean_club_name, clean_name
from scorekeeper.documents.tables import BY_MODEL, BY_NAME, OF_CLUB, TABLES, DocTable
from scorekeeper.documents.writing import CLUB, NIGHT, VERSION, digest, text
from scorekeeper.engine.case_file import storable_json
from scorekeeper.engine.errors import NotJsonError
from scorekeeper.wording.currencies import is_known
from scorekeeper.wording.words import words

LARGEST: Final = 64 * 1024 * 1024
"""Bytes, unpacked: of some fifty thousand hands."""
MOST_ROWS: Final = 2_000_000
LARGEST_ON_PAGE: Final = 8 * 1024 * 1024
MOST_GROUPS, MOST_VALUES = 200_000, 800_000
"""Of a document that anybody may hand in to a page: bytes, unpacked; lists and objects; values.
3,000 hands of a game of six have 4.6 MB, 190,000 and 670,000. Known before anything is parsed, so
that no file takes more than 100 MB of memory."""
MOST_HANDS: Final = 3000
MOST_ROWS_AT_ONCE: Final = 100_000
"""In a document that a page takes in. A look at 3,000 hands of a game of six was measured at 3.8 s
of processor time, 5.7 s beside other work; reading it, while others write, before that at 1.1 s."""
FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2999
"""Before and after these nobody played, and some time zone cannot say when it was."""
GZIP: Final = b"\x1f\x8b"
PARTS: Final = {"document", "version", "club", "tables", "digest"}


class NotADocumentError(Exception):
    """It cannot be taken in; worded for who handed it in."""


@dataclass(frozen=True)
class Read:
    """``rows`` by table: the values of the columns, times as times; what points at another row is
    its place."""

    club: Mapping[str, Any]
    rows: Mapping[str, Sequence[Sequence[Any]]]
    digest: str
    of_club: bool

    def column(self, table: str, name: str) -> list[Any]:
        place = BY_NAME[table].columns.index(name)
        return [row[place] for row in self.rows.get(table, ())]

    @property
    def is_long(self) -> bool:
        """Too long for a page: while it is looked at, and played anew, on SQLite nobody writes."""
        rows = sum(map(len, self.rows.values()))
        return len(self.rows["hands"]) > MOST_HANDS or rows > MOST_ROWS_AT_ONCE

    @cached_property
    def players(self) -> list[str]:
        """Their names."""
        return self.column("players", "name")

    @cached_property
    def signatures(self) -> list[list[Any]]:
        """What they say; whose they are, by name."""
        roles, players, names = (self.column("signatures", c) for c in ("role", "player", "name"))
        whose = [None if player is None else self.players[player] for player in players]
        return [list(told) for told in zip(roles, whose, names, strict=True)]

    @cached_property
    def nights(self) -> list[str]:
        """Their codes."""
        return self.column("nights", "code")


def read(content: bytes) -> Read:
    """Of whoever runs the server. Raises NotADocumentError."""
    return _read(_unpacked(content, LARGEST))


def read_on_page(content: bytes) -> Read:
    """Of anybody. Raises NotADocumentError."""
    unpacked = _unpacked(content, LARGEST_ON_PAGE)
    groups = unpacked.count(b"[") + unpacked.count(b"{")
    if groups > MOST_GROUPS or unpacked.count(b",") + unpacked.count(b":") > MOST_VALUES:
        raise NotADocumentError(_too_long())
    return _read(unpacked)


def _too_long() -> str:
    return _("This file is too large to import here. Ask the server admin to import it.")


def read_own(told: Mapping[str, Any]) -> Read:
    """A document made here just now, however long it is."""
    return _read(text(told).encode())


def _read(content: bytes) -> Read:
    told = _object(content)
    if told.get("document") not in (CLUB, NIGHT) or set(told) != PARTS:
        raise NotADocumentError(_("This is not a valid group or session file."))
    if told["version"] != VERSION:
        raise NotADocumentError(
            _("This file is from another version of the app (%(theirs)s, here %(ours)s).")
            % {"theirs": str(told["version"])[:20], "ours": VERSION}
        )
    if told["digest"] != digest(told):
        raise NotADocumentError(_("The checksum doesn’t match. The file was changed or damaged."))
    rows = _rows(told["tables"], of_club=told["document"] == CLUB)
    return Read(_club(told["club"]), rows, told["digest"], told["document"] == CLUB)


def _unpacked(content: bytes, largest: int) -> bytes:
    """A packed one is unpacked no further than one may be long."""
    if content.startswith(GZIP):
        unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            content = unpacking.decompress(content, largest + 1)
        except zlib.error:
            raise NotADocumentError(_("The file is damaged and can’t be unpacked.")) from None
        if len(content) <= largest and not unpacking.eof:
            raise NotADocumentError(_("The file is damaged. Its end is missing."))
    if len(content) > largest:
        raise NotADocumentError(_too_long())
    return content


def packed(told: str) -> bytes:
    """The same text gives the same bytes."""
    return gzip.compress(told.encode(), mtime=0)


def _object(content: bytes) -> Mapping[str, Any]:
    try:
        told = storable_json(content)
    except NotJsonError as error:
        part = _("This is not a valid group or session file, or only part of one (%s).")
        raise NotADocumentError(part % words(error.phrase)) from None
    if not isinstance(told, dict):
        raise NotADocumentError(_("This is not a valid group or session file."))
    return told


# The club ------------------------------------------------------------------------------------


def _club(told: Any) -> Mapping[str, Any]:
    if not isinstance(told, dict) or set(told) != set(OF_CLUB):
        raise NotADocumentError(_("The group’s details are incomplete."))
    try:
        club = {name: _cleaned(Club._meta.get_field(name), told[name]) for name in OF_CLUB}
        same = clean_club_name(club["name"]) == club["name"]
    except (ValidationError, ValueError):
        same = False
    if not (same and is_code(club["code"]) and is_known(club["currency"])):
        raise NotADocumentError(_("The group’s details are incomplete."))
    return club


def is_code(told: str) -> bool:
    """It can stand in an address."""
    return told.isascii() and told.isalnum()


# The tables ----------------------------------------------------------------------------------


def _rows(told: Any, *, of_club: bool) -> dict[str, list[list[Any]]]:
    wanted = [table for table in TABLES if of_club or not table.of_club_only]
    if not isinstance(told, dict):
        raise NotADocumentError(_("Some tables are missing or unknown."))
    told = {
        table.name: {"columns": table.columns, "rows": []} for table in wanted if table.since
    } | told
    if set(told) != {table.name for table in wanted}:
        raise NotADocumentError(_("Some tables are missing or unknown."))
    found: dict[str, list[list[Any]]] = {}
    for table in wanted:
        found[table.name] = _table(table, told[table.name], found)
    for name in found["players"]:
        _check_name(name[0])
    codes = [night[0] for night in found["nights"]]
    if len(set(codes)) != len(codes) or not all(map(is_code, codes)):
        raise NotADocumentError(_wrong(BY_NAME["nights"], 0, "code"))
    return found


def _check_name(name: str) -> None:
    try:
        same = clean_name(name) == name
    except ValidationError:
        same = False
    if not same:
        raise NotADocumentError(_("“%s” is not a valid player name.") % name[:40])


def _table(table: DocTable, told: Any, before: Mapping[str, Sequence[Any]]) -> list[list[Any]]:
    columns: Any = told.get("columns") if isinstance(told, dict) else None
    if not table.knows(columns):
        raise NotADocumentError(_("The columns of “%s” don’t match this version.") % table.name)
    rows = told.get("rows")
    if not isinstance(rows, list) or len(rows) > MOST_ROWS:
        raise NotADocumentError(_("The rows of “%s” can’t be read.") % table.name)
    return [_row(table, columns, place, row, before) for place, row in enumerate(rows)]


def _row(
    table: DocTable,
    columns: Sequence[str],
    place: int,
    row: Any,
    before: Mapping[str, Sequence[Any]],
) -> list[Any]:
    """``columns``: those that are told; any other gets its default."""
    if not isinstance(row, list) or len(row) != len(columns):
        raise NotADocumentError(_wrong(table, place, ""))
    told, values = dict(zip(columns, row, strict=True)), []
    for field in table.fields:
        value = told[field.name] if field.name in told else field.get_default()
        try:
            values.append(_value(table, field, value, place, before))
        except (ValidationError, NotADocumentError, KeyError, TypeError, ValueError):
            raise NotADocumentError(_wrong(table, place, field.name)) from None
    return values


def _wrong(table: DocTable, place: int, column: str) -> str:
    return _("Row %(row)d of “%(table)s” is damaged (%(column)s).") % {
        "row": place + 1,
        "table": table.name,
        "column": column or "–",
    }


def _value(
    table: DocTable,
    field: models.Field[Any, Any],
    value: Any,
    place: int,
    before: Mapping[str, Sequence[Any]],
) -> Any:
    """Raises ValidationError, NotADocumentError, KeyError, TypeError or ValueError."""
    related = field.related_model
    if related in BY_MODEL:
        if value is None and field.null:
            return None
        there = place if related is table.model else len(before[BY_MODEL[related].name])
        return _place(value, there)
    if field.name in table.players_in:
        there = len(before[BY_MODEL[Player].name])
        return table.players_in[field.name](value, lambda at: _place(at, there))
    return _cleaned(field, value)


def _place(value: Any, there: int) -> int:
    if type(value) is not int or not 0 <= value < there:
        raise ValueError("no such row")
    return value


def _cleaned(field: Any, value: Any) -> Any:
    """As the column holds it. Raises ValidationError or ValueError; a number that came as text is
    no number."""
    if value is None and field.null:
        return None
    kinds = {
        models.JSONField: type(field.get_default()) if field.has_default() else dict | list,
        models.BooleanField: bool,
        models.FloatField: int | float,
        models.IntegerField: int,
    }
    wanted = next((kind for of, kind in kinds.items() if isinstance(field, of)), str)
    if not isinstance(value, wanted) or isinstance(value, bool) != (wanted is bool):
        raise ValueError("another kind of value")
    if isinstance(field, models.JSONField):
        return value
    if value == "" and (field.blank or isinstance(field, models.TextField)):
        return value
    found = field.clean(value, None)
    if (isinstance(found, datetime) and found.tzinfo is None) or "\0" in str(value):
        raise ValueError("no time zone, or no text")
    if isinstance(found, date) and not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise ValueError("no time that every zone can tell")
    return found
