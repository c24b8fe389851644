"""A site comes back from its backup as it was, on the same database and on the other."""

import sys
from io import StringIO
from pathlib import Path
from subprocess import run
from typing import Any
from zipfile import ZipFile

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.core.server.management.commands.play import output_of
from scorekeeper.extensions.operation.backups import making, restoring, rows, services
from scorekeeper.extensions.operation.backups.archive import BackupError
from scorekeeper.extensions.operation.backups.models import Backup
from scorekeeper.extensions.operation.backups.selectors import newest_good
from tests.extensions.operation.backups.sites import (
    TRICKY,
    Unpacked,
    everything,
    is_empty,
    play_some,
)
from tests.helpers import factories as make
from tests.helpers.databases import empty
from tests.helpers.served import ROOT, environment

pytestmark = [pytest.mark.programs, pytest.mark.django_db(transaction=True)]


def manage(*arguments: str) -> str:
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue()


def test_a_site_comes_back_as_it_was(played: dict[str, Any], tmp_path: Path) -> None:
    assert played["ledger.Payment"]
    assert played["play.Hand"]
    making.write(tmp_path / "site.zip")
    empty()
    assert is_empty()
    restoring.restore(tmp_path / "site.zip")
    assert everything() == played
    assert Club.objects.get().name == TRICKY


def test_a_restored_group_is_not_deleted_by_a_notice_of_before(tmp_path: Path) -> None:
    """Nobody could open it between the backup and the restore."""
    play_some()
    Club.objects.update(expires_at=timezone.now())
    making.write(tmp_path / "site.zip")
    empty()
    restoring.restore(tmp_path / "site.zip")
    assert Club.objects.get().expires_at is None


def test_no_backup_has_the_key_of_a_server_admin_who_is_logged_in() -> None:
    assert Session not in rows.copied_models()


def test_what_comes_after_a_restore_gets_new_numbers(file: Path) -> None:
    restoring.restore(file)
    play_some()
    assert Club.objects.count() == 2
    manage("checkledger")
    manage("verify")


def test_a_backup_is_called_good_once_it_was_restored_elsewhere(
    played: dict[str, Any], data: Path, tmp_path: Path
) -> None:
    assert output_of("backups", "--newest") == "none yet"
    listed = manage("backup", str(tmp_path / "site.zip"))
    backup = newest_good()
    assert backup is not None
    assert backup.size == (tmp_path / "site.zip").stat().st_size
    assert backup.rows == sum(map(len, played.values()))
    assert "good after" in listed
    assert manage("backups") == listed
    assert manage("backups", "--newest") == listed
    assert output_of("backups", "--newest") == listed.strip()
    assert (tmp_path / "site.zip").stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in (data / "backup-work").iterdir()) == ["lock"]
    assert everything() == played


def test_a_backup_of_a_ledger_that_is_wrong_is_not_good(
    played: dict[str, Any], tmp_path: Path
) -> None:
    from scorekeeper.ledger.models import Payment

    payment = Payment.objects.order_by("pk").first()
    assert payment is not None
    Payment.objects.filter(pk=payment.pk).update(amount=payment.amount + 1)
    with pytest.raises(CommandError, match="No backup was made"):
        manage("backup", str(tmp_path / "site.zip"))
    assert not (tmp_path / "site.zip").exists()
    assert newest_good() is None
    assert "failed: It could not be restored and verified" in manage("backups")


def test_a_site_that_is_not_empty_stays_as_it_is(file: Path) -> None:
    make.club("Another")
    before = everything()
    with pytest.raises(BackupError, match="not empty"):
        restoring.restore(file)
    assert everything() == before


def test_two_backups_do_not_run_at_once(played: dict[str, Any]) -> None:
    with services.alone(), pytest.raises(BackupError, match="Another backup is running"):
        services.back_up()


def test_a_site_moves_to_the_other_database(file: Path, tmp_path: Path) -> None:
    """PostgreSQL to SQLite here, SQLite to PostgreSQL in the tests below."""
    other = environment(MODE="play", DATA_DIR=str(tmp_path / "other"))
    for arguments in (["restore", str(file), "--verify"], ["backup", str(tmp_path / "again.zip")]):
        command = [sys.executable, "manage.py", *arguments]
        done = run(command, cwd=ROOT, env=other, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    restoring.restore(tmp_path / "again.zip")
    before = Unpacked.read(file).parts
    making.write(tmp_path / "third.zip")
    after = Unpacked.read(tmp_path / "third.zip").parts
    for name in before:
        if name.startswith("tables/"):
            assert sorted(before[name].splitlines()) == sorted(after[name].splitlines()), name


def test_every_kind_of_column_is_known() -> None:
    assert all(rows.columns(model) for model in rows.copied_models())


def test_the_secrets_come_along_for_their_owner_only(
    settings: Any, data: Path, tmp_path: Path
) -> None:
    (data / "authority").mkdir()
    for name in ("authority.crt", "authority.key", "server.crt"):
        (data / "authority" / name).write_text(name)
    play_some()
    making.write(tmp_path / "site.zip")
    with ZipFile(tmp_path / "site.zip") as content:
        secrets = {name for name in content.namelist() if name.startswith("secrets/")}
    assert secrets == {
        "secrets/secret_key",
        "secrets/authority/authority.crt",
        "secrets/authority/authority.key",
    }
    empty()
    key = settings.SECRET_KEY
    settings.SECRET_KEY = "of the new site"
    (data / "secret_key").write_text("of the new site")
    (data / "authority" / "authority.key").unlink()
    restoring.restore(tmp_path / "site.zip")
    assert (data / "secret_key").read_text() == key
    assert (data / "authority" / "authority.key").read_text() == "authority.key"
    assert (data / "authority" / "authority.key").stat().st_mode & 0o777 == 0o600
    assert not (data / "authority" / "server.crt").exists()


def test_a_key_that_the_operator_set_is_not_in_a_backup(data: Path, tmp_path: Path) -> None:
    (data / "secret_key").unlink()
    making.write(tmp_path / "site.zip")
    with ZipFile(tmp_path / "site.zip") as content:
        assert not [name for name in content.namelist() if name.startswith("secrets/")]


def test_migrations_of_an_extension_that_the_site_left_out_are_not_in_a_backup(
    data: Path, tmp_path: Path
) -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("left_out", "0001_initial")
    try:
        manifest = making.write(tmp_path / "site.zip")
    finally:  # no test clears this table
        recorder.record_unapplied("left_out", "0001_initial")
    assert "left_out.0001_initial" not in manifest.migrations
    assert "clubs.0001_first_release" in manifest.migrations


def test_another_key_is_said(file: Path, settings: Any, data: Path) -> None:
    (data / "secret_key").unlink()
    settings.SECRET_KEY = "another"
    assert "SECRET_KEY is not the one of the backup" in manage("restore", str(file))
    assert not (data / "secret_key").exists()


def test_a_backup_of_a_newer_version_is_refused(file: Path, tmp_path: Path) -> None:
    newer = Unpacked.read(file).with_manifest(
        lambda manifest: manifest["migrations"].append("clubs.0002_newer")
    )
    newer.write(tmp_path / "newer.zip")
    with pytest.raises(BackupError, match=r"clubs\.0002_newer"):
        restoring.restore(tmp_path / "newer.zip")
    assert is_empty()
    assert not Backup.objects.exists()
