"""The files of counters in ``PROMETHEUS_MULTIPROC_DIR`` that the library keeps for each process.

Processes that count take numbers, the lowest first, and their files are named by those, not by
process ids: a process goes on in the files of one that ended. No count is lost, and the folder does
not grow with each restart.

The files are mapped into memory, and the library makes them of holes. A write to a hole ends the
process where the disk is full, so all of a file is on the disk before it is mapped.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from pathlib import Path
from typing import Final

from prometheus_client.multiprocess import mark_process_dead

SIZES: Final = {"counter": 1 << 19, "histogram": 1 << 20, "gauge_livesum": 1 << 16}
"""Bytes: room for all routes of the site. A file that is full grows, then with a hole."""


def count(act: Callable[[], None]) -> bool:
    """Counts something if there is room for it: nothing fails, or ends, for being counted."""
    try:
        act()
    except OSError:
        return False
    return True


def process_number() -> int:
    """Returns this process's number. It is free again when the process ends, however it ends."""
    return _take_number(os.getpid())


def close_gauges_of_ended(folder: Path) -> None:
    """Connections of a process that ended are closed."""
    for path in folder.glob("gauge_live*.db"):
        number = path.stem.rpartition("_")[2]
        with suppress(BlockingIOError):
            lock = _lock(folder, number)
            try:
                mark_process_dead(number, str(folder))
            finally:
                os.close(lock)


@cache
def _take_number(_process: int) -> int:
    """A process that was forked takes one of its own. The lock is never closed."""
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    folder.mkdir(parents=True, exist_ok=True)
    number, lock = _first_free(folder)
    try:
        mark_process_dead(number, str(folder))
        for kind, size in SIZES.items():
            with (folder / f"{kind}_{number}.db").open("ab") as file:
                file.write(bytes(max(0, size - file.tell())))
    except OSError:
        os.close(lock)
        raise
    return number


def _first_free(folder: Path) -> tuple[int, int]:
    number = 0
    while True:
        try:
            return number, _lock(folder, number)
        except BlockingIOError:
            number += 1


def _lock(folder: Path, number: int | str) -> int:
    file = os.open(folder / f"{number}.lock", os.O_CREAT | os.O_RDWR, 0o644)
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except OSError:
        os.close(file)
        raise
    return file
