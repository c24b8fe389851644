"""In place of ``scorekeeper.celery``: what can be done here is done at once, all else waits for
ever."""

from typing import Final

from celery import TASKS  # type: ignore[attr-defined]

HERE: Final = "rebuilds.rebuild"


def send_to_workers(task: str, kind: str, pk: int) -> bool:
    """Runs the task if it can run here; returns whether it was run."""
    if kind != HERE:
        return False
    TASKS[task](kind, pk)
    return True
