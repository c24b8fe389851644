"""The sessions of a document, each by itself: to compare one, or to import some and not others."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from typing import Any, TypeAlias

from django.db.models import Field
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Happening, Membership, Player, Session, Signature
from scorekeeper.core.travel import map_players, players_in
from scorekeeper.extensions.exchange.group_file.incoming.held_within import (
    Rows,
    whole_holders,
    with_plain_sessions,
)
from scorekeeper.extensions.exchange.group_file.incoming.reading import Document, NotADocumentError
from scorekeeper.extensions.exchange.group_file.tables import (
    BY_MODEL,
    TABLES,
    DocTable,
    table_behind,
)

TableColumn: TypeAlias = "Field[Any, Any]"


def session_places(document: Document) -> dict[str, list[int | None]]:
    """Returns by table the session of each row, by its row number; None where the row belongs to
    the group. Raises NotADocumentError."""
    places: dict[str, list[int | None]] = {}
    for table in TABLES:
        rows = document.rows.get(table.name, ())
        own_places = places[table.name] = list[int | None]()
        for place, row in enumerate(rows):
            if table.model is Session:
                own_places.append(place)
            else:
                own_places.append(
                    None if table.travel.group_only else _session_place(table, place, row, places)
                )
    return places


def _session_place(
    table: DocTable, place: int, row: Sequence[Any], places: Mapping[str, list[int | None]]
) -> int | None:
    sessions = {
        places[referenced.name][value]
        for field, value in zip(table.fields, row, strict=True)
        if value is not None and (referenced := table_behind(field))
    } - {None}
    if len(sessions) > 1:
        text = _("Row %(row)d of “%(table)s” belongs to two sessions.")
        raise NotADocumentError(text % {"row": place + 1, "table": table.name})
    return next(iter(sessions), None)


def select_rows(document: Document, codes: Set[str], *, everything: bool) -> Rows:
    """Returns the rows of these sessions, those between two of them, those that hold them together,
    and the players and devices they name; with ``everything`` all rows. Raises
    NotADocumentError."""
    places = session_places(document)
    wanted = {place for place, code in enumerate(document.sessions) if code in codes}
    rows: Rows = {
        table.name: {
            place: row
            for place, row in enumerate(document.rows.get(table.name, ()))
            if everything or places[table.name][place] in wanted
        }
        for table in TABLES
    }
    if not everything:
        rows |= _carries_between(document, wanted) | whole_holders(document, wanted)
        rows = _with_named(document, rows)
    return with_plain_sessions(rows)


def _carries_between(document: Document, wanted: Set[int]) -> Rows:
    """Returns debts carried from one of these sessions to another."""
    ends = zip(
        *(document.column("carries", f"{end}_session") for end in ("from", "to")), strict=True
    )
    carries = {place for place, sessions in enumerate(ends) if wanted >= set(sessions)}
    carry_of_row = document.column("carried", "carry")
    return {
        "carries": {place: document.rows["carries"][place] for place in sorted(carries)},
        "carried": {
            place: document.rows["carried"][place]
            for place, carry in enumerate(carry_of_row)
            if carry in carries
        },
    }


def _with_named(document: Document, rows: Rows) -> Rows:
    """Adds the players and devices that these rows name."""
    for model in (Membership, Signature, Player):  # players last: the others name some
        name, places = BY_MODEL[model].name, sorted(_referenced(model, rows))
        rows = rows | {name: {place: document.rows[name][place] for place in places}}
    return rows


def _referenced(model: Any, rows: Rows) -> set[int]:
    places: set[int] = set()
    for table in TABLES:
        for row in rows[table.name].values():
            for field, value in zip(table.fields, row, strict=True):
                if field.related_model is model and value is not None:
                    places.add(value)
                elif model is Player and (shape := table.travel.players_in.get(field.name)):
                    places |= players_in(shape, value)
    return places


# Comparing -----------------------------------------------------------------------------------


def contents_by_session(document: Document) -> dict[str, Any]:
    """Returns by session code all that was played and paid in it, independent of keys: players by
    name, devices in order of appearance, other rows by their number within the session. Version and
    activity differ by server and are left out. Raises NotADocumentError."""
    places = session_places(document)
    within: dict[str, dict[int, int]] = {table.name: {} for table in TABLES}
    devices: dict[int, dict[int, int]] = defaultdict(dict)
    parts: dict[int, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for table in TABLES:
        for place, row in enumerate(document.rows.get(table.name, ())):
            session = places[table.name][place]
            if session is not None and table.model is not Happening:
                part_rows = parts[session][table.name]
                within[table.name][place] = len(part_rows)
                known = within | {BY_MODEL[Membership].name: devices[session]}
                part_rows.append(
                    [
                        _portable_value(document, known, table, field, value)
                        for field, value in zip(table.fields, row, strict=True)
                        if field.name not in _not_compared(table)
                    ]
                )
    return {document.sessions[session]: dict(part) for session, part in parts.items()}


def _not_compared(table: DocTable) -> Collection[str]:
    """Returns columns that older documents lack, computed by ``play.replays.results``."""
    newer = table.travel.newer_columns
    return (*newer, "version") if table.model is Session else newer


def _portable_value(
    document: Document,
    within: Mapping[str, dict[int, int]],
    table: DocTable,
    field: TableColumn,
    value: Any,
) -> Any:
    referenced = table_behind(field)
    if shape := table.travel.players_in.get(field.name):
        return map_players(shape, value, document.players.__getitem__)
    if referenced is None or value is None:
        return value
    if referenced.model is Player:
        return document.players[value]
    if referenced.model is Membership:
        devices = within[referenced.name]
        return devices.setdefault(value, len(devices))
    if referenced.model is Signature:
        return document.signatures[value]
    return within[referenced.name].get(value)
