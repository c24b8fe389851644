"""A club, or a night of it, as one document.

::

    {"document": "scorekeeper club", "version": 1, "club": {"code": …, "name": …, …},
     "tables": {"players": {"columns": ["name", …], "rows": [["Asha", …], …]}, …},
     "digest": "…"}

``docs/document.md`` says it for others. The same club gives the same bytes, here and wherever the
document was taken in: no clock and no key of a server is in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

from django.db import models

from scorekeeper.clubs.models import Player
from scorekeeper.documents.tables import BY_MODEL, OF_CLUB, TABLES, DocTable, Extent
from scorekeeper.serving.one_view import one_view
from scorekeeper.wording.field import PhraseField

CLUB: Final = "scorekeeper club"
NIGHT: Final = "scorekeeper night"
VERSION: Final = 1
KeyPlaces = dict[type[models.Model], dict[int, int]]
"""By model: the place of each key."""


def document(scope: Extent) -> dict[str, Any]:
    """Read as of one moment."""
    with one_view():
        told = {
            "document": NIGHT if scope.night else CLUB,
            "version": VERSION,
            "club": {name: plain(getattr(scope.club, name)) for name in OF_CLUB},
            "tables": _tables(scope),
        }
    return told | {"digest": digest(told)}


def text(told: Mapping[str, Any]) -> str:
    """As it stands in a file."""
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest(told: Mapping[str, Any]) -> str:
    """Of everything but the digest itself."""
    sealed = {name: value for name, value in told.items() if name != "digest"}
    return hashlib.sha256(text(sealed).encode()).hexdigest()


def _tables(scope: Extent) -> dict[str, Any]:
    places: KeyPlaces = {}
    return {
        table.name: {"columns": table.columns, "rows": list(_rows(table, scope, places))}
        for table in TABLES
        if not (table.of_club_only and scope.night)
    }


def _rows(table: DocTable, scope: Extent, places: KeyPlaces) -> Iterator[list[Any]]:
    found = table.model._base_manager.filter(table.rows(scope)).order_by("pk").distinct()
    places[table.model] = mine = {}
    names = ["pk", *(field.attname for field in table.fields)]
    for place, (pk, *values) in enumerate(found.values_list(*names)):
        mine[pk] = place
        row = dict(zip(names[1:], values, strict=True))
        row |= {name: row[other] for name, other in table.filled.items() if row[name] is None}
        yield [_told(table, field, row[field.attname], places) for field in table.fields]


def _told(table: DocTable, field: models.Field[Any, Any], value: Any, places: KeyPlaces) -> Any:
    if value is None:
        return None
    if field.related_model in BY_MODEL:
        return places[field.related_model][value]
    if field.name in table.players_in:
        return table.players_in[field.name](value, places[Player].__getitem__)
    return field.get_prep_value(value) if isinstance(field, PhraseField) else plain(value)


def plain(value: Any) -> Any:
    """Times as ISO 8601 in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date) else value
