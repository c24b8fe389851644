"""A group, or one session of it, as one document.

::

{"document": "scorekeeper club", "version": 1, "club": {"code": …, "name": …, …}, "tables":
{"players": {"columns": ["name", …], "rows": [["Asha", …], …]}, …}, "digest": "…"}

``docs/group-file.md`` describes it for others. The same group gives the same bytes, here and
wherever the document was imported: it has no clock and no server key in it.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization.field import PhraseField
from scorekeeper.core.travel import map_players
from scorekeeper.extensions.exchange.group_file.tables import (
    BY_MODEL,
    CLUB,
    TABLES,
    DocTable,
    Extent,
)

GROUP: Final = "scorekeeper club"
SESSION: Final = "scorekeeper session"
VERSION: Final = 1
PlacesByKey = dict[type[models.Model], dict[int, int]]
"""By model: the row number of each key."""


def document(scope: Extent) -> dict[str, Any]:
    """Reads the document in one view of the database."""
    with one_view():
        content = {
            "document": SESSION if scope.session else GROUP,
            "version": VERSION,
            "club": _club(scope.club),
            "tables": _tables(scope),
        }
    return content | {"digest": digest(content)}


def _club(club: Club) -> dict[str, Any]:
    """``points_only`` is written where it is on, so that other groups' files stay as they were."""
    columns = {name: plain(getattr(club, name)) for name in CLUB.columns}
    return {name: value for name, value in columns.items() if name != "points_only" or value}


def text(content: Mapping[str, Any]) -> str:
    """Returns the document as it is in a file."""
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(content: Mapping[str, Any]) -> str:
    """Returns the digest of everything but the digest itself."""
    digested = {name: value for name, value in content.items() if name != "digest"}
    return hashlib.sha256(text(digested).encode()).hexdigest()


def _tables(scope: Extent) -> dict[str, Any]:
    places: PlacesByKey = {}
    return {
        table.name: {"columns": table.columns, "rows": list(_rows(table, scope, places))}
        for table in TABLES
        if not (table.travel.group_only and scope.session)
    }


def _rows(table: DocTable, scope: Extent, places: PlacesByKey) -> Iterator[list[Any]]:
    rows = table.model._base_manager.filter(table.rows(scope)).order_by("pk").distinct()
    places[table.model] = own_places = {}
    names = ["pk", *(field.attname for field in table.fields)]
    listed: Iterable[tuple[Any, ...]] = rows.values_list(*names)
    if own := next((f for f in table.fields if f.related_model is table.model), None):
        listed = _referred_first(list(listed), names.index(own.attname))
    for index, (pk, *values) in enumerate(listed):
        own_places[pk] = index
        row = dict(zip(names[1:], values, strict=True))
        filled = table.travel.filled_from.items()
        row |= {name: row[other] for name, other in filled if row[name] is None}
        if table.model is Session and scope.session:
            row |= _by_itself(row["kind"])
        yield [
            _value_in_document(table, field, row[field.attname], places) for field in table.fields
        ]


def _by_itself(kind: str) -> dict[str, Any]:
    """Returns what a session is outside of its group: part of no other, and an ordinary one if its
    kind needs rows that only a group's file has."""
    declared = settings.EXTENSIONS.session_kinds.get(kind)
    return {"part_of_id": None, "kind": "" if declared and declared.table else kind}


def _referred_first(rows: Sequence[tuple[Any, ...]], own: int) -> list[tuple[Any, ...]]:
    """Returns the rows in their order, but those that another of them refers to before it. ``own``:
    the column in which they do."""
    by_pk, ordered = {row[0]: row for row in rows}, dict[int, tuple[Any, ...]]()
    for row in rows:
        chain = [row]
        while (next_row := by_pk.get(chain[-1][own])) and next_row not in chain:
            chain.append(next_row)
        for referred in reversed(chain):
            ordered.setdefault(referred[0], referred)
    return list(ordered.values())


def _value_in_document(
    table: DocTable, field: "models.Field[Any, Any]", value: Any, places: PlacesByKey
) -> Any:
    if value is None:
        return None
    if field.related_model in BY_MODEL:
        return places[field.related_model][value]
    if shape := table.travel.players_in.get(field.name):
        return map_players(shape, value, places[Player].__getitem__)
    return field.get_prep_value(value) if isinstance(field, PhraseField) else plain(value)


def plain(value: Any) -> Any:
    """Returns times as ISO 8601 in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value
