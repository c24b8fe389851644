"""Periodic work: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.operation.metrics import files


@shared_task
def tidy() -> None:
    """Also where nobody asks for the metrics."""
    with files.locked() as folder:
        files.add_up_ended(folder)
