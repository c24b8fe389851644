"""Files of management commands: types of arguments that refuse a path in a sentence, and writing a
file whole or not at all."""

import os
from argparse import ArgumentTypeError
from pathlib import Path


def file_to_read(name: str) -> Path:
    """Returns the path of a file. A folder is refused, and a device, which may have no end."""
    if not _exists(name):
        raise ArgumentTypeError(f"{name} cannot be read: No such file or directory.")
    return Path(name)


def file_or_name(name: str) -> str:
    """Returns what is a file, or the name of something that is kept elsewhere."""
    _exists(name)
    return name


def file_to_write(name: str) -> Path:
    """Returns the whole path of a file that can be written, in a folder that is there."""
    path = Path(name).absolute()
    _exists(name)
    if not path.parent.is_dir():
        raise ArgumentTypeError(f"There is no folder {path.parent}.")
    return path


def _exists(name: str) -> bool:
    path = Path(name)
    try:
        if not path.exists():
            return False
        is_file = path.is_file()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ArgumentTypeError(f"{name} cannot be used: {reason}.") from error
    if not is_file:
        raise ArgumentTypeError(f"{name} is a folder or a device, not a file.")
    return True


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
