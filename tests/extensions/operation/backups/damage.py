"""Ways to damage the file of a backup."""

import gzip
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from scorekeeper.extensions.operation.backups import archive
from tests.extensions.operation.backups.sites import Unpacked

Damage = Callable[[Path], object]


def cut_at(share: float) -> Damage:
    return lambda file: file.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])


def flipped_at(share: float) -> Damage:
    def damage(file: Path) -> None:
        content = bytearray(file.read_bytes())
        content[int((len(content) - 1) * share)] ^= 1
        file.write_bytes(content)

    return damage


def becoming(content: bytes) -> Damage:
    return lambda file: file.write_bytes(content)


def changed(change: Callable[[bytes], bytes]) -> Damage:
    return lambda file: file.write_bytes(change(file.read_bytes()))


def manifest_changed(change: Callable[[dict[str, Any]], object]) -> Damage:
    return lambda file: Unpacked.read(file).with_manifest(change).write(file)


def parts(change: Callable[[dict[str, bytes]], object]) -> Damage:
    def damage(file: Path) -> None:
        site = Unpacked.read(file)
        change(site.parts)
        site.write(file)

    return damage


def table(name: str, change: Callable[[bytes], bytes]) -> Damage:
    """In the manifest too, so that only the database can tell."""

    def damage(file: Path) -> None:
        site = Unpacked.read(file)
        site.with_table(name, change(site.parts[f"tables/{name}"])).write(file)

    return damage


def other_zip(file: Path) -> None:
    with ZipFile(file, "w") as content:
        content.writestr("holiday.jpg", b"a picture")


def other_zip_sealed(file: Path) -> None:
    Unpacked({"holiday.jpg": b"a picture"}).write(file)


def database(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as opened:
        opened.execute("CREATE TABLE clubs_club (id)")
    opened.close()


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def column_renamed(manifest: dict[str, Any]) -> None:
    [club] = [table for table in manifest["tables"] if table["name"] == "clubs_club"]
    club["columns"] = {f"{name}_x": kind for name, kind in club["columns"].items()}


def first_table(**values: Any) -> Damage:
    return manifest_changed(lambda manifest: manifest["tables"][0].update(values))


def first_secret(**values: Any) -> Damage:
    return manifest_changed(lambda manifest: manifest["secrets"][0].update(values))


def secret_renamed(name: str) -> Damage:
    """The part too, so that only its name is wrong."""

    def damage(file: Path) -> None:
        site = Unpacked.read(file)
        [secret, *_others] = site.manifest["secrets"]
        site.parts[f"secrets/{name}"] = site.parts.pop(f"secrets/{secret['name']}")
        site.with_manifest(lambda manifest: manifest["secrets"][0].update(name=name)).write(file)

    return damage


def table_renamed(name: str) -> Damage:
    def damage(file: Path) -> None:
        site = Unpacked.read(file)
        [table, *_others] = site.manifest["tables"]
        site.parts[f"tables/{name}"] = site.parts.pop(f"tables/{table['name']}")
        site.with_manifest(lambda manifest: manifest["tables"][0].update(name=name)).write(file)

    return damage


WAYS: Final[dict[str, Damage]] = {
    **{f"cut at {share:.0%}": cut_at(share) for share in (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)},
    "one byte lost": changed(lambda content: content[:-1]),
    "the digest lost": changed(lambda content: content[: -archive.SEAL]),
    "the first byte lost": changed(lambda content: content[1:]),
    **{f"a bit at {place / 14:.0%}": flipped_at(place / 14) for place in range(15)},
    "a byte more": changed(lambda content: content + b"\n"),
    "a byte before": changed(lambda content: b"\n" + content),
    "twice": changed(lambda content: content * 2),
    "line ends changed": changed(lambda content: content.replace(b"\n", b"\r\n")),
    "packed": changed(gzip.compress),
    "no file": Path.unlink,
    "a folder": folder,
    "empty": becoming(b""),
    "one byte": becoming(b"P"),
    "zeros": becoming(bytes(5000)),
    "a text": becoming(b"Dear operator, " * 100),
    "a digest of nothing": becoming(b"0" * 64),
    "another ZIP": other_zip,
    "another ZIP with its digest": other_zip_sealed,
    "a database": database,
    "no manifest": parts(lambda all_parts: all_parts.pop(archive.MANIFEST)),
    "a manifest that is no JSON": parts(lambda p: p.update({archive.MANIFEST: b"{"})),
    "a manifest that is a list": parts(lambda p: p.update({archive.MANIFEST: b"[]"})),
    "a part lost": parts(lambda all_parts: all_parts.pop("tables/play_hand")),
    "a part more": parts(lambda all_parts: all_parts.update({"tables/more": b""})),
    "a part changed": parts(lambda p: p.update({"tables/clubs_club": b"1\n"})),
    "another format": manifest_changed(
        lambda manifest: manifest.update(format="scorekeeper backup 2")
    ),
    "no version": manifest_changed(lambda manifest: manifest.pop("program")),
    "a number as a version": manifest_changed(lambda manifest: manifest.update(program=1)),
    "a field more": manifest_changed(lambda manifest: manifest.update(more=1)),
    "a later migration": manifest_changed(
        lambda manifest: manifest["migrations"].append("play.0009_later")
    ),
    "a migration without an app": manifest_changed(
        lambda manifest: manifest["migrations"].append("later")
    ),
    "no tables": manifest_changed(lambda manifest: manifest.pop("tables")),
    "a table without a name": manifest_changed(lambda manifest: manifest["tables"][0].pop("name")),
    "a table without columns": first_table(columns=[]),
    "another count of rows": first_table(rows=7),
    "another digest": first_table(sha256="0" * 64),
    "a secret outside its folder": first_secret(name="../secret_key"),
    "a secret anywhere": first_secret(name="/etc/passwd"),
    "the database as a secret": secret_renamed("scorekeeper.sqlite3"),
    "a table that ends its name": table_renamed('play_hand" DEFAULT VALUES; --"'),
    "a column that nobody has": manifest_changed(column_renamed),
    "a row cut short": table("clubs_club", lambda rows: rows.split(b"\t")[0] + b"\n"),
    "a row twice": table("clubs_club", lambda rows: rows * 2),
    "rows that belong to nothing": table("clubs_club", lambda _rows: b""),
    "bytes that are no text": table("clubs_club", lambda rows: rows.replace(b"Tab", b"\xff\xfe")),
}
