"""The backup of a day: see ``CELERY_BEAT_SCHEDULE``."""

import logging
from datetime import timedelta
from typing import Final

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from scorekeeper.extensions.operation.backups import services
from scorekeeper.extensions.operation.backups.archive import BackupError
from scorekeeper.extensions.operation.backups.models import Backup
from scorekeeper.extensions.operation.backups.selectors import newest_stored

log = logging.getLogger(__name__)
DAY: Final = timedelta(hours=23, minutes=30)
"""Less than a day, or each would be later than the one before."""
TRY_AGAIN: Final = timedelta(hours=1)
LONGEST: Final = round(services.LONGEST.total_seconds())


def is_due() -> bool:
    """Once a day; an hour after the last try where that failed or was killed."""
    now, newest = timezone.now(), newest_stored()
    if newest and newest.finished_at and now - newest.finished_at < DAY:
        return False
    return not Backup.objects.filter(started_at__gt=now - TRY_AGAIN).exists()


@shared_task(acks_late=False, soft_time_limit=LONGEST, time_limit=LONGEST + 60)
def daily() -> None:
    """Taken from the queue at once: a queue gives a task that lasts long to a second worker."""
    if not settings.BACKUPS or not is_due():
        return
    try:
        services.back_up()
        services.remove_old()
    except services.BackupRunningError:
        log.info("The last backup still runs.")
    except BackupError as error:
        log.error("%s", error)
