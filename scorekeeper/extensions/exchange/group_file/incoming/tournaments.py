"""The tournaments of a document. One is imported with its day and all its tables, or not at all:
then its day and its tables are sessions like any other, so that nothing of them is out of sight."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Any

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.exchange.group_file.incoming.reading import Document
from scorekeeper.extensions.exchange.group_file.tables import (
    BY_MODEL,
    BY_NAME,
    TABLES,
    DocTable,
    table_behind,
)
from scorekeeper.extensions.tournaments.extension import TOURNAMENT
from scorekeeper.extensions.tournaments.models import Tournament

NAMES = tuple(table.name for table in TABLES if table.model._meta.app_label == "tournaments")
DAY, SESSIONS = BY_MODEL[Tournament], BY_MODEL[Session]

Rows = dict[str, dict[int, Sequence[Any]]]
"""By table and row number."""


def whole_tournaments(document: Document, wanted: Set[int]) -> Rows:
    """Returns the rows of the tournaments that have their day and all tables among these
    sessions."""
    owners = _owners(document)
    whole = {day for day, used in _sessions_used(document, owners).items() if used <= wanted}
    return {
        name: {
            place: row
            for place, row in enumerate(document.rows.get(name, ()))
            if owners[name][place] in whole
        }
        for name in NAMES
    }


def count_parted(document: Document, rows: Mapping[str, Mapping[int, Any]]) -> int:
    """Counts the tournaments of which only sessions are among these rows."""
    used = _sessions_used(document, _owners(document))
    imported = set(rows["sessions"])
    return sum(
        bool(sessions & imported) and day not in rows[DAY.name] for day, sessions in used.items()
    )


def _owners(document: Document) -> dict[str, list[int]]:
    """Returns by table the tournament of each row, by its row number."""
    owners: dict[str, list[int]] = {}
    for name in NAMES:
        owners[name] = []
        for place, row in enumerate(document.rows.get(name, ())):
            owner = place
            if name != DAY.name:
                references = _references(BY_NAME[name], row)
                owner = next(owners[other][value] for other, value in references if other in owners)
            owners[name].append(owner)
    return owners


def _references(table: DocTable, row: Sequence[Any]) -> list[tuple[str, int]]:
    """Returns the tables and rows that a row names, in the order of its columns."""
    return [
        (behind.name, value)
        for field, value in zip(table.fields, row, strict=True)
        if value is not None and (behind := table_behind(field))
    ]


def _sessions_used(document: Document, owners: Mapping[str, list[int]]) -> dict[int, set[int]]:
    """Returns the sessions of each tournament: its day and its tables."""
    used: dict[int, set[int]] = defaultdict(set)
    for name in NAMES:
        for place, row in enumerate(document.rows.get(name, ())):
            for other, value in _references(BY_NAME[name], row):
                if other == SESSIONS.name:
                    used[owners[name][place]].add(value)
    return used


def with_plain_sessions(rows: Rows) -> Rows:
    """Returns the rows; sessions of a tournament that is not among them belong to none."""
    day_column = DAY.columns.index("session")
    days = {row[day_column] for row in rows.get(DAY.name, {}).values()}
    kind, part_of = (SESSIONS.columns.index(name) for name in ("kind", "part_of"))
    sessions: dict[int, Sequence[Any]] = {}
    for place, row in rows[SESSIONS.name].items():
        values = list(row)
        if values[kind] == TOURNAMENT.key and place not in days:
            values[kind] = ""
        values[part_of] = values[part_of] if values[part_of] in days else None
        sessions[place] = values
    return rows | {SESSIONS.name: sessions}
