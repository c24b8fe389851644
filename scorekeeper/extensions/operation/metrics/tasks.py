"""Periodic work: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.extensions.operation.metrics import files


@shared_task
def tidy() -> None:
    """Adds up the files, also where the metrics are never asked for."""
    with files.locked() as folder:
        files.add_up_ended(folder)
