"""A session on a public site: the commands and the proxy of docs/operating.md."""

import re
import ssl
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import call_command
from playwright.sync_api import Page, expect

from scorekeeper.core.server.management.commands.play import listen, port_of
from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.browser import session
from tests.helpers.project.setup import PRODUCTION, answers_over_https, production_commands
from tests.helpers.proxy import proxy
from tests.helpers.served import ROOT, address_of_the_test_database, environment, eventually

pytestmark = [
    *(pytest.mark.browser, pytest.mark.postgres, pytest.mark.redis, pytest.mark.proxy),
    pytest.mark.django_db(transaction=True),
    pytest.mark.programs,
]
NAME = PRODUCTION["ALLOWED_HOSTS"]
QUEUE = 14  # of Redis; the other test of these commands has one of its own


@dataclass
class Public:
    url: str
    output: Path


def start(folder: Path, redis_url: str, inside: int, url: str) -> tuple[list[Child], Public]:
    """Once what is done once, and then what is kept running, in the order of docs/operating.md."""
    folder.mkdir()
    fonts = Path(settings.DATA_DIR) / "fonts"
    fonts.mkdir(exist_ok=True)
    (folder / "fonts").symlink_to(fonts)
    real = {"DATABASE_URL": address_of_the_test_database(), "BROKER_URL": f"{redis_url}/{QUEUE}"}
    real |= {"DATA_DIR": str(folder), "BEHIND_PROXY": "yes", "CSRF_TRUSTED_ORIGINS": url}
    process_options = {"cwd": ROOT, "env": environment(**PRODUCTION | real)}
    public = Public(url, folder / "output")
    with public.output.open("wb") as log:
        heard = process_options | {"stdout": log, "stderr": log}
        *once, server, worker, beat = production_commands(inside)
        for command in once:
            child = Child(" ".join(command), command, heard)
            child.start()
            assert child.process and child.process.wait() == 0, public.output.read_text()
        running = [Child(" ".join(it), it, heard) for it in (server, worker, beat)]
        for child in running:
            child.start()
    return running, public


@pytest.fixture
def public(transactional_db: None, tmp_path: Path, redis_url: str) -> Iterator[Public]:
    with listen(18720) as first, listen(18730) as second, listen(18740) as third:
        inside, outside, plain = port_of(first), port_of(second), port_of(third)
    running, site = start(tmp_path / "data", redis_url, inside, f"https://{NAME}:{outside}")
    try:
        with proxy(tmp_path / "nginx", inside, outside, plain, NAME):
            assert eventually(lambda: answers_over_https(inside)), site.output.read_text()
            yield site
        assert all(child.is_running for child in running), site.output.read_text()
    finally:
        stop(running, seconds=10)
        print(site.output.read_text())


def hears(page: Page) -> bool:
    """Whether a version is heard at once on the line of this board, through the proxy."""
    place = urlsplit(page.url)
    cookies = page.context.cookies()
    cookie_header = "; ".join(f"{cookie.get('name')}={cookie.get('value')}" for cookie in cookies)
    trust = ssl._create_unverified_context()  # that of the test's own proxy
    line = HTTPSConnection("127.0.0.1", place.port, timeout=5, context=trust)
    try:
        line.request(
            "GET", f"{place.path}live/", headers={"Host": place.netloc, "Cookie": cookie_header}
        )
        answer = line.getresponse()
        lines = (answer.readline() for _line in range(6))
        return answer.status == 200 and any(re.match(rb"data: \d+\n", content) for content in lines)
    finally:
        line.close()


def test_an_session_on_a_public_site(
    public: Public, new_phone: Callable[..., Page], screenshot: Callable[..., Path]
) -> None:
    """A club, hands, a correction, settling up, the paper by the real worker through Redis, and a
    second device that joins by link; every cookie keeps to https."""
    host, other = (new_phone(ignore_https_errors=True) for _phone in range(2))
    game = session.POOL

    def picture(page: Page, name: str) -> None:
        screenshot(page, f"public-{name}", full=False)

    session.start(host, public.url, game, picture)
    other.goto(session.invitation(host, picture))
    other.get_by_role("button", name="Join").tap()
    expect(other.get_by_text("Hand 1 ·")).to_be_visible()
    assert hears(other), "the proxy keeps back what is said on a line, or ends it"
    host.goto(public.url)
    host.get_by_text("Continue: hand 1").tap()
    session.play(host, other, game, picture)
    session.settle(host, other, game, picture)
    session.read_the_statement(host, game, picture)
    session.look_at_the_season(other, game, picture)
    call_command("checkledger")
    kept = [cookie for page in (host, other) for cookie in page.context.cookies()]
    assert {cookie["name"] for cookie in kept} >= {settings.SESSION_COOKIE_NAME, "csrftoken"}
    assert all(cookie["secure"] for cookie in kept), kept
