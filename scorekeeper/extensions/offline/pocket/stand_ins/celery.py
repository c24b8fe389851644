"""In place of Celery: a device has no workers. A task is a function that is known by its name."""

from collections.abc import Callable
from typing import Any

TASKS: dict[str, Callable[..., Any]] = {}


class Signals:
    """Signals that are never sent."""

    def __getattr__(self, _name: str) -> "Signals":
        return self

    def connect(self, receiver: Callable[..., Any]) -> Callable[..., Any]:
        return receiver


signals = Signals()


def shared_task(*args: Any, **_options: Any) -> Any:
    def register(task: Callable[..., Any]) -> Callable[..., Any]:
        TASKS[f"{task.__module__}.{task.__name__}"] = task
        return task

    return register(args[0]) if args and callable(args[0]) else register
