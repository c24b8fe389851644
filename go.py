#!/usr/bin/env python3
"""Run, test and manage Scorekeeper. Needs only Python.

python3 go.py play       start Scorekeeper on this computer, for devices on the same Wi-Fi
python3 go.py test       run all tests that need nothing but Python
python3 go.py test --fast              those of them that need no database: rules, laws, words
python3 go.py test --explore [MINUTES] search for new examples that break a law (60 minutes)
python3 go.py test WORDS               pytest with these words, such as a path or -k NAME
                         (COVERAGE=FILE in the environment writes there which branches ran)
python3 go.py lint       check style and types
python3 go.py manage     Django's own commands, e.g. "manage migrate"

The first run makes .venv/ next to this file from the pinned lists in requirements/.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn, TextIO

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
STAMP = os.path.join(VENV, "installed")
NEEDS = (3, 11)


def main(words: list[str]) -> int | str:
    if sys.version_info < NEEDS:
        return "Scorekeeper needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2]
    if os.name != "posix":
        return "Scorekeeper runs on Linux and macOS; on Windows use it inside WSL."
    command, rest = (words[0], words[1:]) if words else ("help", [])
    if command not in COMMANDS:
        print(__doc__.strip())
        return 0 if command in ("help", "-h", "--help") else 2
    return COMMANDS[command](rest)


def play(rest: list[str]) -> NoReturn:
    install("run")
    become("manage.py", "play", *rest)


def test(rest: list[str]) -> NoReturn:
    install("test")
    os.chdir(HERE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each process compiles all tests anew
    if rest[:1] == ["--explore"]:
        become("-m", "tests.explore", *rest[1:])
    modes = {
        "": "not programs and not picky_database",
        "--fast": "not programs and not database",
    }
    mode = modes.get(" ".join(rest))
    words = ["-q", "--no-header", "--bar", "-r", "fE", "-m", mode] if mode else rest
    is_spread = any(word.startswith(("-n", "--numprocesses", "--pdb")) for word in words)
    spread = [] if is_spread else ["-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder"]
    coverage_file = os.environ.get("COVERAGE")
    slipcover = ["-m", "slipcover", "--branch", "--json", "--out"]
    covered = [*slipcover, coverage_file] if coverage_file else []
    become(*covered, "-m", "pytest", *spread, *words)


def manage(rest: list[str]) -> NoReturn:
    install("run")
    become("manage.py", *rest)


def lint(_rest: list[str]) -> int | str:
    """All checks run, whatever the first ones say."""
    install("test")
    checks = [
        ["ruff", "check", "."],
        ["ruff", "format", "--check", "."],
        ["mypy"],
        ["djlint", "--lint", "--quiet", "templates", "scorekeeper/extensions"],
        ["djlint", "--check", "--quiet", "templates", "scorekeeper/extensions"],
    ]
    failed = [check[0] for check in checks if subprocess.call([PYTHON, "-m", *check], cwd=HERE)]
    return "Failed checks: %s." % ", ".join(failed) if failed else 0


COMMANDS: dict[str, Callable[[list[str]], int | str]] = {
    "play": play,
    "test": test,
    "lint": lint,
    "manage": manage,
}


def path_of(*parts: str) -> str:
    return os.path.join(HERE, *parts)


def become(first: str, *rest: str) -> NoReturn:
    """Turn this process into the real program, so that Ctrl-C reaches it."""
    if first.endswith(".py"):
        first = path_of(first)
    sys.stdout.flush()
    os.execv(PYTHON, [PYTHON, first, *rest])


def install(name: str) -> None:
    """Make .venv/ agree with requirements/<name>.txt. The test list holds the run list whole."""
    lists = ["run", "test"] if name == "test" else ["run"]
    wanted = {list_name: pins(list_name) for list_name in lists}
    if works() and wanted.items() <= installed().items():
        return
    with open(path_of(".venv.lock"), "w") as lock:
        lock_alone(lock)
        if works() and wanted.items() <= installed().items():
            return  # another start has just done it
        print("Installing packages into .venv (once)...", flush=True)
        if not works():
            make_venv()
        fill_venv(name)
        with open(STAMP, "w") as stamp:
            stamp.writelines("%s %s\n" % pair for pair in wanted.items())


def lock_alone(lock: TextIO) -> None:
    import fcntl

    fcntl.flock(lock, fcntl.LOCK_EX)


def pins(name: str) -> str:
    with open(path_of("requirements", name + ".txt"), "rb") as pinned:
        return hashlib.sha256(pinned.read()).hexdigest()


def installed() -> dict[str, str]:
    try:
        with open(STAMP) as stamp:
            return dict(line.split() for line in stamp)
    except (OSError, ValueError):
        return {}


def works() -> bool:
    """False also when the Python that .venv was made from is gone."""
    return os.access(PYTHON, os.X_OK)


def make_venv() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    if has_ensurepip():
        run(sys.executable, "-m", "venv", VENV)
    else:  # Debian without python3-venv: its own pip can fill a .venv from outside
        if importlib.util.find_spec("pip") is None:
            sys.exit(
                "This Python has neither venv nor pip; on Debian: apt-get install python3-venv"
            )
        run(sys.executable, "-m", "venv", "--without-pip", VENV)


def fill_venv(name: str) -> None:
    """Each of two at once has half of the list: unpacking keeps a processor busy. A list holds all
    that its packages need, so there is nothing to work out."""
    options = ["-qq", "--no-input", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
    halves = [os.path.join(VENV, "half-%d.txt" % half) for half in (0, 1)]
    packages = blocks(path_of("requirements", name + ".txt"))
    for half, path in enumerate(halves):
        with open(path, "w") as requirements:
            requirements.writelines(packages[half::2])
    started = [subprocess.Popen([*pip(), "install", *options, "-r", path]) for path in halves]
    codes = [process.wait() for process in started]
    exit_unless_ok(pip(), max(codes, key=abs))
    for path in halves:
        os.remove(path)


def blocks(path: str) -> list[str]:
    """The packages of a list, each with the lines of its hashes."""
    packages: list[str] = []
    with open(path) as lines:
        for line in lines:
            if line[:1] in (" ", "#", "\n") and packages:
                packages[-1] += line
            else:
                packages.append(line)
    return packages


def has_ensurepip() -> bool:
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        return False
    return True


def pip() -> list[str]:
    """Its own, or the one of the Python that made it."""
    inside = os.path.exists(os.path.join(VENV, "bin", "pip"))
    return [PYTHON, "-m", "pip"] if inside else [sys.executable, "-m", "pip", "--python", PYTHON]


def run(*command: str) -> None:
    exit_unless_ok(command, subprocess.call(command))


def exit_unless_ok(command: Sequence[str], code: int) -> None:
    if code:
        sys.exit("Failed (code %d): %s" % (code, " ".join(command)))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
