"""Tells the counters of an extension what happened. Without a listener, as in the app on a device,
nothing is counted."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Final, Literal

Event = Literal["write", "refusal"]
Listener = Callable[[Event, dict[str, str]], None]
LISTENERS: Final[list[Listener]] = []
CONNECTIONS: Final[list[Callable[[], AbstractContextManager[None]]]] = []
"""Each is entered while a live connection is open."""


def count(event: Event, **labels: str) -> None:
    """``labels``: few different values each, and never an address or a name."""
    for listener in LISTENERS:
        listener(event, labels)


@contextmanager
def live_connection() -> Iterator[None]:
    """Counts a connection while it is open."""
    with ExitStack() as open_now:
        for counted in CONNECTIONS:
            open_now.enter_context(counted())
        yield
