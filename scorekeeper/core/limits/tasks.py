"""Scheduled tasks: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.core.limits.refusals import delete_old
from scorekeeper.core.limits.spending import delete_expired as clear_away


@shared_task
def forget() -> None:
    clear_away()
    delete_old()
