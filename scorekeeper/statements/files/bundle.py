"""Files of several statements as one ZIP: compressed while it is sent, stored nowhere, with the
same bytes for the same statements."""

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scorekeeper.statements.files.names import safe_name
from scorekeeper.statements.models import Statement

CHUNK: Final = 64 * 1024
UNIX: Final = 3
READABLE: Final = 0o100644 << 16


@dataclass(frozen=True, slots=True)
class ZipMember:
    """A file and its name in the ZIP: flat and numbered, so that names are unique, stay in the
    folder and mean nothing special to any system."""

    name: str
    file: IO[bytes]


def open_files(statement: Statement, number: int, title: str) -> list[ZipMember]:
    """Opens the PDF and CSV of a statement. Raises FileNotFoundError."""
    stem = f"{number:02d} {safe_name(title)}".strip()
    return [
        ZipMember(f"{stem}.pdf", statement.file.open("rb")),
        ZipMember(f"{stem}.csv", statement.table.open("rb")),
    ]


class _Pipe(io.RawIOBase):
    """Buffers what was written until it is taken."""

    def __init__(self) -> None:
        self.held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, chunk: Any) -> int:
        self.held += chunk
        return len(chunk)

    def take(self) -> bytes:
        held = bytes(self.held)
        self.held.clear()
        return held


def zipped(files: Iterable[ZipMember], day: date) -> Iterator[bytes]:
    """Yields the ZIP in chunks; every file is dated ``day``, and closed once it is compressed."""
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for member in files:
            with member.file as source, archive.open(_entry(member.name, day), "w") as target:
                while chunk := source.read(CHUNK):
                    target.write(chunk)
                    yield pipe.take()
            yield pipe.take()
    yield pipe.take()


def _entry(name: str, day: date) -> ZipInfo:
    entry = ZipInfo(name, (max(day.year, 1980), day.month, day.day, 0, 0, 0))
    entry.compress_type, entry.create_system, entry.external_attr = ZIP_DEFLATED, UNIX, READABLE
    return entry
