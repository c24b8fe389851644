"""The files of counters, named by the id of their process, in ``PROMETHEUS_MULTIPROC_DIR``.

Those of processes that ended are added up in one file of their kind, so that no count is lost and
the folder does not grow with each restart. That happens under a lock that readers hold too: nobody
sees a count twice, or not at all.

They are mapped into memory, and the library makes them of holes. A write to a hole ends the process
where the disk is full, so each has its room on the disk before it is written to.
"""

import logging
import os
import struct
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import ENOSPC
from fcntl import LOCK_EX, flock
from pathlib import Path
from threading import Lock
from typing import Final

from django.conf import settings
from prometheus_client.mmap_dict import MmapedDict

from scorekeeper.core.server.writing import write_file

ENDED: Final = "ended"
"""Stands where a file's name has the id of its process."""
KINDS: Final = ("counter", "histogram", "gauge_livesum")
SPARE: Final = 128 * 1024
"""Bytes that a file has left before something is counted: more than all threads of a process write
at once, 4 kB each."""

logger = logging.getLogger(__name__)
_own = dict[str, int]()
_own_lock = Lock()


def count(act: Callable[[], None]) -> bool:
    """Counts something if there is room for it: nothing fails, or ends, for being counted."""
    try:
        with _own_lock:
            for kind in KINDS:
                _reserve(f"{kind}_{os.getpid()}.db")
        act()
    except OSError:
        return False
    return True


def _reserve(name: str) -> None:
    file = _own.get(name) or _own.setdefault(name, _allocated(name))
    size = os.fstat(file).st_size
    if size - _used(file) >= SPARE:
        return
    if os.pwrite(file, bytes(size), size) < size:  # as the library does once it needs more
        os.ftruncate(file, size)
        raise OSError(ENOSPC, os.strerror(ENOSPC), name)


def _allocated(name: str) -> int:
    """Opens the file of this process with room for twice what may be spare. A process that had its
    id may have left one with holes."""
    path = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"], name)
    content = path.read_bytes() if path.exists() else b""
    write_file(path, content.ljust(2 * SPARE, b"\0"))
    return os.open(path, os.O_RDWR)


def _used(file: int) -> int:
    """How much of a file is used stands in its first bytes."""
    used: int = struct.unpack("i", os.pread(file, 4, 0))[0]
    return used


@contextmanager
def locked() -> Iterator[Path]:
    """Returns the folder; nobody else adds up or reads meanwhile."""
    folder: Path = settings.METRICS_DIR
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        flock(lock, LOCK_EX)
        yield folder


def add_up_ended(folder: Path) -> None:
    """Needs the lock."""
    ended = defaultdict[str, list[Path]](list)
    for path in sorted(folder.glob("*.db")):
        kind, _underscore, process = path.stem.rpartition("_")
        if process != ENDED and not _is_alive(process):
            ended[kind].append(path)
    for kind, paths in ended.items():
        if kind.startswith("gauge"):  # what was open in them is closed
            for path in paths:
                path.unlink()
            continue
        into = folder / f"{kind}_{ENDED}.db"
        try:
            _make_room(paths, into)
        except OSError as error:
            logger.warning("Counts of ended processes wait: %s", error)
            continue
        _add_up(paths, into)


def _make_room(paths: list[Path], into: Path) -> None:
    """Writes the sum anew with room for the counts of all of these files."""
    content = into.read_bytes() if into.exists() else bytes(4)
    needed = 8
    for path in (into, *paths):
        with suppress(FileNotFoundError), path.open("rb") as file:
            needed += _used(file.fileno())
    write_file(into, content[:needed].ljust(needed, b"\0"))


def _add_up(paths: list[Path], into: Path) -> None:
    """Each file is removed once its counts are in the sum."""
    total = MmapedDict(str(into))
    try:
        for path in paths:
            for key, value, _at, _place in MmapedDict.read_all_values_from_file(str(path)):
                total.write_value(key, total.read_value(key)[0] + value, 0.0)
            path.unlink()
    finally:
        total.close()


def _is_alive(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another account's
        pass
    return True
