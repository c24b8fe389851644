"""Sites on the server of the tests, run by the programs of this release or of a later one."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from tests.helpers.served import ROOT, address_of_database, environment

NOW: Final = "scorekeeper.settings"
LATER: Final = "tests.extensions.operation.releases.later.settings"
"""Settings of this release, and of one with a migration more."""
NAME: Final = "scorekeeper_of_a_release"
DIGESTS: Final = """
import django
django.setup()
from scorekeeper.play.models import Hand
print(*Hand.objects.order_by("pk").values_list("digest", flat=True), sep="\\n")
"""


@dataclass
class ReleaseSite:
    folder: Path
    url: str

    def environment(self, release: str) -> dict[str, str]:
        own = {"DATA_DIR": str(self.folder), "DATABASE_URL": self.url, "MODE": "play"}
        own |= {"DJANGO_SETTINGS_MODULE": release, "SECRET_KEY": settings.SECRET_KEY}
        return environment(**own)

    def run(self, release: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment(release),
            capture_output=True,
            text=True,
            check=False,
        )

    def manage(self, release: str, *arguments: str) -> str:
        done = self.run(release, "manage.py", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def digests(self, release: str) -> list[str]:
        """Of all hands, in the order of their rows."""
        return self.run(release, "-c", DIGESTS).stdout.split()


@contextmanager
def release_site(folder: Path) -> Iterator[ReleaseSite]:
    """Beside the database of the tests, and empty."""
    if connection.vendor == "sqlite":
        yield ReleaseSite(folder, f"sqlite:///{folder}/scorekeeper.sqlite3")
        return
    name = f"{NAME}_{connection.settings_dict['NAME'][-12:]}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
    try:
        yield ReleaseSite(folder, address_of_database(name))
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
