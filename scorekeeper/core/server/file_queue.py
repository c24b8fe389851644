"""The task queue in a folder of this computer: a message is a file, written whole and moved.

kombu's own transport of that kind shows a file before it is written, and its worker ends over a
message that is read meanwhile, or that a full disk left empty.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

from scorekeeper.core.server.paths import write_file


class Channel(virtual.Channel):
    """Each name begins with the time, so that the oldest message is read first."""

    folder: str
    """An option of the transport: where the messages lie."""
    from_transport_options = (*virtual.Channel.from_transport_options, "folder")

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        name = f"{time.time_ns():020}_{uuid4()}.{queue}.msg"
        write_file(Path(self.folder, name), dumps(message).encode())

    def _get(self, queue: str, timeout: float | None = None) -> Any:  # noqa: ARG002
        for path in self._waiting(queue):
            try:
                return loads(self._take(path))
            except (FileNotFoundError, ValueError):
                continue  # another worker has it, or no message: its row is sent again
        raise Empty

    def _size(self, queue: str) -> int:
        return sum(1 for _path in self._waiting(queue))

    def _purge(self, queue: str) -> int:
        paths = list(self._waiting(queue))
        for path in paths:
            path.unlink(missing_ok=True)
        return len(paths)

    def _waiting(self, queue: str) -> Iterator[Path]:
        return iter(sorted(Path(self.folder).glob(f"*.{queue}.msg")))

    @staticmethod
    def _take(path: Path) -> str:
        """Only one reader can move it."""
        taken = path.rename(path.with_name(f".{path.name}.taken"))
        try:
            return taken.read_text(encoding="utf-8")
        finally:
            taken.unlink()


class Transport(virtual.Transport):
    Channel = Channel
    driver_type = driver_name = "filesystem"


def register() -> None:
    """Makes ``filesystem://`` mean this one."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:{Transport.__name__}"
