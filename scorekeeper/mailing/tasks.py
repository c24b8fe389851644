"""What the workers are told. A message may be lost, or come twice: see ``services``."""

from __future__ import annotations

from celery import shared_task

from scorekeeper.mailing import services


@shared_task
def deliver(pk: int) -> None:
    services.deliver(pk)


@shared_task
def sweep() -> None:
    services.sweep()
