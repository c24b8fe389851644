"""Makes a backup, proves it, stores it, and removes old ones."""

import fcntl
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.core.files import File
from django.core.files.storage import Storage, storages
from django.utils import timezone

from scorekeeper.extensions.operation.backups import making, scratch
from scorekeeper.extensions.operation.backups.archive import BackupError
from scorekeeper.extensions.operation.backups.models import Backup

DAYS: Final = 7
WEEKS: Final = 4
"""Of how many the newest backup is kept."""
LONGEST: Final = timedelta(hours=6)
"""A backup that runs longer is stopped."""
STORED_NAME: Final = "scorekeeper-%Y%m%d-%H%M%S.zip"


class BackupRunningError(BackupError):
    """Another backup of this site runs on this machine."""


class Finished(File):  # type: ignore[type-arg]
    """Is moved to its place, not copied, where both are on one disk: it is there whole, or not."""

    def temporary_file_path(self) -> str:
        return str(self.name)


def storage() -> Storage:
    return storages["backups"]


def back_up(destination: Path | None = None) -> Backup:
    """Into the storage, or to a path. Raises BackupError; the row says why too."""
    with alone() as folder:
        started_at = timezone.now()
        name = str(destination or f"{started_at:{STORED_NAME}}")
        backup = Backup.objects.create(
            name=name, is_stored=destination is None, started_at=started_at
        )
        try:
            _make(backup, folder, destination)
        except Exception as error:  # of any storage; whatever it is, this backup is not good
            backup.error = str(error) or repr(error)
            _end(backup)
            raise BackupError(f"No backup was made. {backup.error}") from error
        _end(backup)
    return backup


def _end(backup: Backup) -> None:
    backup.finished_at = timezone.now()
    backup.save()


def _make(backup: Backup, folder: Path, destination: Path | None) -> None:
    draft = folder / "draft.zip"
    if destination is not None:
        draft = destination.with_name(f".{destination.name}.part")
        draft.unlink(missing_ok=True)
    try:
        backup.rows = making.write(draft).rows
        backup.size = draft.stat().st_size
        prove(draft, folder)
        if destination is None:
            _store(draft, backup.name)
        else:
            draft.replace(destination)
    finally:
        draft.unlink(missing_ok=True)


def prove(file: Path, folder: Path) -> None:
    """Restores it into a scratch site and verifies every session there. Raises BackupError."""
    data = folder / "site"
    data.mkdir()
    try:
        with scratch.scratch_site(data) as environment:
            scratch.run(environment, "restore", str(file), "--verify")
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _store(draft: Path, name: str) -> None:
    with draft.open("rb") as file:
        digest = file_digest(file, "sha256").digest()
        file.seek(0)
        stored_name = storage().save(name, Finished(file, name=str(draft)))
    if stored_name != name or _stored_digest(name) != digest:
        storage().delete(stored_name)
        raise BackupError(f"The storage gave back another file than {name}.")


def _stored_digest(name: str) -> bytes:
    digest = sha256()
    with storage().open(name) as file:
        for block in file.chunks():
            digest.update(block)
    return digest.digest()


@contextmanager
def alone() -> Iterator[Path]:
    """A folder for work, which holds nothing of a backup that was killed."""
    folder = Path(settings.DATA_DIR) / "backup-work"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BackupRunningError("Another backup is running.") from error
        for leftover in set(folder.iterdir()) - {folder / "lock"}:
            shutil.rmtree(leftover)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            yield Path(work)


@contextmanager
def fetched(name: str) -> Iterator[Path]:
    """A local file of this path, or else the stored backup of this name."""
    path = Path(name)
    if path.exists() or not _is_stored(name):
        yield path
        return
    with tempfile.NamedTemporaryFile(dir=settings.DATA_DIR, prefix="restore-") as copy:
        with storage().open(name) as stored:
            shutil.copyfileobj(stored, copy)
        copy.flush()
        yield Path(copy.name)


def _is_stored(name: str) -> bool:
    try:
        return storage().exists(name)
    except SuspiciousOperation:  # a path outside of the storage
        return False


def remove_old() -> None:
    """Deletes stored backups but the newest of each of the last days and of each of the last weeks.
    Failed ones go too, and so do files of one that was killed after it was stored."""
    _remove_killed()
    good = Backup.objects.filter(is_stored=True, finished_at__isnull=False, error="")
    listed = list(good.order_by("-started_at"))
    kept = _newest_of_each(listed, lambda day: day.date(), DAYS) | _newest_of_each(
        listed, lambda day: day.isocalendar()[:2], WEEKS
    )
    for backup in listed:
        if backup.pk not in kept:
            storage().delete(backup.name)
            backup.delete()
    Backup.objects.filter(started_at__lt=timezone.now() - timedelta(weeks=WEEKS)).exclude(
        pk__in=kept
    ).exclude(is_stored=False, error="").delete()


def _remove_killed() -> None:
    killed = Backup.objects.filter(
        is_stored=True, finished_at=None, started_at__lt=timezone.now() - LONGEST
    )
    for name in killed.values_list("name", flat=True):
        storage().delete(name)


def _newest_of_each(
    newest_first: Iterable[Backup], period: Callable[[datetime], Any], most: int
) -> set[int]:
    newest: dict[Any, int] = {}
    for backup in newest_first:
        newest.setdefault(period(backup.started_at.astimezone(UTC)), backup.pk)
    return set(list(newest.values())[:most])
