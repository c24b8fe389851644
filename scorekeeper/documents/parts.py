"""The nights of a document, each for itself: to compare one, or to take in some and not others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, TypeAlias

from django.db.models import Field
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Happening, Membership, Player, Session, Signature
from scorekeeper.documents.reading import NotADocumentError, Read
from scorekeeper.documents.tables import BY_MODEL, TABLES, DocTable, players_named, table_behind

TableColumn: TypeAlias = "Field[Any, Any]"

Rows = dict[str, dict[int, Sequence[Any]]]
"""By table and place."""


def nights_of(told: Read) -> dict[str, list[int | None]]:
    """By table: for each row the place of its night; None where it belongs to the club. Raises
    NotADocumentError."""
    found: dict[str, list[int | None]] = {}
    for table in TABLES:
        rows = told.rows.get(table.name, ())
        mine = found[table.name] = list[int | None]()
        for place, row in enumerate(rows):
            if table.model is Session:
                mine.append(place)
            else:
                mine.append(None if table.of_club_only else _night(table, place, row, found))
    return found


def _night(
    table: DocTable, place: int, row: Sequence[Any], found: Mapping[str, list[int | None]]
) -> int | None:
    nights = {
        found[there.name][value]
        for field, value in zip(table.fields, row, strict=True)
        if value is not None and (there := table_behind(field))
    } - {None}
    if len(nights) > 1:
        text = _("Row %(row)d of “%(table)s” belongs to two sessions.")
        raise NotADocumentError(text % {"row": place + 1, "table": table.name})
    return next(iter(nights), None)


def selected(told: Read, codes: Set[str], *, everything: bool) -> Rows:
    """The rows of these nights, what stands between two of them, and the players and phones they
    name; with ``everything`` all. Raises NotADocumentError."""
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
    return rows if everything else _named(told, rows | _between(told, wanted))


def _between(told: Read, wanted: Set[int]) -> Rows:
    """Debts taken along from one of these nights to another of them."""
    ends = zip(*(told.column("carries", f"{end}_session") for end in ("from", "to")), strict=True)
    carries = {place for place, nights in enumerate(ends) if wanted >= set(nights)}
    of = told.column("carried", "carry")
    return {
        "carries": {place: told.rows["carries"][place] for place in sorted(carries)},
        "carried": {
            at: told.rows["carried"][at] for at, carry in enumerate(of) if carry in carries
        },
    }


def _named(told: Read, rows: Rows) -> Rows:
    """With the players and phones that these rows name."""
    members = _pointed_at(Membership, rows)
    kept = {place: told.rows["members"][place] for place in sorted(members)}
    signed = {at: told.rows["signatures"][at] for at in sorted(_pointed_at(Signature, rows))}
    rows = rows | {"members": kept, "signatures": signed}
    named = {at: told.rows["players"][at] for at in sorted(_pointed_at(Player, rows))}
    return rows | {"players": named}


def _pointed_at(model: Any, rows: Rows) -> set[int]:
    found: set[int] = set()
    for table in TABLES:
        for row in rows[table.name].values():
            for field, value in zip(table.fields, row, strict=True):
                if field.related_model is model and value is not None:
                    found.add(value)
                elif model is Player and field.name in table.players_in:
                    found |= players_named(table, field.name, value)
    return found


# Comparing -----------------------------------------------------------------------------------


def parts_of(told: Read) -> dict[str, Any]:
    """By the code of each night all that was played and paid in it, in words of its own: players by
    their names, phones in the order in which they stand in it, whoever holds them by now, other
    rows by their places within the night. How often it changed and what happened around it is of
    each server. Raises NotADocumentError."""
    of = nights_of(told)
    within: dict[str, dict[int, int]] = {table.name: {} for table in TABLES}
    phones: dict[int, dict[int, int]] = defaultdict(dict)
    parts: dict[int, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
    for table in TABLES:
        for place, row in enumerate(told.rows.get(table.name, ())):
            night = of[table.name][place]
            if night is not None and table.model is not Happening:
                mine = parts[night][table.name]
                within[table.name][place] = len(mine)
                known = within | {BY_MODEL[Membership].name: phones[night]}
                mine.append([_own(told, known, *cell) for cell in _cells(table, row)])
    return {told.nights[night]: dict(part) for night, part in parts.items()}


def _cells(table: DocTable, row: Sequence[Any]) -> Iterator[tuple[DocTable, TableColumn, Any]]:
    """Without what documents of before lack: it is worked out from the hands (``play.results``)."""
    for field, value in zip(table.fields, row, strict=True):
        if (table.model, field.name) != (Session, "version") and field.name not in table.later:
            yield table, field, value


def _own(
    told: Read,
    within: Mapping[str, dict[int, int]],
    table: DocTable,
    field: TableColumn,
    value: Any,
) -> Any:
    there = table_behind(field)
    if field.name in table.players_in:
        return table.players_in[field.name](value, told.players.__getitem__)
    if there is None or value is None:
        return value
    if there.model is Player:
        return told.players[value]
    if there.model is Membership:
        phones = within[there.name]
        return phones.setdefault(value, len(phones))
    if there.model is Signature:
        return told.signatures[value]
    return within[there.name].get(value)
