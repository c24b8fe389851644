"""The periodic task that queues reminders."""

from celery import shared_task

import scorekeeper.extensions.calendar.planning.emails.sending  # noqa: F401  # and with it the kind of its jobs
from scorekeeper.extensions.calendar.planning.emails import queue


@shared_task
def remind() -> None:
    queue.queue_reminders()
