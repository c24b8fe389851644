"""What the workers are told. A message may be lost, or come twice: see ``services``."""

from __future__ import annotations

from typing import Any

from celery import shared_task, signals

from scorekeeper.statements import fonts, pruning, services


@shared_task
def draw(pk: int) -> None:
    services.produce(pk)


@shared_task
def sweep() -> None:
    services.sweep()


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
