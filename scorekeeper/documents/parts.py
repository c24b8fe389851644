"""The nights of a document, each for itself: to compare one, or to take in some and not others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from typing import Any

from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.documents.reading import Read
from scorekeeper.documents.tables import TABLES, DocTable, table_behind

Rows = dict[str, dict[int, Sequence[Any]]]
"""By table and place."""


def nights_of(told: Read) -> dict[str, list[int | None]]:
    """By table: for each row the place of its night; None where it belongs to the club."""
    found: dict[str, list[int | None]] = {}
    for table in TABLES:
        rows = told.rows.get(table.name, ())
        if table.model is Session:
            found[table.name] = list(range(len(rows)))
        elif table.of_club_only:
            found[table.name] = [None] * len(rows)
        else:
            found[table.name] = [_night(table, row, found) for row in rows]
    return found


def _night(
    table: DocTable, row: Sequence[Any], found: Mapping[str, list[int | None]]
) -> int | None:
    for field, value in zip(table.fields, row, strict=True):
        there = table_behind(field)
        if there and there is not table and value is not None:
            night: int | None = found[there.name][value]
            if night is not None:
                return night
    return None


def selected(told: Read, codes: Set[str], *, everything: bool) -> Rows:
    """The rows of these nights, and the players and phones they name; with ``everything`` all."""
    of = nights_of(told)
    wanted = {place for place, code in enumerate(told.nights) if code in codes}
    rows: Rows = {
        table.name: {
            place: row
            for place, row in enumerate(told.rows.get(table.name, ()))
            if everything or of[table.name][place] in wanted
        }
        for table in TABLES
    }
    return rows if everything else rows | _named(told, rows)


def _named(told: Read, rows: Rows) -> Rows:
    """Players and phones that these rows name."""
    members = _pointed_at(Membership, rows)
    kept = {place: told.rows["members"][place] for place in sorted(members)}
    players = _pointed_at(Player, rows | {"members": kept})
    return {"members": kept, "players": {at: told.rows["players"][at] for at in sorted(players)}}


def _pointed_at(model: Any, rows: Rows) -> set[int]:
    found: set[int] = set()
    for table in TABLES:
        for row in rows[table.name].values():
            for field, value in zip(table.fields, row, strict=True):
                if field.related_model is model and value is not None:
                    found.add(value)
                elif model is Player and field.name in table.players_in:
                    found |= _players_in(table, field.name, value)
    return found


def _players_in(table: DocTable, column: str, value: Any) -> set[int]:
    found: set[int] = set()

    def noted(at: int) -> int:
        found.add(at)
        return at

    table.players_in[column](value, noted)
    return found


# Comparing -----------------------------------------------------------------------------------


def parts_of(told: Read) -> dict[str, Any]:
    """By the code of each night all that belongs to it, in words of its own: players by their
    names, other rows by their places within the night."""
    of = nights_of(told)
    within: dict[str, dict[int, int]] = {table.name: {} for table in TABLES}
    parts: dict[int, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for table in TABLES:
        for place, row in enumerate(told.rows.get(table.name, ())):
            night = of[table.name][place]
            if night is not None:
                mine = parts[night][table.name]
                within[table.name][place] = len(mine)
                mine.append([_own(told, within, table, at, row) for at in range(len(row))])
    return {told.nights[night]: dict(part) for night, part in parts.items()}


def _own(
    told: Read,
    within: Mapping[str, Mapping[int, int]],
    table: DocTable,
    at: int,
    row: Sequence[Any],
) -> Any:
    field, value = table.fields[at], row[at]
    there = table_behind(field)
    names = told.column("players", "name")
    if field.name in table.players_in:
        return table.players_in[field.name](value, names.__getitem__)
    if there is None or value is None:
        return value
    if there.model is Player:
        return names[value]
    if there.model is Membership:
        player = told.column("members", "player")[value]
        return None if player is None else names[player]
    return within[there.name].get(value)
