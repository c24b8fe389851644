"""A damaged, truncated, empty or foreign file is refused, and the site stays as empty as it was."""

from pathlib import Path

import pytest

from scorekeeper.extensions.operation.backups import restoring
from scorekeeper.extensions.operation.backups.archive import BackupError
from tests.extensions.operation.backups.damage import WAYS
from tests.extensions.operation.backups.sites import is_empty


def test_there_are_fifty_ways() -> None:
    assert len(WAYS) >= 50


@pytest.fixture
def kept(data: Path) -> str:
    (data / "secret_key").write_text("the key of the new site")
    return "the key of the new site"


def is_refused(file: Path) -> bool:
    try:
        restoring.restore(file)
    except BackupError:
        return True
    return False


def test_each_is_refused_and_nothing_is_written(file: Path, data: Path, kept: str) -> None:
    whole = file.read_bytes()
    for way, damage in WAYS.items():
        bad = file.with_name("bad.zip")
        bad.write_bytes(whole)
        damage(bad)
        assert is_refused(bad), way
        assert is_empty(), way
        assert (data / "secret_key").read_text() == kept, way
        if bad.is_dir():
            bad.rmdir()
    restoring.restore(file)
    assert not is_empty()
