"""Periodic work: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.extensions.exchange.group_file.incoming import uploads


@shared_task
def forget() -> None:
    uploads.delete_stale_uploads()
