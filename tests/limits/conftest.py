from __future__ import annotations

import time
from typing import Any

import pytest

from scorekeeper.limits import spending


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A clock that stands still until it is told to go on."""

    class Clock:
        now = time.time_ns()

        def go_on(self, seconds: float) -> None:
            self.now += int(seconds * 1e9)

    class Time:
        time_ns = staticmethod(lambda: told.now)

    told = Clock()
    monkeypatch.setattr(spending, "time", Time)
    return told
