"""Files of several sheets as one ZIP: packed while it is sent, laid down nowhere, and the same
bytes for the same sheets."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scorekeeper.statements.models import Statement
from scorekeeper.statements.naming import safe

PIECE: Final = 64 * 1024
OF_UNIX: Final = 3
READABLE: Final = 0o100644 << 16


@dataclass(frozen=True, slots=True)
class Packed:
    """A file and its name in the ZIP: flat, with a number in front, so that no two are alike, none
    leads out of the folder it is unpacked in, and none means something to a system."""

    name: str
    file: IO[bytes]


def open_files(sheet: Statement, number: int, title: str) -> list[Packed]:
    """The PDF and the CSV of a sheet. Raises FileNotFoundError."""
    stem = f"{number:02d} {safe(title)}".strip()
    return [
        Packed(f"{stem}.pdf", sheet.file.open("rb")),
        Packed(f"{stem}.csv", sheet.table.open("rb")),
    ]


class _Pipe(io.RawIOBase):
    """Holds what was written until it is taken."""

    def __init__(self) -> None:
        self.held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, given: Any) -> int:
        self.held += given
        return len(given)

    def taken(self) -> bytes:
        held = bytes(self.held)
        self.held.clear()
        return held


def zipped(files: Iterable[Packed], on: date) -> Iterator[bytes]:
    """Piece after piece; every file is dated ``on``, and closed when it is packed."""
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED, compresslevel=1) as whole:
        for packed in files:
            with packed.file as source, whole.open(_entry(packed.name, on), "w") as target:
                while piece := source.read(PIECE):
                    target.write(piece)
                    yield pipe.taken()
            yield pipe.taken()
    yield pipe.taken()


def _entry(name: str, on: date) -> ZipInfo:
    entry = ZipInfo(name, (max(on.year, 1980), on.month, on.day, 0, 0, 0))
    entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, OF_UNIX, READABLE
    return entry
