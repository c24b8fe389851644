"""What the workers do of themselves: throw old sheets away, and have the fonts ready."""

from __future__ import annotations

from typing import Any

from celery import shared_task, signals

from scorekeeper.statements import fonts, pruning


@shared_task
def prune() -> None:
    pruning.prune()


@shared_task
def prepare() -> None:
    """Cut the fonts before the first sheet is asked for."""
    fonts.prepare()


@signals.worker_ready.connect
def prepare_soon(**_: Any) -> None:
    prepare.apply_async(expires=60)
