"""Tells the counters (``operation.metrics``) what happened in a package below. Without a
listener, as in the app on a device, nothing is counted."""

from collections.abc import Callable
from typing import Final, Literal

Event = Literal["write", "refusal"]
Listener = Callable[[Event, dict[str, str]], None]
LISTENERS: Final[list[Listener]] = []


def count(event: Event, **labels: str) -> None:
    """``labels``: few different values each, and never an address or a name."""
    for listener in LISTENERS:
        listener(event, labels)
