"""What a real Sentry and a real collector would get of requests that carry secrets."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.conf import settings

from scorekeeper.core.logs import SECRET_ADDRESSES, masked
from scorekeeper.extensions.operation.admin.session import COOKIE as ADMIN_COOKIE
from tests.helpers.keyed_pages import with_a_key
from tests.helpers.served import ROOT, environment
from tests.helpers.webserver import collected

KEY = "Kept-Secret_0123456789abcdefghijklmnopqrstuvw"
REQUESTS = f'''
import logging, os, sys
from http.client import HTTPConnection
import django
django.setup()
from django.test import Client
from django.urls import get_resolver
KEY = "{KEY}"
def send_on():
    """As a result goes to a chat, with its key in the address."""
    if place := os.environ.get("SENTRY_DSN", "").partition("@")[2].partition("/")[0]:
        chat = HTTPConnection(place)
        chat.request("POST", "/bot" + KEY + "/sendMessage")
        chat.getresponse().read()
def broken(request, **_):
    send_on()
    local, meta = KEY, request.META
    logging.getLogger("scorekeeper").error("At /join/%s/ with %s", KEY, meta["HTTP_COOKIE"])
    raise RuntimeError(f"From {{meta['HTTP_REFERER']}} with {{meta['HTTP_AUTHORIZATION']}}")
for pattern in get_resolver().url_patterns:
    for inner in getattr(pattern, "url_patterns", []):
        if getattr(inner, "name", "") in ("join", "games"):
            inner.callback = broken
headers = {{"Cookie": "scorekeeper=" + KEY, "Authorization": "Bearer " + KEY, "X-CSRFToken": KEY}}
headers["Referer"] = "https://score.example.org/join/" + KEY + "/?code=" + KEY
client = Client(raise_request_exception=False, headers=headers)
paths = ["/join/%s/", "/games/?code=%s", "/rules/%s/", "/join//%s/", "/out/%s/"]
paths = [path % KEY for path in paths] + ["/recover/?code=" + KEY, "/" + chr(37) + "6Aoin/" + KEY]
for path in paths:
    client.get(path)
    client.post(path, {{"code": KEY}})
for name in ("sentry_sdk", "opentelemetry"):
    print(name, name in sys.modules)
if "sentry_sdk" in sys.modules:
    import sentry_sdk
    sentry_sdk.flush(5)
if "opentelemetry" in sys.modules:
    from opentelemetry import trace
    trace.get_tracer_provider().force_flush()
'''


@contextmanager
def receiver() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """The host and port of a server that keeps whatever is sent to it."""
    got: list[tuple[str, bytes]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # as the library calls it
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            is_packed = self.headers.get("Content-Encoding") == "gzip"
            got.append((self.path, gzip.decompress(body) if is_packed else body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_told: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}", got
        server.shutdown()


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    settings = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "LOG_LEVEL": "ERROR"}
    return collected(tmp_path_factory.mktemp("reporting")) | settings


def output(env: dict[str, str]) -> str:
    """What a program says that answered requests with secrets."""
    command = [sys.executable, "-c", REQUESTS]
    ran = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.one_database
@pytest.mark.programs
def test_what_is_sent_holds_no_secret(env: dict[str, str]) -> None:
    with receiver() as (sentry, errors), receiver() as (collector, traces):
        addresses = {
            "SENTRY_DSN": f"http://public@{sentry}/1",
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://{collector}",
            "OTEL_INSTRUMENTATION_HTTP_CAPTURE_HEADERS_SERVER_REQUEST": ".*",
        }
        output(env | addresses)
    sent = b"".join(body for _path, body in [*errors, *traces])
    assert b"RuntimeError" in b"".join(body for _path, body in errors)
    assert any(path == "/v1/traces" and b"join" in body for path, body in traces)
    leaks = [sent[max(at.start() - 60, 0) : at.end() + 9] for at in re.finditer(KEY.encode(), sent)]
    assert leaks == []


@pytest.mark.one_database
@pytest.mark.programs
def test_without_a_setting_neither_library_is_loaded(env: dict[str, str]) -> None:
    assert output(env) == "sentry_sdk False\nopentelemetry False\n"


@pytest.mark.parametrize(
    ("name", "library"),
    [("SENTRY_DSN", "sentry_sdk"), ("OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry")],
)
@pytest.mark.programs
def test_a_library_that_is_not_installed_is_named_at_the_start(
    tmp_path: Path, name: str, library: str
) -> None:
    hide = f"import sys; sys.modules[{library!r}] = None; from scorekeeper import wsgi"
    env = environment(MODE="play", DATA_DIR=str(tmp_path), **{name: "http://public@localhost/1"})
    ran = subprocess.run(
        [sys.executable, "-c", hide], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert ran.returncode == 3
    assert ran.stderr.startswith(f"{name} is set, but") and ran.stderr.count("\n") == 1
    assert "requirements/site.txt" in ran.stderr


def test_the_logs_and_the_proxy_know_every_address_that_is_a_key() -> None:
    from django.urls import get_resolver

    pages = list(with_a_key(get_resolver()))
    assert pages and all("Kept" not in masked(page) for page in pages)
    starts = {*SECRET_ADDRESSES, *settings.EXTENSIONS.secret_addresses}
    for proxy in ("nginx.conf", "Caddyfile"):
        text = (ROOT / "deploy" / proxy).read_text()
        known = re.search(r"\(\?:([a-z/+|]+mail[a-z/+|]+)\)", text)
        assert known and {*known[1].replace("/+", "/").split("|")} == starts, proxy


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("GET /join/abc/ 200", "GET /join/*/ 200"),
        ("https://h//JOIN//abc/x?a=abc", "https://h//JOIN//*/x?*"),
        ("/%6Aoin/abc", "/join/*"),
        ("/mail/stop/abc/", "/mail/stop/*/"),
        ("/recover/?code=abc and more", "/recover/?* and more"),
        ("Cookie: scorekeeper=abc; language=hi", "Cookie: scorekeeper=*; language=hi"),
        ("Authorization: Bearer abc", "Authorization: Bearer *"),
        ("Who joined? 100% of them.", "Who joined? 100% of them."),
    ],
)
def test_a_text_is_masked_as_it_should_be(text: str, right: str) -> None:
    assert masked(text) == right


def test_the_cookies_of_the_site_are_masked(settings: Any) -> None:
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, ADMIN_COOKIE):
        assert masked(f"{name}=abc") == f"{name}=*"
