"""The site's own settings, in a throw-away data folder, on the database that TEST_DATABASE names:
``sqlite`` (the default), ``postgres`` (a server of our own) or an address (``postgres://...``).

The first process of a run makes all this; the processes it starts inherit it by environment.

Nothing in here may change what a browser gets, or what is tested is not what is served:
``tests/core/test_served.py`` knows by name what differs from the site's own settings.
"""

import atexit
import os
import shutil
import tempfile
from copy import deepcopy
from pathlib import Path

from tests.helpers.fonts import use_own_fonts
from tests.helpers.postgres import throw_away_server


def prepare() -> None:
    for name in ("DEBUG", "SECURE", "STORAGE", "STORAGE_OPTIONS", "STATIC_ROOT", "BROKER_URL"):
        os.environ.pop(name, None)
    folder = tempfile.mkdtemp(prefix="scorekeeper-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ.update(MODE="play", SECRET_KEY="only-for-tests", DATA_DIR=folder)
    os.environ["DATABASE_URL"] = address(os.environ.get("TEST_DATABASE", "sqlite"), folder)
    os.environ["SCOREKEEPER_TESTS"] = folder
    use_own_fonts(Path(folder))


def address(url: str, folder: str) -> str:
    if url == "sqlite":
        return f"sqlite:///{folder}/scorekeeper.sqlite3"
    return throw_away_server() if url == "postgres" else url


if "SCOREKEEPER_TESTS" not in os.environ:
    prepare()
# Each process that runs tests counts for itself.
worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = f"{os.environ['SCOREKEEPER_TESTS']}/metrics/{worker}"

from scorekeeper.settings import *  # noqa: E402, F403
from scorekeeper.settings import DATABASES  # noqa: E402

DATABASES = deepcopy(DATABASES)
if "init_command" in DATABASES["default"].get("OPTIONS", {}):
    # Nothing here must survive a power cut.
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace("=FULL", "=OFF")
