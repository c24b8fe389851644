"""The package for ``pipx run`` and ``uvx``, in an environment that has nothing else."""

import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest

from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.offline import session
from tests.helpers.served import ROOT, UP_WITHIN, environment, eventually

pytestmark = pytest.mark.programs


class NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_what: object) -> None:
        return None


def browser(url: str) -> session.Browser:
    opener = build_opener(NoRedirects, HTTPCookieProcessor(CookieJar()))

    def send(method: str, path: str, body: bytes, headers: dict[str, str]) -> session.Reply:
        there = {
            name: url + value if name == "referer" else value for name, value in headers.items()
        }
        request = Request(url + path, body or None, there, method=method)
        try:
            answer = opener.open(request, timeout=30)
        except HTTPError as error:
            answer = error
        return session.Reply(answer.status, answer.headers.get("Location", ""), answer.read())

    return session.Browser(send)


def answers(url: str) -> bool:
    try:
        return browser(url).get("/").status == 200
    except (URLError, OSError):
        return False


@contextmanager
def started(program: Path, home: Path) -> Iterator[str]:
    with listen(18900) as free:
        port = port_of(free)
    words = ["--port", str(port), "--no-demo", "--no-pocket"]
    inherited = environment(HOME=str(home), SHOW_QR="no")
    for name in ("DATA_DIR", "PROMETHEUS_MULTIPROC_DIR", "PYTHONPATH", "XDG_DATA_HOME"):
        inherited.pop(name, None)
    child = Child("package", [str(program), *words], {"env": inherited, "cwd": str(home)})
    child.start()
    try:
        url = f"http://127.0.0.1:{port}"
        assert eventually(lambda: answers(url), UP_WITHIN)
        yield url
    finally:
        stop([child])


def test_a_hand_is_saved_by_a_package_in_an_empty_environment(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", tmp_path, ROOT], check=True)
    [package] = tmp_path.glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=False)
    python = tmp_path / "empty" / "bin" / "python"
    subprocess.run([*pip, "--python", python, "install", "--no-compile", package], check=True)
    home = tmp_path / "home"
    home.mkdir()
    with started(python.with_name("scorekeeper"), home) as url:
        phone = browser(url)
        begun = phone.post(
            "/", "/start/", name=session.NAMES, variant="pool_rummy", time_zone="Asia/Kolkata"
        )
        saved = session.saved(
            phone.post(begun.location, "/hand/", **session.answers(session.SLIPS[0]))
        )
        assert "Hand 1 saved" in phone.get(saved.location).text
        assert 'href="/static/css/app.' in phone.get("/").text
        assert "A worked hand" in phone.get("/games/pool_rummy/").text
    assert (home / ".local/share/scorekeeper/scorekeeper.sqlite3").exists()
