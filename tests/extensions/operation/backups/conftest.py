"""A data folder of each test's own, so that processes of a run do not wait for one another."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.extensions.operation.backups import making
from tests.extensions.operation.backups.sites import everything, play_some
from tests.helpers.databases import empty


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Path:
    """Where this site keeps its files."""
    folder = tmp_path / "data"
    folder.mkdir()
    settings.DATA_DIR = folder
    settings.AUTHORITY_DIR = folder / "authority"
    (folder / "secret_key").write_text(settings.SECRET_KEY)
    options = {"location": str(folder / "backups"), "file_permissions_mode": 0o600}
    stored = {**settings.STORAGES["backups"], "OPTIONS": options}
    settings.STORAGES = {**settings.STORAGES, "backups": stored}
    return folder


@pytest.fixture
def file(transactional_db: None, tmp_path: Path) -> Path:
    """A backup of a site that is empty now."""
    play_some()
    path = tmp_path / "site.zip"
    making.write(path)
    empty()
    return path


@pytest.fixture
def played(transactional_db: None) -> dict[str, list[Any]]:
    """All rows of a site on which somebody played."""
    play_some()
    return everything()
