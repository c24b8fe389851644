"""``manage.py document_tables``: the tables of ``docs/group-file.md``, as models declare them.

``--write`` puts them into the page; a test fails while they are not there.
"""

from argparse import ArgumentParser
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scorekeeper.core.travel import AnyModel, Travel, declarations
from scorekeeper.extensions.exchange.group_file.tables import CLUB, TABLES, DocTable

PAGE = Path(settings.BASE_DIR) / "docs" / "group-file.md"
BEGIN, END = "<!-- tables -->\n", "<!-- /tables -->\n"


class Command(BaseCommand):
    help = "Print the tables of docs/group-file.md. Use --write to update the page."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="update the page")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        if not write:
            self.stdout.write(tables(), ending="")
            return
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def with_tables(page: str) -> str:
    """Returns the page with the tables as they should be."""
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    assert begin and end, f"The page needs two lines: {BEGIN.strip()} and {END.strip()}"
    return before + begin + tables() + end + after


def tables() -> str:
    """In Markdown."""
    headings = ("table", "columns", "of these not on a device", "on a device besides")
    rows = [headings, ("---",) * 4, *map(_table_row, (CLUB, *TABLES))]
    rows += [
        (f"`{model.__name__}`", "–", "", _listed(_on_device(model, travel)))
        for model, travel in declarations().items()
        if travel.on_device
    ]
    out = [("not in it", "why"), ("---",) * 2, *_left_out()]
    return "\n".join("".join(f"| {' | '.join(row)} |\n" for row in part) for part in (rows, out))


def _table_row(table: DocTable) -> tuple[str, ...]:
    if reason := table.travel.device_reason:
        return f"`{table.name}`", _listed(table.columns), f"all: {reason}", ""
    there = _on_device(table.model, table.travel)
    only_in_file = [name for name in table.columns if name not in there]
    more = [name for name in there if name not in (*table.columns, "club")]
    return f"`{table.name}`", _listed(table.columns), _listed(only_in_file), _listed(more)


def _on_device(model: AnyModel, travel: Travel) -> list[str]:
    """Returns the columns of a device's snapshot, but for the key."""
    hidden = travel.left_out.keys() | travel.not_on_device.keys()
    columns = (column for column in model._meta.concrete_fields if not column.primary_key)
    return [column.name for column in columns if column.name not in hidden]


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _left_out() -> Iterator[tuple[str, ...]]:
    """Yields each model and column that is in no file, with the reason."""
    for model, travel in declarations().items():
        if travel.stays:
            yield f"`{model.__name__}`", travel.stays
        for name, reason in {**travel.left_out, **travel.not_in_file}.items():
            yield f"`{travel.table}`.`{name}`", reason
