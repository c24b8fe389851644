"""What the workers are told. A message may be lost, or come twice: see ``services``."""

from __future__ import annotations

from celery import shared_task

from scorekeeper.rebuilding import services


@shared_task
def rebuild(pk: int) -> None:
    if not services.work(pk):
        services.go_on(pk)


@shared_task
def sweep() -> None:
    services.sweep()
