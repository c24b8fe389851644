"""``deploy/Caddyfile``, run by Debian's Caddy in front of the real web server."""

import http.client
import json
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import pytest

from scorekeeper.core.server.subprocesses import Child, stop
from tests.helpers.post_office import free_port
from tests.helpers.proxy import NAME, certify
from tests.helpers.served import eventually
from tests.helpers.webserver import collected, webserver

pytestmark = [pytest.mark.caddy, pytest.mark.programs]

KEY = "kEy-0123456789-abcdefghij"
DOORS = ("join", "come", "calendar", "out", "proof", "rules", "jobs", "mail/stop")


TRUSTING = ssl.create_default_context()
TRUSTING.check_hostname = False
TRUSTING.verify_mode = ssl.CERT_NONE


class Https(http.client.HTTPSConnection):
    """To the proxy of this test under the name of the site."""

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout)
        self.sock = TRUSTING.wrap_socket(plain, server_hostname=NAME)


@dataclass(frozen=True)
class Proxied:
    port: int
    folder: Path

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> http.client.HTTPResponse:
        connection = Https(NAME, self.port, timeout=20, context=TRUSTING)
        connection.request(method, path, body, dict(headers))
        response = connection.getresponse()
        response.read()
        connection.close()
        return response


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    folder = tmp_path_factory.mktemp("caddy")
    environment = collected(folder) | {"BEHIND_PROXY": "yes", "SECURE": "yes"}
    certify(folder, NAME)
    with webserver(environment, folder / "scratch", "--workers=1") as server:
        port = free_port()
        site = Proxied(port, folder)
        command = ["caddy", "run", "--config", str(caddyfile(site, server.port))]
        child = Child("caddy", command, {"env": environment | {"HOME": str(folder)}})
        child.start()
        try:
            assert eventually(lambda: answers(site))
            yield site
        finally:
            stop([child], seconds=5)


def caddyfile(site: Proxied, upstream: int) -> Path:
    """The text as it is, but for addresses, and a certificate of this test's own."""
    text = Path("deploy/Caddyfile").read_text()
    certificate = f"tls {site.folder}/fullchain.pem {site.folder}/privkey.pem"
    for written, here in (
        ("{\n\tservers", "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers"),
        (f"\n{NAME} {{\n", f"\nhttps://{NAME}:{site.port} {{\n\t{certificate}\n"),
        ("127.0.0.1:8001", f"127.0.0.1:{upstream}"),
        ("/var/log/caddy", str(site.folder)),
    ):
        assert written in text, written
        text = text.replace(written, here)
    file = site.folder / "Caddyfile"
    file.write_text(text)
    return file


def answers(site: Proxied) -> bool:
    with suppress(OSError):
        return site.ask("/health/").status == 200
    return False


def test_pages_come_with_the_number_of_their_request(site: Proxied) -> None:
    response = site.ask("/games/", headers={"X-Request-ID": "my-own"})
    assert response.status == 200 and response.headers["Strict-Transport-Security"]
    assert response.headers["X-Request-ID"] not in ("", "my-own", None)


def test_a_body_that_is_too_large_is_refused(site: Proxied) -> None:
    assert site.ask("/start/", "POST", body=b"x" * 100_000).status == 413


def test_the_log_has_requests_and_no_key(site: Proxied) -> None:
    for door in DOORS:
        for path in (
            f"/{door}/{KEY}/",
            f"//{door}//{KEY}/more/?and={KEY}",
            f"/{door.upper()}/{KEY}",
        ):
            site.ask(path, headers={"Referer": f"https://{NAME}/join/{KEY}/", "Cookie": KEY})
    site.ask(f"/games/?from={KEY}")
    log = site.folder / "score.log"
    assert eventually(lambda: "/games/" in log.read_text())
    text = log.read_text()
    assert KEY not in text
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) > 3 * len(DOORS) and all(line["status"] for line in lines)
