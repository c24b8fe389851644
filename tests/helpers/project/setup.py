"""Programs as docs/operating.md starts them, and what runs below them."""

import runpy
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from tests.helpers.served import (
    ROOT,
    SETTINGS,
    documented_names,
)

PRODUCTION = {
    "MODE": "production",
    "SECRET_KEY": "only-for-the-check-of-a-production-like-set-up-0123456789",
    "ALLOWED_HOSTS": "score.example.org",
    "DATABASE_URL": "postgres://score@db/score",
    "BROKER_URL": "redis://queue/0",
    "HSTS_SUBDOMAINS": "yes",
}


def settings_with(
    monkeypatch: pytest.MonkeyPatch, folder: Path, variables: Mapping[str, str]
) -> dict[str, Any]:
    for name in documented_names(SETTINGS.read_text()):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"DATA_DIR": str(folder), **variables}.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(SETTINGS))


def family(number: int) -> set[int]:
    """The process and all that it started, and so on."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents[int(folder.name)] = int(stat[1])
    processes = {number}
    while more := {child for child, parent in parents.items() if parent in processes} - processes:
        processes |= more
    return processes


def command_of(number: int) -> str:
    try:
        return Path(f"/proc/{number}/cmdline").read_text().replace("\0", " ")
    except FileNotFoundError:
        return ""


def worker_among(numbers: set[int]) -> int:
    """The lowest-numbered process that runs Celery, 0 when there is none."""
    return min((number for number in numbers if " celery " in command_of(number)), default=0)


def production_commands(port: int) -> list[list[str]]:
    """The commands of docs/operating.md that set up a public site."""
    block = (
        (ROOT / "docs" / "operating.md")
        .read_text()
        .partition("<!-- production -->")[2]
        .split("```")[1]
    )
    lines = block.replace("\\\n", " ").replace(":8001", f":{port}").splitlines()[1:]
    return [shlex.split(line) for line in lines if line and not line.startswith(("#", "export"))]


def answers_over_https(port: int) -> bool:
    """Asks for a page as the proxy in front would, one that is not exempt from https."""
    headers = {"Host": PRODUCTION["ALLOWED_HOSTS"], "X-Forwarded-Proto": "https"}
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}/", headers=headers), timeout=3) as answer:
            return bool(answer.status == 200 and answer.headers["Strict-Transport-Security"])
    except (URLError, OSError):
        return False
