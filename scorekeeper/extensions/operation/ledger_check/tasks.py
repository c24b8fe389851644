"""Periodic work: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.extensions.operation.ledger_check import services


@shared_task
def start() -> None:
    services.start_nightly_check()
