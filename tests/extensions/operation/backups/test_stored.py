"""Where backups are stored, how long they stay, and when the next one is due."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from scorekeeper.extensions.operation.backups import services, tasks
from scorekeeper.extensions.operation.backups.archive import BackupError
from scorekeeper.extensions.operation.backups.models import Backup
from scorekeeper.extensions.operation.backups.selectors import newest_good, newest_stored
from tests.extensions.operation.backups.damage import WAYS
from tests.extensions.operation.backups.sites import everything, is_empty
from tests.helpers.buckets import object_storage
from tests.helpers.databases import empty
from tests.helpers.served import ROOT, address_of_the_test_database, environment

__all__ = ["object_storage"]

pytestmark = [pytest.mark.programs, pytest.mark.django_db(transaction=True)]


def manage(site: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=site, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_backup_goes_to_an_object_storage_and_comes_back(
    object_storage: dict[str, str], played: dict[str, Any], data: Path
) -> None:
    site = environment(
        MODE="play",
        DATA_DIR=str(data),
        DATABASE_URL=address_of_the_test_database(),
        BACKUP_STORAGE="storages.backends.s3.S3Storage",
        BACKUP_STORAGE_OPTIONS=json.dumps(object_storage),
    )
    manage(site, "backup")
    good = newest_good()
    assert good is not None
    assert not (data / "backups").exists()
    empty()
    assert f"{good.name}  " in manage(site, "backups")
    assert "not made by this site" in manage(site, "backups")
    manage(site, "restore", good.name)
    assert everything() == played


def test_a_storage_that_gives_back_something_else_is_not_trusted(
    played: dict[str, Any], data: Path
) -> None:
    (data / "backups").write_text("a file where the folder should be")
    with pytest.raises(BackupError, match="No backup was made"):
        services.back_up()
    assert newest_good() is None


def test_a_copy_that_differs_does_not_stay_in_the_storage(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = data / "draft.zip"
    draft.write_bytes(b"a backup")
    monkeypatch.setattr(services, "_stored_digest", lambda _name: b"of what came back")
    with pytest.raises(BackupError, match="another file"):
        services._store(draft, "site.zip")
    assert not services.storage().exists("site.zip")


def test_a_path_outside_of_the_storage_is_a_path(tmp_path: Path) -> None:
    missing = tmp_path / "elsewhere" / "site.zip"
    with services.fetched(str(missing)) as path:
        assert path == missing


def backup_of(started_at: datetime, **fields: Any) -> Backup:
    """Good, unless the fields say something else."""
    name = f"{started_at:{services.STORED_NAME}}"
    if fields.get("is_stored", True):
        services.storage().save(name, ContentFile(b"a backup"))
    values = {"name": name, "finished_at": started_at + timedelta(seconds=9), **fields}
    return Backup.objects.create(started_at=started_at, **values)


def test_seven_days_and_four_weeks_stay() -> None:
    last = datetime(2026, 11, 26, 21, tzinfo=UTC)  # a Thursday
    for day in range(60):
        backup_of(last - timedelta(days=day))
        backup_of(last - timedelta(days=day, hours=5))
    asked_for = backup_of(last - timedelta(days=50), is_stored=False, name="/elsewhere/site.zip")
    services.remove_old()
    stored_files = sorted(services.storage().listdir("")[1])
    days = [8, 15, 22, 20, 21, 23, 24, 25, 26]
    assert sorted(int(name[18:20]) for name in stored_files) == sorted(days)
    assert Backup.objects.count() == len(days) + 1
    assert Backup.objects.filter(pk=asked_for.pk).exists()


def test_a_file_of_a_backup_that_was_killed_goes_and_one_in_the_making_stays() -> None:
    now = timezone.now()
    killed = backup_of(now - timedelta(hours=7), finished_at=None)
    running = backup_of(now - timedelta(minutes=7), finished_at=None)
    services.remove_old()
    assert not services.storage().exists(killed.name)
    assert services.storage().exists(running.name)


def test_one_elsewhere_does_not_replace_that_of_the_day() -> None:
    elsewhere = timezone.now() - timedelta(hours=2)
    backup_of(elsewhere, is_stored=False, name="/elsewhere/site.zip")
    assert tasks.is_due()
    assert newest_good() and not newest_stored()


def test_a_backup_that_still_runs_is_no_error(data: Path, caplog: Any) -> None:
    with services.alone():
        tasks.daily.delay()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert not Backup.objects.exists()


@pytest.mark.parametrize(
    ("hours", "fields", "due"),
    [
        (None, {}, True),
        (23, {}, False),
        (24, {}, True),
        (0.5, {"error": "no room"}, False),
        (1.5, {"error": "no room"}, True),
        (0.5, {"finished_at": None}, False),
        (1.5, {"finished_at": None}, True),
    ],
)
def test_one_is_due_once_a_day_and_an_hour_after_one_that_failed(
    hours: float | None, fields: dict[str, Any], due: bool
) -> None:
    if hours is not None:
        backup_of(timezone.now() - timedelta(hours=hours), **fields)
    assert tasks.is_due() is due


def test_the_task_makes_one_a_day_where_the_site_wants_it(
    settings: Any, played: dict[str, Any]
) -> None:
    assert tasks.daily.name in settings.CELERY_BEAT_SCHEDULE
    settings.BACKUPS = False
    tasks.daily.delay()
    assert newest_good() is None
    settings.BACKUPS = True
    tasks.daily.delay()
    good = newest_good()
    assert good is not None
    assert services.storage().exists(good.name)
    tasks.daily.delay()
    assert newest_good() == good


def test_a_task_that_fails_leaves_its_reason(data: Path, played: dict[str, Any]) -> None:
    (data / "backups").write_text("a file where the folder should be")
    tasks.daily.delay()
    [failed] = Backup.objects.all()
    assert failed.error
    assert newest_good() is None


def contents(folder: Path) -> dict[str, Any]:
    """The files of a stopped table, and the groups in its database."""
    with closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as database:
        groups = database.execute("SELECT code FROM clubs_club").fetchall()
    names = {path.name for path in folder.iterdir() if not path.name.endswith(("-wal", "-shm"))}
    return {
        "files": names,
        "secret_key": (folder / "secret_key").read_text(),
        "groups": groups,
    }


def test_a_table_goes_back_by_one_command(
    data: Path, played: dict[str, Any], tmp_path: Path
) -> None:
    """SQLite, as ``go.py play`` has it, in processes of its own."""
    services.back_up(tmp_path / "site.zip")
    table = environment(MODE="play", DATA_DIR=str(tmp_path / "table"), SECRET_KEY="")
    del table["SECRET_KEY"]
    manage(table, "migrate", "--verbosity", "0")
    manage(table, "load_demo")
    command = [sys.executable, "manage.py", "restore", str(tmp_path / "site.zip")]
    refused = subprocess.run(command, cwd=ROOT, env=table, capture_output=True, text=True)
    assert refused.returncode == 1
    assert "not empty" in refused.stderr
    bad = tmp_path / "bad.zip"
    shutil.copy(tmp_path / "site.zip", bad)
    WAYS["a row twice"](bad)
    before = contents(tmp_path / "table")
    command[3:] = ["--set-aside", str(bad)]
    refused = subprocess.run(command, cwd=ROOT, env=table, capture_output=True, text=True)
    assert "could not be loaded" in refused.stderr
    assert contents(tmp_path / "table") == before
    assert "Restored" in manage(table, "restore", "--set-aside", str(tmp_path / "site.zip"))
    [aside] = (tmp_path / "table").glob("before-restore-*")
    assert {path.name for path in aside.iterdir()} == {"scorekeeper.sqlite3", "secret_key"}
    again = manage(table, "restore", "--set-aside", "--verify", str(tmp_path / "site.zip"))
    assert "Restored" in again


@pytest.mark.postgres
def test_without_the_right_to_make_a_schema_it_is_proven_in_a_file(
    played: dict[str, Any], data: Path, tmp_path: Path
) -> None:
    address = address_of_the_test_database().replace("//postgres:", "//plain:")
    with connection.cursor() as cursor:
        cursor.execute("DROP ROLE IF EXISTS plain")
        cursor.execute("CREATE ROLE plain LOGIN")
        cursor.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO plain")
        cursor.execute("GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO plain")
    site = environment(MODE="play", DATA_DIR=str(data), DATABASE_URL=address)
    try:
        assert "good after" in manage(site, "backup", str(tmp_path / "site.zip"))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP OWNED BY plain")
            cursor.execute("DROP ROLE plain")
    empty()
    call_command("restore", str(tmp_path / "site.zip"), stdout=StringIO())
    assert not is_empty()
