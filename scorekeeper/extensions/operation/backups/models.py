"""Which backups were made. The files lie in the storage ``backups`` or where somebody wanted one.

No backup contains these rows: they tell of files that another machine does not have.
"""

from django.db import models
from django.template.defaultfilters import filesizeformat
from django.utils import timezone

from scorekeeper.core.travel import Travel


class Backup(models.Model):
    travel = Travel(stays="backups of this server", in_backup=False)
    name = models.CharField(max_length=500)
    """In the storage, or the path that was asked for."""
    is_stored = models.BooleanField(default=True)
    """In the storage, so that retention may remove it."""
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    """Null: it runs, or was killed."""
    error = models.TextField(blank=True)
    """Why it failed. Finished without an error: it was restored and verified."""
    size = models.PositiveBigIntegerField(default=0)
    """Bytes."""
    rows = models.PositiveBigIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["finished_at"], name="backups_finished")]

    def __str__(self) -> str:
        """In one line of a terminal."""
        began = f"{self.started_at:%Y-%m-%d %H:%M} UTC  {self.name}"
        if self.finished_at is None:
            return f"{began}  unfinished"
        if self.error:
            return f"{began}  failed: {self.error}"
        seconds = (self.finished_at - self.started_at).total_seconds()
        return f"{began}  {size_of(self.size)}, {self.rows} rows, good after {seconds:.0f} s"


def size_of(size: int) -> str:
    return filesizeformat(size).replace("\xa0", " ")
