"""A backup in one line of a terminal."""

from django.template.defaultfilters import filesizeformat

from scorekeeper.operation.backups.models import Backup


def size_of(size: int) -> str:
    return filesizeformat(size).replace("\xa0", " ")


def line_of(backup: Backup) -> str:
    began = f"{backup.started_at:%Y-%m-%d %H:%M} UTC  {backup.name}"
    if backup.finished_at is None:
        return f"{began}  unfinished"
    if backup.error:
        return f"{began}  failed: {backup.error}"
    seconds = (backup.finished_at - backup.started_at).total_seconds()
    return f"{began}  {size_of(backup.size)}, {backup.rows} rows, good after {seconds:.0f} s"
