"""The periodic task that queues reminders."""

from __future__ import annotations

from celery import shared_task

import scorekeeper.planning.delivering  # noqa: F401  # and with it the kind of its jobs
from scorekeeper.planning import queueing


@shared_task
def remind() -> None:
    queueing.queue_reminders()
