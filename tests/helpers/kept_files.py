"""Files of statements in a folder of the test."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def keep_files(tmp_path: Path, settings: Any) -> Callable[..., Path]:
    """``keep_files()`` has files kept in a folder of this test, by a storage of your choice."""

    def choose(
        backend: str = "django.core.files.storage.FileSystemStorage",
        folder: Path = tmp_path / "files",
    ) -> Path:
        kept = {"BACKEND": backend, "OPTIONS": {"location": str(folder)}}
        settings.STORAGES = settings.STORAGES | {"default": kept}
        return folder

    return choose


@pytest.fixture(autouse=True)
def files(keep_files: Callable[..., Path]) -> Path:
    """The folder that statements of this test are kept in."""
    return keep_files()
