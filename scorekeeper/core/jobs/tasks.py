"""The tasks of the workers. A message may be lost, or come twice: see ``services``."""

from celery import shared_task

from scorekeeper.core.jobs import services


@shared_task
def work(kind: str, pk: int) -> None:
    services.run(kind, pk)


@shared_task
def sweep() -> None:
    services.sweep()
