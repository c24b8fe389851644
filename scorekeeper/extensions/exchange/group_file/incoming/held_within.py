"""Sessions that rows of an extension hold together, such as a tournament: they are imported with
these rows if all of them are new. Else they are sessions like any other, so that nothing of them is
out of sight."""

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Any, Final

from django.conf import settings

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.exchange.group_file.incoming.reading import Document
from scorekeeper.extensions.exchange.group_file.tables import (
    BY_MODEL,
    BY_NAME,
    TABLES,
    DocTable,
    table_behind,
)

Rows = dict[str, dict[int, Sequence[Any]]]
"""The keys are tables and row numbers."""
SESSIONS: Final = BY_MODEL[Session]
HOLDERS: Final = {
    kind.key: BY_NAME[kind.table]
    for kind in settings.EXTENSIONS.session_kinds.values()
    if kind.table
}
"""The keys are kinds of sessions, the values the tables whose rows make them one."""


def _parents() -> dict[str, tuple[int, DocTable] | None]:
    """Returns by name the tables of such rows, each with the column that names the row above it in
    its table; None for a holder."""
    found: dict[str, tuple[int, DocTable] | None] = {}
    for table in TABLES:
        if table in HOLDERS.values():
            found[table.name] = None
        elif way := table.travel.of.partition("__")[0]:
            place = table.columns.index(way)
            above = table_behind(table.fields[place])
            if above is not None and above.name in found:
                found[table.name] = place, above
    return found


PARENTS: Final = _parents()


def whole_holders(document: Document, wanted: Set[int]) -> Rows:
    """Returns the rows that hold only sessions that are among these."""
    owners = _owners(document)
    used = _sessions_used(document, owners)
    whole = {owner for owner, sessions in used.items() if sessions <= wanted}
    return {
        name: {
            place: row
            for place, row in enumerate(document.rows.get(name, ()))
            if owners[name][place] in whole
        }
        for name in PARENTS
    }


def count_parted(document: Document, rows: Mapping[str, Mapping[int, Any]]) -> int:
    """Counts the holders of which only sessions are among these rows."""
    used = _sessions_used(document, _owners(document))
    imported = set(rows[SESSIONS.name])
    return sum(
        bool(sessions & imported) and place not in rows[name]
        for (name, place), sessions in used.items()
    )


Owner = tuple[str, int]
"""The table of a holder, and its row number."""


def _owners(document: Document) -> dict[str, list[Owner]]:
    """Returns by table the holder of each row."""
    owners: dict[str, list[Owner]] = {}
    for name, parent in PARENTS.items():
        rows = document.rows.get(name, ())
        if parent is None:
            owners[name] = [(name, place) for place in range(len(rows))]
        else:
            column, above = parent
            owners[name] = [owners[above.name][row[column]] for row in rows]
    return owners


def _sessions_used(document: Document, owners: Mapping[str, list[Owner]]) -> dict[Owner, set[int]]:
    """Returns the sessions of each holder, such as a tournament's day and its tables."""
    used: dict[Owner, set[int]] = defaultdict(set)
    for name in PARENTS:
        columns = [i for i, f in enumerate(BY_NAME[name].fields) if f.related_model is Session]
        for owner, row in zip(owners[name], document.rows.get(name, ()), strict=True):
            used[owner].update(row[column] for column in columns if row[column] is not None)
    return used


def with_plain_sessions(rows: Rows) -> Rows:
    """Returns the rows; sessions whose holder is not among them are ordinary, and part of none."""
    holding = {
        kind: {row[table.columns.index("session")] for row in rows.get(table.name, {}).values()}
        for kind, table in HOLDERS.items()
    }
    days: set[int] = set().union(*holding.values())
    kind, part_of = (SESSIONS.columns.index(name) for name in ("kind", "part_of"))
    sessions: dict[int, Sequence[Any]] = {}
    for place, row in rows[SESSIONS.name].items():
        values = list(row)
        if place not in holding.get(values[kind], {place}):
            values[kind] = ""
        values[part_of] = values[part_of] if values[part_of] in days else None
        sessions[place] = values
    return rows | {SESSIONS.name: sessions}
