"""The hourly look for groups that nobody uses: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.extensions.operation.retention import services


@shared_task
def retain() -> None:
    services.retain()
