"""The proxy of docs/operating.md in front of the real web server: who is slow, greedy or a liar
harms nobody."""

import http.client
import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from django.urls import get_resolver

from tests.helpers.keyed_pages import KEY, with_a_key
from tests.helpers.proxied import Site, two_free_ports
from tests.helpers.proxy import NAME, proxy
from tests.helpers.served import eventually
from tests.helpers.webserver import collected, webserver

pytestmark = [pytest.mark.proxy, pytest.mark.programs]

MB = 1024 * 1024
SLOW = 200


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("proxied")
    env = collected(folder) | {"BEHIND_PROXY": "yes", "SECURE": "yes"}
    with webserver(env, folder / "scratch", "--workers=1") as server:
        port, plain = two_free_ports()
        with proxy(folder / "nginx", server.port, port, plain) as believed:
            proxied = Site(port, plain, believed, server, folder)
            assert eventually(lambda: answers(proxied)), (folder / "nginx" / "errors").read_text()
            yield proxied


def answers(site: Site) -> bool:
    with suppress(OSError):
        return bool(site.ask("/health/").status == 200)
    return False


# As it should be -----------------------------------------------------------------------------


def test_the_page_comes_over_https_with_its_number(site: Site):
    answer = site.ask(headers={"X-Request-ID": "what-I-say-myself"})
    assert answer.status == 200
    assert answer.headers["Strict-Transport-Security"]
    assert len(answer.headers["X-Request-ID"]) == 32


def test_plain_http_is_sent_to_https(site: Site):
    connection = http.client.HTTPConnection("127.0.0.1", site.plain, timeout=20)
    connection.request("GET", "/games/", headers={"Host": NAME})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/games/")
    connection.close()


def start(site: Site, token: str, **options: Any) -> int:
    """Press start, as a browser without anything does: the page first, for its token."""
    headers = options.pop("headers", {})
    place = {"address": options.get("address", "127.0.0.1")}
    cookie = site.ask(**place).headers["Set-Cookie"].split(";")[0]
    body = f"name=Asha&name=Dev&variant=pool_rummy&token={token}"
    sent = {"Cookie": cookie, "X-CSRFToken": cookie.partition("=")[2]}
    sent |= {"Referer": f"https://{NAME}:{site.port}/", **headers}
    sent["Content-Type"] = "application/x-www-form-urlencoded"
    return int(site.ask("/start/", "POST", body=body, headers=sent, **place).status)


def test_who_claims_another_address_is_not_believed(site: Site):
    """Each press claims to come from somewhere else; the limit of its real address is met."""
    pressed = [
        start(
            site,
            f"a-token-of-a-liar-{number}",
            address="127.0.0.9",
            headers={"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": "for=10.0.0.1"},
        )
        for number in range(22)
    ]
    assert pressed[:20] == [302] * 20 and pressed[-1] == 429
    assert start(site, "a-token-of-somebody-else", address="127.0.0.10") == 302


# Slow ----------------------------------------------------------------------------------------

BEGUN = (
    f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Slow: ",
    f"POST /start/ HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 60000\r\n\r\n",
    f"POST /start/ HTTP/1.1\r\nHost: {NAME}\r\nTransfer-Encoding: chunked\r\n\r\nfff0\r\n",
)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.7"], ids=["same", "another"])
def test_two_hundred_dripping_clients_stop_nobody(site: Site, address: str):
    over = Event()

    def drip() -> None:
        while not over.wait(1):
            for client in slow:
                with suppress(OSError):
                    client.sendall(b"a")

    with ExitStack() as stack:
        slow = []
        for number in range(SLOW):
            connection = stack.enter_context(closing(site.connection(address)))
            connection.connect()
            connection.sock.sendall(BEGUN[number % len(BEGUN)].encode())
            slow.append(connection.sock)
        thread = Thread(target=drip)
        thread.start()
        try:
            assert [site.ask("/games/").status for _time in range(10)] == [200] * 10
        finally:
            over.set()
            thread.join()


# Large ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_chunked", [False, True])
def test_ten_megabytes_are_refused_in_our_own_words(site: Site, is_chunked: bool):
    """Of chunks, which no browser sends, the proxy says it in its own."""
    before = site.server.most_memory()
    connection = site.connection()
    connection.putrequest("POST", "/start/")
    length = ("Transfer-Encoding", "chunked") if is_chunked else ("Content-Length", str(10 * MB))
    connection.putheader(*length)
    connection.endheaders()
    with suppress(OSError):
        for piece in repeat(b"a" * 65536, 160):
            connection.send(b"10000\r\n%s\r\n" % piece if is_chunked else piece)
    answer = connection.getresponse()
    assert answer.status == 413
    assert is_chunked or "That is too large" in answer.read().decode()
    assert site.server.most_memory() - before < 8 * 1024
    connection.close()


def test_as_much_as_is_allowed_gets_through(site: Site):
    answer = site.ask("/start/", "POST", body=b"a" * 64 * 1024)
    assert answer.status == 403, "only its missing token is wrong"


def test_many_requests_of_one_device_are_all_answered(site: Site):
    connection = site.connection()
    statuses = []
    for _time in range(300):
        connection.request("GET", "/health/")
        answer = connection.getresponse()
        statuses.append((answer.status, json.loads(answer.read())["database"]))
    connection.close()
    assert set(statuses) == {(200, "ok")}


# What is written down ------------------------------------------------------------------------


def written(site: Site) -> str:
    files = [path for path in site.folder.rglob("*") if path.is_file()]
    logs = [path for path in files if path.suffix == ".log" or path.name == "errors"]
    return "".join(path.read_text() for path in logs)


def test_no_log_holds_a_key(site: Site) -> None:
    pages = list(with_a_key(get_resolver()))
    assert len(pages) >= 9 and all(KEY in page for page in pages)
    doors = {page.partition(KEY)[0] for page in pages}
    tricks = [
        "/%6Aoin/{}/",
        "//join//{}/",
        "/JOIN/{}",
        "/join/{}",
        "/recover/?code={}",
        "/?to=/join/{}/",
    ]
    for path in [*pages, *(trick.format(KEY) for trick in tricks)]:
        site.ask(path, headers={"Referer": f"https://{NAME}/join/{KEY}/"})
        site.ask(path, "POST", body=b"a")
        plain = http.client.HTTPConnection("127.0.0.1", site.plain, timeout=20)
        plain.request("GET", path, headers={"Host": NAME})
        plain.getresponse().read()
        plain.close()
    assert eventually(lambda: all(f"{door}*" in written(site) for door in doors)), written(site)
    assert KEY not in written(site)


def test_no_log_holds_a_key_when_the_site_is_down(site: Site, tmp_path: Path) -> None:
    """The error log quotes the request that could not be handed on."""
    (port, plain), (nobody, _other) = two_free_ports(), two_free_ports()
    with proxy(tmp_path / "nginx", nobody, port, plain) as believed:
        down = replace(site, port=port, plain=plain, believed=believed, folder=tmp_path)
        assert eventually(lambda: reached(down))
        path = f"/join/{KEY}/"
        assert down.ask(path, headers={"Referer": f"https://{NAME}{path}"}).status == 502
        assert eventually(lambda: '/join/*/" 502' in written(down))
        assert KEY not in written(down)


def reached(site: Site) -> bool:
    with suppress(OSError):
        return bool(site.ask("/").status)
    return False
