"""The periodic task that queues reminders."""

from celery import shared_task

import scorekeeper.calendar.planning.emails.sending  # noqa: F401  # and with it the kind of its jobs
from scorekeeper.calendar.planning.emails import queue


@shared_task
def remind() -> None:
    queue.queue_reminders()
