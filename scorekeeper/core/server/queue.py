"""How Celery reaches the queue: Redis, or a folder of this computer.

Loaded before the settings exist, so nothing here may use them.
"""

from pathlib import Path
from typing import Any


def transport_options(url: str, folder: Path) -> dict[str, Any]:
    if url.startswith("redis"):
        # Longer than the longest task, or it would run twice at once.
        return {"visibility_timeout": 600, "socket_timeout": 10, "socket_connect_timeout": 3}
    return {"folder": _made(folder / "messages"), "polling_interval": 0.2}


def _made(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)
