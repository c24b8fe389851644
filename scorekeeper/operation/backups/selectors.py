"""What is known of the backups that were made."""

from __future__ import annotations

from scorekeeper.operation.backups.models import Backup


def newest_good() -> Backup | None:
    """The last one that was restored and verified: its ``finished_at`` and ``size``."""
    good = Backup.objects.filter(finished_at__isnull=False, error="")
    return good.order_by("-finished_at").first()
