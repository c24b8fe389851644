"""The site as people get it: the very processes of ``go.py play``, on the database of the tests.

Nothing in here changes what a browser gets. What a test makes through ``tests.helpers.factories``
the served processes see, and the other way round.
"""

import ast
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.post_office import post_office

ROOT = Path(__file__).parents[2]
SETTINGS = ROOT / "scorekeeper" / "settings.py"
FIRST_PORT, PORTS = 18800, 60  # of the first process that runs tests, and how many each may try
UP_WITHIN = 120.0  # seconds


def environment(**variables: str) -> dict[str, str]:
    """The variables of a person's terminal in this .venv, without those that the tests set."""
    ours = documented_names(SETTINGS.read_text())
    ours |= {"DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE", "SCOREKEEPER_TESTS"}
    theirs = {name: value for name, value in os.environ.items() if name not in ours}
    return {**theirs, "PATH": f"{Path(sys.executable).parent}:{theirs['PATH']}", **variables}


def documented_names(source: str) -> set[str]:
    """Every name that the settings look up in the environment."""
    readers = {
        "str",
        "list",
        "json",
        "db",
        "one_of",
        "whole",
        "yes_or_no",
        "json_object",
        "email_url",
        "address_part",
        "text_or_file",
    }
    return {
        str(call.args[0].value)
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and getattr(call.func, "attr", getattr(call.func, "id", "")) in readers
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and str(call.args[0].value).isupper()
    }


def address_of_the_test_database() -> str:
    return address_of_database(connection.settings_dict["NAME"])


def address_of_database(name: str) -> str:
    """Beside the one of the tests; a file's name where that is a file."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    host = f"{values['HOST']}:{values['PORT']}" if values["PORT"] else f"/{values['HOST']}"
    return f"postgres://{values['USER']}:{values['PASSWORD']}@{host}/{name}"


def eventually(condition: Callable[[], Any], seconds: float = 90.0) -> Any:
    """Waits as long as a busy machine may need, and returns what came of it."""
    deadline = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return value


@dataclass
class Site:
    """A running site: where it is, what it keeps, and what it said."""

    url: str
    data: Path
    output: Path

    @property
    def files(self) -> Path:
        """The folder where its workers keep the files they draw."""
        return self.data / "files"


def start(data: Path, port: int, mail: tuple[str, int], **more: str) -> tuple[Child, Site]:
    """``manage.py play`` as ``go.py play`` becomes it, with a data folder of its own and a mail
    server (host and port); style sheets, scripts and cut fonts are those of the whole run.
    ``more``: further settings."""
    fonts = Path(settings.DATA_DIR) / "fonts"
    fonts.mkdir(exist_ok=True)
    (data / "fonts").symlink_to(fonts)
    env = environment(
        MODE="play",
        SECRET_KEY=settings.SECRET_KEY,
        DATA_DIR=str(data),
        STATIC_ROOT=str(settings.STATIC_ROOT),
        DATABASE_URL=address_of_the_test_database(),
        SHOW_QR="no",
        BACKUPS="no",  # each emptied database would make the one of the day due again
        EMAIL_URL=f"smtp://{mail[0]}:{mail[1]}",
        EMAIL_FROM="Scorekeeper <score@example.org>",
        **more,
    )
    path = data / "output"
    command = [sys.executable, "manage.py", "play", "--no-demo", "--no-pocket", "--port", str(port)]
    with path.open("wb") as log:
        child = Child("site", command, {"cwd": ROOT, "env": env, "stdout": log, "stderr": log})
        child.start()
    return child, Site("", data, path)


def address_told(child: Child, site: Site) -> str:
    """The address on the screen, once everything answers; empty if the site ended before that."""
    pattern = re.compile(r"http://localhost:\d+(?=/)")

    def printed_address() -> str:
        match = pattern.search(site.output.read_text())
        return match.group() if match else "" if child.is_running else "ended"

    return str(eventually(printed_address, UP_WITHIN)).removesuffix("ended")


@pytest.fixture(scope="session")
def served(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory, worker_id: str
) -> Iterator[Site]:
    """One for each process that runs tests. It ends before the test database is taken away."""
    number = int(worker_id.removeprefix("gw")) if worker_id != "master" else 0
    with post_office() as office:
        data, port = tmp_path_factory.mktemp("site"), FIRST_PORT + PORTS * number
        child, site = start(data, port, office.address)
        try:
            site.url = address_told(child, site)
            assert site.url, f"The site did not start:\n{site.output.read_text()}"
            yield site
        finally:
            stop([child], seconds=8)


@pytest.fixture
def at_rest(transactional_db: None) -> Iterator[None]:
    """Before the tables are emptied, what the served processes are doing for a page that was left
    comes to its end: PostgreSQL empties no table that somebody reads."""
    yield
    if connection.vendor == "postgresql":
        eventually(lambda: not others_at_work())


def others_at_work() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and pid <> pg_backend_pid() and state <> 'idle'"
        )
        return int(cursor.fetchone()[0])


@pytest.fixture
def site(served: Site, at_rest: None) -> Iterator[Site]:
    """The running site for one test; what it writes to its log stands in the report of a test
    that failed."""
    before = served.output.stat().st_size
    yield served
    with served.output.open("rb") as log:
        log.seek(before)
        print(log.read().decode(), end="")
