"""A backup of a big site while four scorers save hands: how long, how large, and what saves cost.

``python -m bench.backups postgres://… --payments 1000000`` on a database that may be wiped;
``python -m bench.backups`` on SQLite, with hands that are really played.
"""

import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.documents import club
from bench.save import Saver, posted, started
from bench.server import ROOT, Browser, Server, prepare, served
from bench.timing import figures, meanwhile, table

WRITERS = 4
QUIET = 20.0
"""Seconds of saves before the backup."""
PAUSE = 0.5
"""Seconds between two saves of a scorer, who else would be stopped by a rate limit."""
GROUPS = 100
"""Of the big site."""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("database", nargs="?", default="")
    parser.add_argument("--payments", type=int, default=1_000_000)
    options = parser.parse_args()
    prepare(options.database)
    if options.database:
        from bench.copied_rows import fill_database

        fill_database(options.payments, GROUPS, 5)
    else:
        club()
    with tempfile.TemporaryDirectory() as folder, served() as server:
        measure([scorer(server) for _writer in range(WRITERS)], Path(folder) / "site.zip")


def scorer(server: Server) -> Saver:
    table_played, _browser, cookies = started()
    path = f"/sessions/{table_played.game.session.code}/games/{table_played.game.number}/hand/"
    return Saver(Browser(server, cookies), path, posted(table_played), 0)


def measure(savers: Sequence[Saver], file: Path) -> None:
    saves = [partial(save, 0) for save in savers]
    with meanwhile(saves, PAUSE) as quiet:
        time.sleep(QUIET)
    began = time.perf_counter()
    with meanwhile(saves, PAUSE) as busy:
        command = [sys.executable, "manage.py", "backup", str(file)]
        site = os.environ | {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
        subprocess.run(command, cwd=ROOT, env=site, check=True)
    print(f"{time.perf_counter() - began:.0f} s, {file.stat().st_size / 1e6:.1f} MB")
    rows = [(name, *figures(times)) for name, times in (("quiet", quiet), ("backup", busy))]
    print(table(("save, ms", "p50", "p95", "saves"), rows))


if __name__ == "__main__":
    main()
