"""A backup or a restore is killed outright, at ten points of its way: no half of it counts."""

import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from scorekeeper.core.server.subprocesses import Child, stop
from scorekeeper.extensions.operation.backups import making, scratch
from scorekeeper.extensions.operation.backups.archive import Reader
from scorekeeper.extensions.operation.backups.models import Backup
from scorekeeper.extensions.operation.backups.selectors import newest_good
from tests.extensions.operation.backups.sites import everything, is_empty, play_some
from tests.helpers.databases import empty
from tests.helpers.served import ROOT, address_of_the_test_database, environment

pytestmark = [pytest.mark.programs, pytest.mark.django_db(transaction=True)]
POINTS = 10


@pytest.fixture
def site(data: Path) -> dict[str, str]:
    """The site of this test, to processes of its own."""
    return environment(MODE="play", DATA_DIR=str(data), DATABASE_URL=address_of_the_test_database())


def killed_at(seconds: float, site: dict[str, str], *arguments: str) -> bool:
    """Whether it was killed before it ended."""
    command = [sys.executable, "manage.py", *arguments]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    child = Child("command", command, {"cwd": ROOT, "env": site, **quiet})
    child.start()
    assert child.process is not None
    try:
        child.process.wait(seconds)
    except subprocess.TimeoutExpired:
        stop([child], seconds=-1)
        return True
    return False


def killed_ten_times(site: dict[str, str], *arguments: str) -> Iterator[None]:
    """At points from after the start of Python to the end of the command, as long as it takes here
    and now. A run that was over sooner counts for nothing."""
    began = time.monotonic()
    assert not killed_at(300, site, *arguments)
    whole = time.monotonic() - began
    killed = 0
    while killed < POINTS:
        yield
        if killed_at(whole * (killed + 1) / (POINTS + 1), site, *arguments):
            killed += 1
        else:
            whole *= 0.8
    yield


def schemas() -> list[str]:
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)", [scratch.PREFIX]
        )
        return [name for [name] in cursor.fetchall()]


def stored(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "backups").glob("*"))


def test_a_killed_backup_leaves_nothing_that_looks_good(
    data: Path, site: dict[str, str], played: dict[str, Any]
) -> None:
    for _run in killed_ten_times(site, "backup"):
        good = Backup.objects.filter(finished_at__isnull=False, error="")
        assert set(good.values_list("name", flat=True)) <= set(stored(data))
        for name in stored(data):  # whole, whether or not it was called good in time
            reader = Reader(data / "backups" / name)
            assert reader.manifest.rows == sum(map(len, played.values()))
    before = newest_good()
    assert not killed_at(300, site, "backup")
    after = newest_good()
    assert after is not None
    assert after != before
    assert schemas() == []
    assert [path.name for path in (data / "backup-work").iterdir()] == ["lock"]
    assert everything() == played


def test_a_killed_restore_leaves_the_site_empty_or_whole(
    site: dict[str, str], played: dict[str, Any], tmp_path: Path
) -> None:
    making.write(tmp_path / "site.zip")
    empty()
    for _run in killed_ten_times(site, "restore", str(tmp_path / "site.zip")):
        assert is_empty() or everything() == played
        empty()
    call_command("restore", str(tmp_path / "site.zip"), stdout=StringIO())
    assert everything() == played
    play_some()
