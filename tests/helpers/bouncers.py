"""Debian's PgBouncer in front of the database of the tests, reached by socket only."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.postgres import account, owned, wait_for

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
TEXT = """
[databases]
* = {place}
[pgbouncer]
pool_mode = {mode}
listen_port = 5432
unix_socket_dir = {folder}
auth_type = any
server_round_robin = {in_turn:d}
"""


@contextmanager
def bouncer(mode: str, *, in_turn: bool = False) -> Iterator[str]:
    """The folder of its socket. ``in_turn``: its sessions are given out one after another."""
    settings = connection.settings_dict
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    place = " ".join(f"{name}={settings[key]}" for name, key in names.items() if settings[key])
    owner = account()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-pgb-") as name:
        folder = Path(name)
        written = folder / "pgbouncer.ini"
        written.write_text(TEXT.format(place=place, mode=mode, folder=folder, in_turn=in_turn))
        if owner is not None:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        child = Child(
            "pgbouncer", [PGBOUNCER or "pgbouncer", "-q", str(written)], owned(owner, folder)
        )
        child.start()
        assert child.process is not None
        try:
            wait_for(folder / ".s.PGSQL.5432", child.process)
            yield name
        finally:
            stop([child], seconds=5)
