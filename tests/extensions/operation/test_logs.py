"""A public site as docs/operating.md starts it, behind its nginx: two hundred requests of all kinds
leave no secret in any log, and the counts of all processes are in one page."""

import http.client
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.helpers.production import Production
from tests.helpers.proxied import Site, two_free_ports
from tests.helpers.proxy import NAME, proxy
from tests.helpers.served import eventually
from tests.helpers.webserver import Server

pytestmark = [
    *(pytest.mark.redis, pytest.mark.proxy, pytest.mark.programs, pytest.mark.one_database)
]

KEY = "Kept-Secret_0123456789abcdefghijklmnopqrstuvw"
SECRET = re.compile("Kept-Secret|%4Bept-Secret", re.IGNORECASE)
SENT = {
    "Cookie": f"scorekeeper={KEY}; csrftoken={KEY}",
    "Authorization": f"Bearer {KEY}",
    "X-CSRFToken": KEY,
    "Referer": f"https://{NAME}/join/{KEY}/?code={KEY}",
}
TRICKS = (
    *("/join/{}", "//join//{}/", "/JOIN/{}/", "/%6Aoin/{}/", "/join/{}/more/", "/join/{}?to={}"),
    *("/sessions/abc/?token={}", "/g/abc/?code={}", "/recover/?code={}", "/?to=/join/{}/"),
    *("/out/{}.json", f"/join/%4B{KEY[1:]}/", "/rules/{}/?a=b", "/mail//stop/{}/", "/jobs/{}"),
    "/proof/{}%2F",
)


def addresses(routes: URLResolver, before: str = "") -> Iterator[str]:
    """Every address of the site, with the secret where one may stand."""
    for pattern in routes.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, route)
        elif isinstance(pattern, URLPattern):
            route = re.sub(r"<str:(?:token|secret)>|(?<=^jobs/)<str:key>", KEY, route)
            yield "/" + re.sub(r"<int:\w+>", "1", re.sub(r"<\w+:\w+>", "abc", route))


def requests() -> Iterator[tuple[str, str, bytes | None]]:
    for path in addresses(get_resolver()):
        yield "GET", path, None
        yield "POST", path + f"?token={KEY}", f"token={KEY}&code={KEY}".encode()
    for trick in TRICKS:
        for method in ("GET", "HEAD", "POST", "BREW"):
            yield method, trick.replace("{}", KEY), None
    yield "GET", f"/join/{KEY}/" + "x" * 9000, None  # too long for the proxy
    yield "POST", f"/join/{KEY}/", b"a" * 70_000


@pytest.fixture
def site(production: Production, tmp_path: Path) -> Iterator[Site]:
    port, plain = two_free_ports()
    server = Server(production.port, production.server, tmp_path)
    with proxy(tmp_path / "nginx", production.port, port, plain) as believed:
        behind = Site(port, plain, believed, server, tmp_path)
        assert eventually(lambda: answers(behind))
        yield behind


def answers(site: Site) -> bool:
    with suppress(OSError):
        return bool(site.ask("/health/").status == 200)
    return False


def ask(site: Site, method: str, path: str, body: bytes | None) -> int:
    """0 if the connection was closed without an answer."""
    connection = site.connection()
    with suppress(OSError, http.client.HTTPException):
        connection.request(method, path, body=body, headers=SENT)
        return int(connection.getresponse().status)
    return 0


def logs(folder: Path) -> dict[str, str]:
    """What nginx, web server, worker and beat wrote, by file."""
    files = [*folder.rglob("*.log"), *folder.rglob("errors"), folder / "log"]
    return {str(path.relative_to(folder)): path.read_text(errors="replace") for path in files}


def test_no_request_leaves_a_secret_in_any_log(site: Site, production: Production) -> None:
    probes = list(requests())
    assert len(probes) >= 200 and sum(KEY in path for _method, path, _body in probes) >= 60
    statuses = {ask(site, *request) for request in probes}
    assert statuses >= {200, 301, 403, 404, 405, 413, 414}, statuses
    plain = http.client.HTTPConnection("127.0.0.1", site.plain, timeout=20)
    plain.request("GET", f"/join/{KEY}/", headers={"Host": NAME, **SENT})
    assert plain.getresponse().status == 301
    production.worker.signal_group(15)  # what they write at their end counts too
    production.beat.signal_group(15)
    assert eventually(lambda: "/join/*" in logs(site.folder)["nginx/score.log"])
    written = logs(site.folder)
    assert len(written["nginx/score.log"].splitlines()) >= 200
    assert '"message": "GET /join/<str:token>/' in written["log"]
    leaks = [
        (name, line)
        for name, text in written.items()
        for line in text.splitlines()
        if SECRET.search(line)
    ]
    assert leaks == []


def test_the_metrics_add_up_all_processes(production: Production) -> None:
    """Whichever of the four web processes answers; and what the worker's processes did."""
    for _time in range(40):
        with urlopen(f"http://127.0.0.1:{production.port}/health/") as answer:
            answer.read()
    url = f"http://127.0.0.1:{production.port}/metrics"

    def counts(pattern: str) -> float:
        with urlopen(url) as answer:
            return sum(map(float, re.findall(pattern, answer.read().decode(), re.MULTILINE)))

    health = r'^scorekeeper_requests_total{.*route="health".*} (\S+)$'
    assert len({counts(health) for _time in range(10)}) == 1, "each process says the same"
    assert counts(health) >= 40
    pulses = r'^scorekeeper_tasks_total{.*task="operation.health.tasks.pulse".*} (\S+)$'
    assert eventually(lambda: counts(pulses) >= 1)
