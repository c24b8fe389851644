"""Writes a file whole or not at all."""

import os
from pathlib import Path


def write_file(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Replaces the file in one step, with ``mode`` from the start. Where there is no room for it,
    nothing stays."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    try:
        with open(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as opened:
            opened.write(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
