"""Scheduled tasks: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.core.limits.middleware import delete_old
from scorekeeper.core.limits.spending import delete_expired


@shared_task
def forget() -> None:
    delete_expired()
    delete_old()
