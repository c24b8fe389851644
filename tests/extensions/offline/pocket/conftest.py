"""The app for the pocket as ``manage.py pocket_site`` writes it, on a server of plain files.

The runtime, and what takes long to build, are kept in ``data/pocket`` here from one run to the
next, under names that say what is in them.

Where there is no runtime and npm does not bring one these tests are skipped; REQUIRE_POCKET=1 makes
that a failure.
"""

import fcntl
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from django.conf import settings

from scorekeeper.core.server.authority import Authority
from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.subprocesses import Child, stop
from scorekeeper.extensions.offline.pocket import building, runtime
from scorekeeper.extensions.offline.pocket import site as pocket
from tests.helpers.served import Site, eventually

HERE = Path(__file__).parent
HTTPS_FILES = HERE.parents[2] / "helpers" / "https_files.py"


def needed() -> bool:
    return os.environ.get("REQUIRE_POCKET", "") not in ("", "0")


@pytest.fixture(scope="session")
def pocket_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one's own. It is built once, by one of several processes, for as long as what is
    in it is the same."""
    folder = tmp_path_factory.mktemp("pocket") / "site"
    shutil.copytree(built() / "site", folder)
    return folder


@pytest.fixture(scope="session")
def release() -> Path:
    """What devices take along from a server: not to be changed."""
    return built() / "along"


@pytest.fixture
def along_site(site: Site, release: Path) -> Iterator[Site]:
    """The running site, and what devices take along is there."""
    place = site.data / "pocket" / "along"
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(release)
    yield site
    place.unlink()


@pytest.fixture(scope="session")
def newer_release(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As if one of our style sheets had changed."""
    folder = tmp_path_factory.mktemp("newer") / "along"
    kept = (release / "pocket" / "files").glob("*.bundle")
    bundles = {path.name.partition("-")[0]: path.read_bytes() for path in kept}
    changed = building.unbundled(bundles["app"]) | {"static/css/new.css": b"b {}"}
    pocket.write(folder, pocket.beside_the_site(bundles | {"app": building.bundle(changed)}))
    return folder


@pytest.fixture
def release_anew(along_site: Site, newer_release: Path) -> Callable[[], str]:
    """From then on the site hands out the newer release: its name."""

    def release() -> str:
        place = along_site.data / "pocket" / "along"
        place.unlink()
        place.symlink_to(newer_release)
        match = re.search(r'"name": "(\w+)"', (place / "sw.js").read_text())
        assert match
        return match[1]

    return release


def built() -> Path:
    kept = Path(settings.BASE_DIR) / "data" / "pocket"
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with suppress(FileExistsError):
            (Path(settings.DATA_DIR) / "pocket").symlink_to(kept)
        try:
            return written(kept)
        except runtime.MissingError as missing:
            if needed():
                raise
            pytest.skip(f"there is no runtime for the pocket: {missing}")


def written(kept: Path) -> Path:
    """The bundles are made once for both."""
    place = kept / f"built-{pocket.made_of()[:12]}"
    if not place.exists():
        draft = Path(tempfile.mkdtemp(dir=kept))
        bundles = building.bundles()
        pocket.write(draft / "site", pocket.placed(bundles))
        pocket.write(draft / "along", pocket.beside_the_site(bundles))
        for older in kept.glob("built-*"):
            shutil.rmtree(older, ignore_errors=True)
        draft.rename(place)
    return place


@pytest.fixture(scope="session")
def inside(pocket_site: Path) -> Callable[..., list[str]]:
    """``inside(script, folder)``: the lines that a script printed, run by the runtime's Python."""

    def run(script: str, folder: Path = HERE) -> list[str]:
        ran = subprocess.run(
            [*runtime.tools().node, str(HERE / "node.mjs"), pocket_site, HERE / script, folder],
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr[-4000:]
        return ran.stdout.splitlines()

    return run


@dataclass
class FileServer:
    """Python's own server of plain files: it knows nothing of the app."""

    folder: Path
    port: int
    child: Child
    authority: Authority | None = None

    @property
    def url(self) -> str:
        return f"{'https' if self.authority else 'http'}://localhost:{self.port}/"

    def start(self) -> None:
        self.child.start()
        assert eventually(self.answers), "the server of plain files did not start"

    def answers(self) -> bool:
        trust = None
        if self.authority:
            trust = ssl.create_default_context(cafile=str(self.authority.certificate))
        try:
            with urlopen(f"{self.url}sw.js", timeout=2, context=trust) as answer:
                return bool(answer.status == 200)
        except HTTPError:
            return True  # of a folder above the app
        except (URLError, OSError):
            return False

    def cut(self) -> None:
        """There is no network from here on."""
        stop([self.child])


@pytest.fixture
def file_server(pocket_site: Path) -> Iterator[FileServer]:
    with serving(pocket_site) as server:
        yield server


@contextmanager
def serving(folder: Path, authority: Authority | None = None) -> Iterator[FileServer]:
    """By https with an ``authority``."""
    with listen(18600) as free:
        port = port_of(free)
    command = [sys.executable, "-m", "http.server", str(port), "--directory", str(folder)]
    if authority:
        files = (folder, authority.server_certificate, authority.server_key)
        command = [sys.executable, str(HTTPS_FILES), str(port), *map(str, files)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = FileServer(folder, port, Child("files", command, quiet), authority)
    server.start()
    try:
        yield server
    finally:
        server.cut()
