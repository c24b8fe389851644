"""Parses a document that somebody uploads, and checks that it is a whole one.

Nothing in it is trusted: each value is validated as its database column would be, and every
reference is looked up. ``services`` checks its games by replaying them.
"""

import gzip
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import clean_club_name, clean_name
from scorekeeper.core.localization.currencies import MOST, is_known
from scorekeeper.core.localization.dates import FIRST_DAY, LAST_DAY
from scorekeeper.core.localization.field import PhraseField
from scorekeeper.core.localization.words import words
from scorekeeper.core.travel import map_players
from scorekeeper.engine.cases.files import storable_json
from scorekeeper.engine.errors import EntryError, NotJsonError
from scorekeeper.extensions.exchange.group_file.tables import (
    BY_MODEL,
    BY_NAME,
    CLUB,
    TABLES,
    DocTable,
)
from scorekeeper.extensions.exchange.group_file.writing import GROUP, SESSION, VERSION, digest, text

LARGEST: Final = 64 * 1024 * 1024
"""In bytes, decompressed: some fifty thousand hands."""
MOST_ROWS: Final = 2_000_000
LARGEST_ON_PAGE: Final = 8 * 1024 * 1024
MOST_GROUPS, MOST_VALUES = 200_000, 800_000
"""Of a document that anybody may hand in to a page: bytes, unpacked; lists and objects; values.
3,000 hands of a game of six have 4.6 MB, 190,000 and 670,000. Known before anything is parsed, so
that no file takes more than 100 MB of memory."""
MOST_HANDS: Final = 3000
MOST_ROWS_AT_ONCE: Final = 100_000
"""In a document uploaded to a page. A preview of 3,000 hands of a game of six took 3.8 s of CPU
time, 5.7 s under load; parsing it, before the database is locked, 1.1 s."""
LARGEST_NUMBER: Final = MOST
"""The same bound holds for points, counts and amounts."""
GZIP: Final = b"\x1f\x8b"
PARTS: Final = {"document", "version", "club", "tables", "digest"}


class NotADocumentError(Exception):
    """The document cannot be imported; worded for the person who uploaded it."""


@dataclass(frozen=True)
class Document:
    """A parsed document. ``rows`` by table: the values of the columns, times as datetimes;
    references as row numbers."""

    club: Mapping[str, Any]
    rows: Mapping[str, Sequence[Sequence[Any]]]
    digest: str
    of_club: bool

    def column(self, table: str, name: str) -> list[Any]:
        place = BY_NAME[table].columns.index(name)
        return [row[place] for row in self.rows.get(table, ())]

    @cached_property
    def players(self) -> list[str]:
        """Their names."""
        return self.column("players", "name")

    @cached_property
    def signatures(self) -> list[list[Any]]:
        """Role, player by name, and device name of each."""
        roles, players, names = (self.column("signatures", c) for c in ("role", "player", "name"))
        holders = [None if player is None else self.players[player] for player in players]
        return [list(row) for row in zip(roles, holders, names, strict=True)]

    @cached_property
    def sessions(self) -> list[str]:
        """Their codes."""
        return self.column("sessions", "code")


def parse(content: bytes) -> Document:
    """Parses a file of the server admin. Raises NotADocumentError."""
    return _parse(_decompress(content, LARGEST))


def parse_on_page(content: bytes) -> Document:
    """Parses a file of anyone. Raises NotADocumentError, also where it is too long for a page:
    while it is checked and replayed, nobody can write on SQLite."""
    unpacked = _decompress(content, LARGEST_ON_PAGE)
    groups = unpacked.count(b"[") + unpacked.count(b"{")
    if groups > MOST_GROUPS or unpacked.count(b",") + unpacked.count(b":") > MOST_VALUES:
        raise NotADocumentError(too_long_message())
    document = _parse(unpacked)
    rows = sum(map(len, document.rows.values()))
    if len(document.rows["hands"]) > MOST_HANDS or rows > MOST_ROWS_AT_ONCE:
        raise NotADocumentError(too_long_message())
    return document


def too_long_message() -> str:
    return _("This file is too large to import here. Ask the server admin to import it.")


def parse_own(document: Mapping[str, Any]) -> Document:
    """Parses a document just made here, however long."""
    return _parse(text(document).encode())


def _parse(content: bytes) -> Document:
    document = _object(content)
    kind = document.get("document")
    if kind not in (GROUP, SESSION) or set(document) != PARTS:
        raise NotADocumentError(_("This is not a valid group or session file."))
    if document["version"] != VERSION:
        raise NotADocumentError(
            _("This file is from another version of the app (%(theirs)s, here %(ours)s).")
            % {"theirs": str(document["version"])[:20], "ours": VERSION}
        )
    if document["digest"] != digest(document):
        raise NotADocumentError(_("The checksum doesn’t match. The file was changed or damaged."))
    rows = _rows(document["tables"], of_club=kind == GROUP)
    return Document(_club(document["club"]), rows, document["digest"], kind == GROUP)


def _decompress(content: bytes, largest: int) -> bytes:
    """Decompresses, no further than the limit."""
    if content.startswith(GZIP):
        unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            content = unpacking.decompress(content, largest + 1)
        except zlib.error:
            raise NotADocumentError(_("The file is damaged and can’t be unpacked.")) from None
        if len(content) <= largest and not unpacking.eof:
            raise NotADocumentError(_("The file is damaged. Its end is missing."))
    if len(content) > largest:
        raise NotADocumentError(too_long_message())
    return content


def compress(text_: str) -> bytes:
    """Compresses; the same text gives the same bytes."""
    return gzip.compress(text_.encode(), mtime=0)


def _object(content: bytes) -> Mapping[str, Any]:
    try:
        document = storable_json(content)
    except NotJsonError as error:
        part = _("This is not a valid group or session file, or only part of one (%s).")
        raise NotADocumentError(part % words(error.phrase)) from None
    if not isinstance(document, dict):
        raise NotADocumentError(_("This is not a valid group or session file."))
    return document


# The club ------------------------------------------------------------------------------------


def _club(values: Any) -> Mapping[str, Any]:
    if not isinstance(values, dict) or set(values) | {"points_only"} != {*CLUB.columns}:
        raise NotADocumentError(_("The group’s details are incomplete."))
    try:
        club = {name: _cleaned(Club._meta.get_field(name), value) for name, value in values.items()}
        is_clean = clean_club_name(club["name"]) == club["name"]
    except (ValidationError, ValueError):
        raise NotADocumentError(_("The group’s details are incomplete.")) from None
    if not (is_clean and is_code(club["code"]) and is_known(club["currency"])):
        raise NotADocumentError(_("The group’s details are incomplete."))
    return club


def is_code(text_: str) -> bool:
    """Tells whether it can stand in an address."""
    return text_.isascii() and text_.isalnum()


# The tables ----------------------------------------------------------------------------------


def _rows(tables: Any, *, of_club: bool) -> dict[str, list[list[Any]]]:
    wanted = [table for table in TABLES if of_club or not table.travel.group_only]
    if not isinstance(tables, dict):
        raise NotADocumentError(_("This is not a valid group or session file."))
    newer = [table for table in wanted if table.travel.is_newer]
    tables = {table.name: {"columns": table.columns, "rows": []} for table in newer} | {
        name: content
        for name, content in tables.items()
        if name in BY_NAME or not _is_empty(content)  # of an extension that this site lacks
    }
    names = {table.name for table in wanted}
    if unknown := sorted(set(tables) - names):
        raise NotADocumentError(
            _("This site can’t read these tables of the file: %s.") % ", ".join(unknown)[:200]
        )
    if missing := sorted(names - set(tables)):
        raise NotADocumentError(_("The file lacks these tables: %s.") % ", ".join(missing))
    rows_by_table: dict[str, list[list[Any]]] = {}
    for table in wanted:
        rows_by_table[table.name] = _table(table, tables[table.name], rows_by_table)
    for name in rows_by_table["players"]:
        _check_name(name[0])
    codes = [session[0] for session in rows_by_table["sessions"]]
    if len(set(codes)) != len(codes) or not all(map(is_code, codes)):
        raise NotADocumentError(_damaged_message(BY_NAME["sessions"], 0, "code"))
    return rows_by_table


def _is_empty(content: Any) -> bool:
    return isinstance(content, dict) and content.get("rows") == []


def _check_name(name: str) -> None:
    try:
        is_clean = clean_name(name) == name
    except ValidationError:
        is_clean = False
    if not is_clean:
        raise NotADocumentError(_("“%s” is not a valid player name.") % name[:40])


def _table(table: DocTable, content: Any, before: Mapping[str, Sequence[Any]]) -> list[list[Any]]:
    columns: Any = content.get("columns") if isinstance(content, dict) else None
    if not table.knows(columns):
        raise NotADocumentError(_("The columns of “%s” don’t match this version.") % table.name)
    rows = content.get("rows")
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
    """``columns``: those in the document; others get their default."""
    if not isinstance(row, list) or len(row) != len(columns):
        raise NotADocumentError(_damaged_message(table, place, ""))
    given_values, values = dict(zip(columns, row, strict=True)), []
    for field in table.fields:
        try:
            value = _given_or_default(table, field, given_values)
            values.append(_value(table, field, value, place, before))
        except (ValidationError, NotADocumentError, LookupError, TypeError, ValueError, EntryError):
            raise NotADocumentError(_damaged_message(table, place, field.name)) from None
    return values


def _given_or_default(
    table: DocTable, field: "models.Field[Any, Any]", given_values: Mapping[str, Any]
) -> Any:
    if field.name in given_values:
        return given_values[field.name]
    if field.name in table.travel.computed:
        return table.travel.computed[field.name](given_values)
    return field.get_default()


def _damaged_message(table: DocTable, place: int, column: str) -> str:
    return _("Row %(row)d of “%(table)s” is damaged (%(column)s).") % {
        "row": place + 1,
        "table": table.name,
        "column": column or "–",
    }


def _value(
    table: DocTable,
    field: "models.Field[Any, Any]",
    value: Any,
    place: int,
    before: Mapping[str, Sequence[Any]],
) -> Any:
    """Raises ValidationError, NotADocumentError, KeyError, TypeError or ValueError."""
    related = field.related_model
    if related in BY_MODEL:
        if value is None and field.null:
            return None
        row_count = place if related is table.model else len(before[BY_MODEL[related].name])
        return _place(value, row_count)
    if shape := table.travel.players_in.get(field.name):
        row_count = len(before[BY_MODEL[Player].name])
        return map_players(shape, value, lambda place_: _place(place_, row_count))
    cleaned = _cleaned(field, value)
    if check := table.travel.checks.get(field.name):
        check(cleaned)
    return cleaned


def _place(value: Any, row_count: int) -> int:
    if type(value) is not int or not 0 <= value < row_count:
        raise ValueError("no such row")
    return value


def _cleaned(field: Any, value: Any) -> Any:
    """Returns the value as the column holds it. Raises ValidationError or ValueError; a number
    given as text is not a number."""
    if value is None and field.null:
        return None
    kinds = {
        models.JSONField: type(field.get_default()) if field.has_default() else dict | list,
        models.BooleanField: bool,
        models.FloatField: int | float,
        models.IntegerField: int,
    }
    kind = next((kind for field_type, kind in kinds.items() if isinstance(field, field_type)), str)
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise ValueError("another kind of value")
    if not all(abs(number) <= LARGEST_NUMBER for number in _numbers(value)):
        raise ValueError("a number too large to be added to others")
    if isinstance(field, models.JSONField):
        return value
    if isinstance(field, PhraseField) and str(value).startswith("["):
        storable_json(str(value).encode())  # or it is too deep to be read
    if (
        value == ""
        and isinstance(field, models.TextField | models.CharField)
        and (field.blank or isinstance(field, models.TextField))
    ):
        return value
    cleaned = field.clean(value, None)
    if (isinstance(cleaned, datetime) and cleaned.tzinfo is None) or "\0" in str(value):
        raise ValueError("no time zone, or no text")
    if isinstance(cleaned, date) and not FIRST_DAY.year <= cleaned.year <= LAST_DAY.year:
        raise ValueError("no time that every zone can tell")
    return cleaned


def _numbers(value: Any) -> Iterator[float]:
    """Yields all numbers in a value, however deep."""
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _numbers(part)
