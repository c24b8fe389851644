"""Periodic work: deletes old statements, and prepares the fonts."""

from typing import Any

from celery import shared_task, signals

from scorekeeper.statements import services
from scorekeeper.statements.drawing import fonts


@shared_task
def prune() -> None:
    services.prune()


@shared_task
def prepare() -> None:
    """Cuts the fonts before the first statement is requested."""
    fonts.prepare()


@signals.worker_ready.connect
def prepare_soon(**_: Any) -> None:
    prepare.apply_async(expires=60)
