"""Periodic work: see ``CELERY_BEAT_SCHEDULE``."""

from celery import shared_task

from scorekeeper.extensions.chats import services


@shared_task
def forget() -> None:
    services.forget_old_messages()
