"""``beat`` sends a pulse every ten seconds, and a worker takes it: both leave the time."""

from typing import Any, Final

from celery import shared_task, signals
from django.db import connection
from django.utils import timezone

from scorekeeper import __version__
from scorekeeper.extensions.operation.health.models import Pulse

BEAT: Final = "beat"
WORKER: Final = "worker"


@shared_task
def pulse() -> None:
    note(WORKER)


@signals.after_task_publish.connect
def note_beat(sender: str, **_: Any) -> None:
    """Only ``beat`` sends it."""
    if sender != pulse.name:
        return
    try:
        note(BEAT)
    finally:
        connection.close()  # a dead one would be kept


def note(name: str) -> None:
    Pulse.objects.bulk_create(
        [Pulse(name=name, at=timezone.now(), version=__version__)],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["at", "version"],
    )
