import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.kept_files import files, keep_files

__all__ = ["files", "keep_files"]


@pytest.fixture
def bounded() -> Iterator[None]:
    """What never ends fails after two seconds."""

    def give_up(*_: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, 2)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
