"""The files of counters, named by the id of their process, in ``PROMETHEUS_MULTIPROC_DIR``.

Those of processes that ended are added up in one file of their kind, so that no count is lost and
the folder does not grow with each restart. That happens under a lock that readers hold too: nobody
sees a count twice, or not at all.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Final

from django.conf import settings
from prometheus_client.mmap_dict import MmapedDict

ENDED: Final = "ended"
"""Stands where a file's name has the id of its process."""


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
        else:
            _add_up(paths, folder / f"{kind}_{ENDED}.db")


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
