"""Periodic work: see ``CELERY_BEAT_SCHEDULE``."""

from __future__ import annotations

from celery import shared_task

from scorekeeper.documents import incoming


@shared_task
def forget() -> None:
    incoming.delete_stale_uploads()
