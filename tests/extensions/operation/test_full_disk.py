"""A disk that is full: saves are refused in words, pages go on, and everything comes back."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from scorekeeper.core.server.management.commands import play
from scorekeeper.core.server.subprocesses import Child, stop
from scorekeeper.extensions.operation.metrics import files
from tests.helpers.served import eventually
from tests.helpers.webserver import ask, collected, status, webserver

PAGES = ("/", "/games/", "/games/paplu/", "/start/", "/nowhere/", "/metrics", "/about/", "/lost/")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(folder)]
    try:
        if subprocess.run(mount, capture_output=True).returncode:
            pytest.skip("this account may mount nothing")
    except FileNotFoundError:
        pytest.skip("no mount here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    filler = folder / "filler"
    with filler.open("ab", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue
    return filler


@pytest.mark.programs
def test_pages_go_on_where_the_disk_is_full_and_saves_come_back_with_room(
    small_disk: Path, tmp_path: Path
) -> None:
    env = collected(small_disk)
    env.pop("PROMETHEUS_MULTIPROC_DIR", None)
    with webserver(env, tmp_path / "scratch", "--workers=1") as server:
        process = server.worker()
        filler = fill(small_disk)
        answers = {page: status(ask(server.port, page)) for page in PAGES for _time in range(3)}
        assert set(answers.values()) <= {200, 302, 404}
        assert eventually(lambda: status(ask(server.port, "/health/")) == 503)
        filler.unlink()
        assert eventually(lambda: status(ask(server.port, "/health/")) == 200)
        counts = ask(server.port, "/metrics").decode()
        assert re.search(r'requests_total\{.*route="health', counts)
        assert server.worker() == process


@pytest.fixture
def own_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    files._take_number.cache_clear()
    yield tmp_path
    files._take_number.cache_clear()


def test_the_files_of_counters_have_no_holes(own_files: Path) -> None:
    number = files.process_number()
    for kind, size in files.SIZES.items():
        made = (own_files / f"{kind}_{number}.db").stat()
        assert made.st_size == size <= made.st_blocks * 512


@pytest.mark.usefixtures("own_files")
def test_nothing_is_counted_without_room(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(small_disk))
    filler, taken = fill(small_disk), list[int]()

    def act() -> None:
        taken.append(files.process_number())

    assert not files.count(act)
    filler.unlink()
    assert files.count(act)
    assert taken == [0]


def ended(name: str) -> Child:
    child = Child(name, ["true"])
    for _start in range(3):
        child.start()
    eventually(lambda: not child.is_running)
    return child


def test_the_site_goes_on_without_a_worker_that_keeps_stopping(capsys) -> None:
    web, worker = Child("web server", ["sleep", "60"]), ended("task worker")
    web.start()
    command = play.Command()
    try:
        for _time in range(3):
            command.look_after([web, worker])
        assert web.is_running and worker.is_paused
        assert capsys.readouterr().err.count("The task worker keeps stopping.") == 1
        worker.paused_until = 0.0
        command.look_after([web, worker])
        assert len(worker.starts) == 1
    finally:
        stop([web, worker])


def test_all_ends_where_the_web_server_keeps_stopping() -> None:
    with pytest.raises(CommandError, match="The web server keeps stopping"):
        play.Command().look_after([ended("web server")])


def test_a_start_on_a_full_disk_says_so(settings, small_disk: Path) -> None:
    settings.DATA_DIR = small_disk
    play.require_room()
    fill(small_disk)
    with pytest.raises(CommandError, match=r"is full. Make room and start again\."):
        play.require_room()
