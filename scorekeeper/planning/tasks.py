"""What the workers are told. A message may be lost, or come twice: see ``delivering``."""

from __future__ import annotations

from celery import shared_task

from scorekeeper.planning import delivering


@shared_task
def deliver(pk: int) -> None:
    delivering.deliver(pk)


@shared_task
def sweep() -> None:
    delivering.sweep()
