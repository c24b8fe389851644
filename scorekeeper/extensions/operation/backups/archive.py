"""The file of a backup: a ZIP of one text per table, the secrets, and a manifest of them all.

A table is what PostgreSQL's ``COPY`` writes, so a person can read it and load it without this
program. The last 64 bytes, the ZIP's comment, are the SHA-256 of all bytes before them: no byte can
change unnoticed. Nothing in here reads or writes a database.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

FORMAT: Final = "scorekeeper backup 1"
MANIFEST: Final = "manifest.json"
SECRETS: Final = frozenset({"secret_key", "authority/authority.crt", "authority/authority.key"})
"""Files below ``DATA_DIR`` that a backup may hold, and a restore writes."""
SEAL: Final = 64
"""Bytes of a SHA-256 in hexadecimal digits."""
BLOCK: Final = 1 << 20
BROKEN: Final = (
    *(BadZipFile, zlib.error, EOFError, OSError),
    *(KeyError, TypeError, ValueError, NotImplementedError, RuntimeError),
)
"""Errors from reading a damaged ZIP or manifest."""


class BackupError(Exception):
    """A sentence for the server admin."""


@dataclass(frozen=True)
class TablePart:
    name: str
    columns: dict[str, str]
    """By their names: which kind of value is in them (``rows.kind_of``)."""
    rows: int
    sha256: str

    @property
    def path(self) -> str:
        return f"tables/{self.name}"


@dataclass(frozen=True)
class SecretPart:
    name: str
    """Below ``DATA_DIR``."""
    sha256: str

    @property
    def path(self) -> str:
        return f"secrets/{self.name}"


Part = TablePart | SecretPart


@dataclass(frozen=True)
class Manifest:
    program: str
    """Version of Scorekeeper."""
    made_at: str
    database: str
    migrations: list[str]
    """Those that were applied, each as app and name with a dot between."""
    key: str
    """A digest of ``SECRET_KEY``, to know the key again."""
    tables: list[TablePart] = field(default_factory=list)
    secrets: list[SecretPart] = field(default_factory=list)
    format: str = FORMAT

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)


# Writing ----------------------------------------------------------------------------------------


class Writer:
    """One file, part after part; ``finish`` makes it whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.touch(mode=0o600)
        self._zip = ZipFile(path, "w", ZIP_DEFLATED, compresslevel=5)

    def add(self, path: str, blocks: Iterable[bytes]) -> tuple[str, int]:
        """Returns the SHA-256 and the number of lines."""
        digest, lines = hashlib.sha256(), 0
        with self._zip.open(path, "w", force_zip64=True) as part:
            for block in blocks:
                digest.update(block)
                lines += block.count(b"\n")
                part.write(block)
        return digest.hexdigest(), lines

    def finish(self, manifest: Manifest) -> None:
        self.add(MANIFEST, [json.dumps(asdict(manifest), indent=1).encode()])
        self._zip.comment = b"0" * SEAL
        self._zip.close()
        seal(self._path)

    def close(self) -> None:
        self._zip.close()


def seal(path: Path) -> None:
    """Writes the digest of the file over its last bytes."""
    digest = _digest(path)
    with path.open("r+b") as file:
        file.seek(-SEAL, 2)
        file.write(digest)


def _digest(path: Path) -> bytes:
    left = path.stat().st_size - SEAL
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while left > 0 and (block := file.read(min(BLOCK, left))):
            digest.update(block)
            left -= len(block)
    return digest.hexdigest().encode()


# Reading ----------------------------------------------------------------------------------------


class Reader:
    """A file that was looked through from its first byte to its last: it is whole, and each part is
    what the manifest says. Raises BackupError."""

    def __init__(self, path: Path) -> None:
        try:
            _check_seal(path)
            self._zip = ZipFile(path)
            with self._zip.open(MANIFEST) as file:
                self.manifest = _manifest(json.load(file))
            self._check_parts()
        except BROKEN as error:
            raise BackupError(f"{path} is no backup of Scorekeeper, or it is damaged.") from error

    def open(self, part: Part) -> IO[bytes]:
        return self._zip.open(part.path)

    def _check_parts(self) -> None:
        parts: list[Part] = [*self.manifest.tables, *self.manifest.secrets]
        if sorted(self._zip.namelist()) != sorted([MANIFEST, *(part.path for part in parts)]):
            raise ValueError("The manifest names other parts.")
        for part in parts:
            digest, lines = hashlib.sha256(), 0
            for block in self.blocks(part):
                digest.update(block)
                lines += block.count(b"\n")
            rows = part.rows if isinstance(part, TablePart) else lines
            if (digest.hexdigest(), lines) != (part.sha256, rows):
                raise ValueError(part.path)

    def blocks(self, part: Part) -> Iterator[bytes]:
        with self.open(part) as file:
            while block := file.read(BLOCK):
                yield block


def _check_seal(path: Path) -> None:
    with path.open("rb") as file:
        file.seek(-SEAL, 2)
        written = file.read()
    if written != _digest(path):
        raise ValueError("The digest of the file differs.")


def _manifest(content: dict[str, Any]) -> Manifest:
    if content["format"] != FORMAT:
        raise ValueError(content["format"])
    tables = [TablePart(**table) for table in content.pop("tables")]
    secrets = [SecretPart(**secret) for secret in content.pop("secrets")]
    if not all(isinstance(table.columns, dict) for table in tables):
        raise ValueError("A table has no columns.")
    if not all(name.isidentifier() for table in tables for name in (table.name, *table.columns)):
        raise ValueError("A table or a column has a name that no database of ours has.")
    if any(secret.name not in SECRETS for secret in secrets):
        raise ValueError("A file that is none of the secrets.")
    manifest = Manifest(**content, tables=tables, secrets=secrets)
    texts = [manifest.program, manifest.made_at, manifest.key, *manifest.migrations]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("Not a text.")
    if any("." not in name for name in manifest.migrations):
        raise ValueError("Not a migration.")
    return manifest
