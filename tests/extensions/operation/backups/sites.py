"""A site with something in it, and all that it holds, to compare."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import connection

from scorekeeper.core.database import one_view
from scorekeeper.extensions.operation.backups import archive, rows
from tests.helpers import factories as make

TRICKY = "Tab\tline\nreturn\r back\\slash \\N 🂡 ‘’"
HAND = make.pool_hand("Asha", Dev=43, Meera=10)
Parts = dict[str, bytes]


def play_some() -> None:
    club = make.club(TRICKY, currency="INR")
    table = make.session("points_rummy", make.NAMES[:3], club=club)
    make.play(table, HAND, HAND)
    make.play(make.session("paplu", make.NAMES[:3], club=club), HAND)


def everything() -> dict[str, list[Any]]:
    """All rows of all copied tables, as of one moment."""
    by_table = {}
    with one_view(), connection.cursor() as cursor:
        for model in rows.copied_models():
            names = ", ".join(map(connection.ops.quote_name, rows.columns(model)))
            cursor.execute(f'SELECT {names} FROM "{model._meta.db_table}"')
            by_table[model._meta.label] = sorted(cursor.fetchall(), key=repr)
    return by_table


def is_empty() -> bool:
    present = {label for label, contents in everything().items() if contents}
    return present <= rows.WRITTEN_BY_MIGRATE


@dataclass
class Unpacked:
    """A backup's parts, to be changed and sealed as if somebody had written it so."""

    parts: Parts

    @classmethod
    def read(cls, file: Path) -> "Unpacked":
        with ZipFile(file) as content:
            return cls({name: content.read(name) for name in content.namelist()})

    @property
    def manifest(self) -> dict[str, Any]:
        manifest: dict[str, Any] = json.loads(self.parts[archive.MANIFEST])
        return manifest

    def with_manifest(self, change: Callable[[dict[str, Any]], object]) -> "Unpacked":
        manifest = self.manifest
        change(manifest)
        return Unpacked({**self.parts, archive.MANIFEST: json.dumps(manifest).encode()})

    def with_table(self, name: str, content: bytes) -> "Unpacked":
        """And a manifest that agrees."""
        changed = Unpacked({**self.parts, f"tables/{name}": content})

        def agree(manifest: dict[str, Any]) -> None:
            [table] = [table for table in manifest["tables"] if table["name"] == name]
            table.update(sha256=sha256(content).hexdigest(), rows=content.count(b"\n"))

        return changed.with_manifest(agree)

    def write(self, file: Path) -> None:
        with ZipFile(file, "w", ZIP_DEFLATED) as content:
            for name, part in self.parts.items():
                content.writestr(name, part)
            content.comment = b"0" * archive.SEAL
        archive.seal(file)
