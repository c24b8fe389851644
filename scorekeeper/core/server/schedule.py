"""When periodic tasks are sent, by Celery's own scheduler, which ends where a disk is full."""

import logging
from typing import Any

from celery.beat import PersistentScheduler, SchedulingError

logger = logging.getLogger(__name__)


class Scheduler(PersistentScheduler):
    """Goes on where it can neither send a task nor write down when it did; a line says so."""

    def apply_async(self, entry: Any, *args: Any, **options: Any) -> Any:
        try:
            return super().apply_async(entry, *args, **options)
        except SchedulingError as error:
            logger.warning("%s", error)
            return None

    def sync(self) -> None:
        try:
            super().sync()
        except OSError as error:
            logger.warning("The times of periodic tasks were not kept: %s", error)
