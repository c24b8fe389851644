"""Programs that live and die with this one: started in their own session, stopped as a group."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

# Loaded before any fork: a child may not load libraries between fork and exec.
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None
_PR_SET_PDEATHSIG = 1


def die_with_parent(with_signal: int = signal.SIGTERM) -> None:
    """Run in a child before exec: a parent killed outright takes it along (Linux only)."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, with_signal)


@dataclass
class Child:
    """One program, started again when it dies, unless it keeps dying."""

    name: str
    command: Sequence[str]
    options: dict[str, Any] = field(default_factory=dict)
    starts: list[float] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None
    paused_until: float = float("-inf")

    def start(self) -> None:
        self.starts.append(time.monotonic())
        self.process = subprocess.Popen(
            self.command, start_new_session=True, preexec_fn=die_with_parent, **self.options
        )

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def keeps_dying(self) -> bool:
        """Three starts within ten seconds did not help."""
        return len(self.starts) >= 3 and time.monotonic() - self.starts[-3] < 10

    @property
    def is_paused(self) -> bool:
        return time.monotonic() < self.paused_until

    def pause(self, seconds: float) -> None:
        self.starts.clear()
        self.paused_until = time.monotonic() + seconds

    def signal_group(self, number: int) -> None:
        """Reaches what the program started too, even after the program itself has gone."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)

    def ask_to_stop(self) -> None:
        """Tells the program only; it tells its own workers."""
        if self.process is not None and self.is_running:
            self.process.terminate()


def stop(children: Sequence[Child], seconds: float = 4.0) -> None:
    """Ask all, wait together, then kill what is left of each group."""
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + seconds
    while any(child.is_running for child in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    for child in children:
        child.signal_group(signal.SIGKILL)
        if child.process is not None:
            child.process.wait()
