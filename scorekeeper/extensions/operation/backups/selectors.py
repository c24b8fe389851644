"""Facts about the backups that were made."""

from django.db.models import QuerySet

from scorekeeper.extensions.operation.backups.models import Backup


def newest_good() -> Backup | None:
    """The last one that was restored and verified: its ``finished_at`` and ``size``."""
    return _good().first()


def newest_stored() -> Backup | None:
    """The last good one in the storage: those that somebody wanted elsewhere replace none."""
    return _good().filter(is_stored=True).first()


def _good() -> QuerySet[Backup]:
    good = Backup.objects.filter(finished_at__isnull=False, error="")
    return good.order_by("-finished_at")
