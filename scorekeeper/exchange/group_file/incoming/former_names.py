"""Names of tables, columns and values in files from before release 1.0, and what they are now."""

import re
from collections.abc import Mapping
from typing import Any, Final

FORMER_KINDS: Final = {"scorekeeper night": "scorekeeper session"}
FORMER_TABLES: Final = {
    "nights": "sessions",
    "book_lines": "imported_results",
    "book_imports": "spreadsheet_imports",
    "book_nights": "imported_sessions",
    "book_players": "imported_players",
}
FORMER_COLUMNS: Final = {
    "shows": "public_state",
    "from_book": "is_imported",
    "taken_back_at": "undone_at",
    "taken_back_by": "undone_by",
}
FORMER_ACTIVITY: Final = {
    "phone_taken_out": "device_removed",
    "book_in": "spreadsheet_imported",
    "book_out": "import_undone",
}
FORMER_VALUES: Final = {"phone": "device"}
"""Keys of an activity's values."""


def with_present_names(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the tables of a file from before 1.0 under their present names. Whatever is not
    shaped like a table stays as it is, for the checks that follow."""
    renamed = {FORMER_TABLES.get(name, name): _table(table) for name, table in tables.items()}
    _change(renamed.get("happenings"), "kind", _activity)
    _change(renamed.get("happenings"), "values", _values)
    _change(renamed.get("seasons"), "rules", _session_words)
    return renamed


def _table(table: Any) -> Any:
    if not isinstance(table, dict) or not isinstance(table.get("columns"), list):
        return table
    columns = [
        FORMER_COLUMNS.get(name, name) if isinstance(name, str) else name
        for name in table["columns"]
    ]
    return table | {"columns": columns}


def _change(table: Any, column: str, present: Any) -> None:
    """Replaces the values of one column, in place."""
    if not isinstance(table, dict) or column not in table.get("columns", ()):
        return
    place = table["columns"].index(column)
    for row in table.get("rows", ()):
        if isinstance(row, list) and len(row) > place:
            row[place] = present(row[place])


def _activity(kind: Any) -> Any:
    return FORMER_ACTIVITY.get(kind) or _session_words(kind) if isinstance(kind, str) else kind


def _values(values: Any) -> Any:
    if not isinstance(values, dict):
        return values
    return {FORMER_VALUES.get(key, key): value for key, value in values.items()}


def _session_words(value: Any) -> Any:
    """``night`` is ``session`` in keys and choices, however deep."""
    if isinstance(value, dict):
        return {_session_words(key): _session_words(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_session_words(part) for part in value]
    return (
        re.sub(r"(?<![a-z])night(?![a-z]{2})", "session", value)
        if isinstance(value, str)
        else value
    )
