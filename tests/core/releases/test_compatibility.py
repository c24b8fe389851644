"""A mix of releases that cannot work refuses to start, and says why; one that can, starts."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.core import database
from scorekeeper.core.releases import compatibility
from scorekeeper.core.releases.compatibility import OLDEST_COMPATIBLE, incompatibility
from scorekeeper.core.releases.models import Release
from scorekeeper.core.server.start import FAILED
from scorekeeper.extensions.operation.health.ages import versions
from scorekeeper.extensions.operation.health.models import Pulse
from tests.helpers.served import ROOT, environment

needs_database = pytest.mark.django_db(transaction=True)
NEWER = ("9.1.0", "9.0.0")
PROGRAMS = {
    "web": [sys.executable, "manage.py", "serve", "--bind", "127.0.0.1:0"],
    "worker": ["celery", "--quiet", "-A", "scorekeeper", "worker", "--concurrency", "1"],
    "beat": ["celery", "--quiet", "-A", "scorekeeper", "beat"],
    "play": [sys.executable, "manage.py", "play", "--no-demo", "--no-pocket"],
}


def migrated_by(version: str, oldest: str) -> None:
    Release.objects.create(version=version, oldest_compatible=oldest)


@needs_database
def test_older_code_works_on_newer_tables_that_allow_it() -> None:
    migrated_by("9.0.0", oldest=__version__)
    assert incompatibility() == ""
    call_command("migrate", verbosity=0)


@needs_database
def test_code_that_is_too_old_neither_starts_nor_migrates() -> None:
    migrated_by(*NEWER)
    assert "Version 9.1.0 migrated the database, and needs 9.0.0" in incompatibility()
    with pytest.raises(CommandError, match=r"needs 9\.0\.0"):
        call_command("migrate", verbosity=0)


@needs_database
def test_tables_that_older_programs_cannot_use_are_made_once_those_are_stopped() -> None:
    Release.objects.all().delete()
    migrated_by("0.9.0", oldest="0.9.0")
    with pytest.raises(CommandError, match=r"Version 0\.9\.0 .* Stop them"):
        call_command("migrate", verbosity=0)
    call_command("migrate", verbosity=0, stopped=True)
    call_command("migrate", verbosity=0)


@needs_database
def test_a_number_of_two_digits_is_the_newer_one() -> None:
    migrated_by("1.9.0", oldest="1.0.0")
    migrated_by("1.10.0", oldest="1.10.0")
    assert "needs 1.10.0" in incompatibility()


@needs_database
def test_new_code_does_not_start_on_older_tables() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("limits", "0001_first_release")
    try:
        assert "older than Scorekeeper" in incompatibility()
        assert incompatibility(is_to_migrate=True) == ""
    finally:
        recorder.record_applied("limits", "0001_first_release")
        assert not database.is_behind()  # which is remembered


@needs_database
def test_migrate_records_the_release_once() -> None:
    for _time in "ab":
        call_command("migrate", verbosity=0)
    row = Release.objects.get()
    assert (row.version, row.oldest_compatible) == (__version__, OLDEST_COMPATIBLE)


@needs_database
def test_one_page_has_the_versions_of_all_programs() -> None:
    migrated_by("1.9.0", oldest="1.0.0")
    Pulse.objects.create(name="worker", at=timezone.now(), version="1.8.0")
    by_program = {"web": __version__, "worker": "1.8.0", "beat": "", "schema": "1.9.0"}
    assert versions() == by_program
    page = Client().get("/metrics").content.decode()
    for program, version in by_program.items():
        line = f'scorekeeper_version{{program="{program}",version="{version}"}} 1.0'
        assert line in page


def test_the_oldest_compatible_version_has_the_same_first_number() -> None:
    assert OLDEST_COMPATIBLE.split(".")[0] == __version__.split(".")[0]


# The programs themselves --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    env = environment(MODE="play", DATA_DIR=str(folder))
    subprocess.run(command, cwd=ROOT, env=env, check=True)
    return folder


def ended(program: str, folder: Path) -> tuple[int, str]:
    env = environment(MODE="play", DATA_DIR=str(folder), SHOW_QR="no")
    command = PROGRAMS[program]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def execute(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as opened:
        opened.isolation_level = None
        opened.execute(statement, values)


@pytest.mark.one_database
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.programs
def test_each_program_of_a_release_that_is_too_old_ends_with_a_sentence(
    site: Path, program: str
) -> None:
    row = (*NEWER, "2027-01-01 00:00:00")
    execute(site, "INSERT OR IGNORE INTO releases_release VALUES (?, ?, ?)", *row)
    code, text = ended(program, site)
    assert code == (1 if program == "play" else FAILED), text
    assert compatibility.TOO_OLD.format(version=__version__, newest="9.1.0", oldest="9.0.0") in text
    assert "Traceback" not in text
