"""``play --https``: the real command, and devices that trust its own authority and no other."""

import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import (
    HTTPCookieProcessor,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
    urlopen,
)

import pytest
from django.test import Client, RequestFactory

from scorekeeper.clubs.models import Role
from scorekeeper.core.server.authority import Authority
from scorekeeper.core.server.certificates import prepare
from scorekeeper.core.server.network import device_url
from scorekeeper.website.certificates.views import kind_of, target_url
from tests.helpers import factories as make
from tests.helpers.served import ROOT, environment, eventually

pytestmark = pytest.mark.programs

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@dataclass
class Started:
    site: str
    door: str
    output: str
    authority: Authority

    @property
    def port(self) -> int:
        return int(self.site.rpartition(":")[2])


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """Everything, as ``go.py play --https`` starts it, in an empty data folder."""
    data = tmp_path_factory.mktemp("https")
    env = environment(DATA_DIR=str(data), PORT="18640", SHOW_QR="no")
    command = [sys.executable, "manage.py", "play", "--https", "--no-demo"]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as it:
        assert it.stdout is not None
        output = ""
        for line in it.stdout:
            output += line
            if "Ctrl-C" in line:
                break
        match = re.search(r"https://localhost:(\d+)/", output)
        assert match, output
        door = re.search(r"http://[\d.]+:(\d+)/", output)
        number = int(door[1]) if door else int(match[1]) + 1
        site, plain = f"https://localhost:{match[1]}", f"http://localhost:{number}"
        yield Started(site, plain, output, Authority(data / "authority"))
        it.terminate()


def fetched(address: str) -> tuple[str, bytes]:
    with urlopen(address, timeout=20) as answer:
        return answer.url, answer.read()


def phone_trusting(der: bytes) -> OpenerDirector:
    context = ssl.create_default_context(cadata=der)
    assert len(context.get_ca_certs()) == 1, "this one and no other"
    return build_opener(HTTPSHandler(context=context), HTTPCookieProcessor(CookieJar()))


def test_a_device_fetches_the_certificate_and_starts_a_club_over_https(started: Started) -> None:
    url, page = fetched(f"{started.door}/join/secret/")
    assert url == f"{started.door}/trust/?to=%2Fjoin%2Fsecret%2F"
    assert f'href="{started.site}/join/secret/"'.encode() in page
    for group in started.authority.fingerprint_groups():
        assert group.encode() in page and group in started.output

    assert not started.authority.was_fetched, "until now the code in the terminal leads here"
    der = fetched(f"{started.door}/trust/scorekeeper.crt")[1]
    assert started.authority.was_fetched
    phone = phone_trusting(der)
    with phone.open(f"{started.site}/", timeout=20) as answer:
        front = answer.read().decode()
        cookies = answer.headers.get_all("Set-Cookie")
    assert cookies and all("Secure" in cookie for cookie in cookies)
    assert "Strict-Transport-Security" not in answer.headers, "localhost is not ours alone"
    [token, *_more] = TOKEN.findall(front)
    form = {"csrfmiddlewaretoken": token, "name": "", "token": "a-token-of-a-test"}
    sent = urlencode(form).encode()
    headers = {"Referer": f"{started.site}/", "Origin": started.site}
    with phone.open(Request(f"{started.site}/start/", sent, headers), timeout=20) as answer:
        assert answer.url == f"{started.site}/start/"
        assert "csrf" not in answer.url and answer.status == 200

    with pytest.raises(URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urlopen(f"{started.site}/", timeout=20)


def test_devices_that_are_slow_with_the_handshake_or_after_it_stop_nobody(started: Started) -> None:
    """The server has eight threads."""
    context = ssl.create_default_context(cafile=str(started.authority.certificate))
    with ExitStack() as stack:
        for number in range(40):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", started.port), 15))
            if number % 2:
                slow = stack.enter_context(context.wrap_socket(slow, server_hostname="localhost"))
                slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        with urlopen(f"{started.site}/health/", timeout=4, context=context) as answer:
            assert answer.status == 200


def test_a_new_certificate_is_served_without_a_restart(started: Started) -> None:
    """It is made anew where an address of this computer changed, and when its end is near."""
    address = ("localhost", started.port)
    before = ssl.get_server_certificate(address)
    prepare(started.authority.folder, ["another.local"], [])  # as of another network
    assert eventually(lambda: ssl.get_server_certificate(address) != before)
    context = ssl.create_default_context(cafile=str(started.authority.certificate))
    with urlopen(f"{started.site}/health/", timeout=4, context=context) as answer:
        assert answer.status == 200


# Without starting anything -----------------------------------------------------------------------


@pytest.fixture
def at_home(settings: Any, tmp_path: Path) -> Any:
    settings.HTTPS, settings.PORT, settings.TRUST_PORT = True, 8000, 8001
    settings.AUTHORITY_DIR = tmp_path
    return settings


@pytest.mark.parametrize(
    ("wanted", "goal"),
    [
        ("/sessions/abc/?v=1", "/sessions/abc/?v=1"),
        ("//evil.example/", "/"),
        ("https://evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_the_page_leads_on_to_this_computer_only(at_home: Any, wanted: str, goal: str) -> None:
    request = RequestFactory().get("/trust/", {"to": wanted}, headers={"Host": "192.168.1.20:8001"})
    assert target_url(request) == f"https://192.168.1.20:8000{goal}"


def test_an_invitation_leads_a_new_device_by_the_page_on_trust(at_home: Any) -> None:
    request = RequestFactory().get("/", headers={"Host": "192.168.1.20:8000"}, secure=True)
    assert device_url(request, "/join/x/") == "http://192.168.1.20:8001/join/x/"


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)", "iphone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9)", "android"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "computer"),
        ("", "computer"),
    ],
)
def test_each_kind_of_device_is_told_its_own_steps(agent: str, kind: str) -> None:
    assert kind_of(agent) == kind


def test_without_https_there_is_no_certificate_and_in_production_no_page(
    client: Client, settings: Any
) -> None:
    assert client.get("/trust/scorekeeper.crt").status_code == 404
    assert "play --https" in client.get("/trust/").content.decode()
    settings.PLAY = False
    assert client.get("/trust/").status_code == 404


@pytest.mark.django_db
def test_what_is_missing_without_https_is_said_where_it_would_be_used_and_only_there() -> None:
    table = make.play(make.session(), make.pool_hand("Asha", Dev=43, Meera=2, Omar=3))
    phone = make.client_with(Role.HOST, table.game.session.club)
    session = f"/sessions/{table.game.session.code}"
    missing_things = {
        f"/g/{table.game.session.club.code}/share/": ["link"],
        f"{session}/invite/": ["link"],
        f"{session}/settle/": ["text"],
        f"{session}/": ["awake"],
        f"{session}/games/{table.game.number}/hand/": ["awake"],
    }
    for address, things in missing_things.items():
        for secure, expected in ((False, things), (True, [])):
            page = phone.get(address, secure=secure).content.decode()
            assert re.findall('data-missing="([a-z]+)"', page) == expected, address
