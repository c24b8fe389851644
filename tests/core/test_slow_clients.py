"""The real web server, as it is started at a table: slow clients stop nobody, and what is too large
is not taken in."""

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import repeat

import pytest

from scorekeeper.core.server import LARGEST_BODY
from scorekeeper.core.server.management.commands import play
from tests.helpers.webserver import (
    Server,
    ask,
    collected,
    dripping,
    pour,
    status,
    status_of,
    webserver,
)

pytestmark = pytest.mark.programs

MB = 1024 * 1024


def options_at_a_table() -> list[str]:
    """Those of ``go.py play``, but for the address, and one process instead of two."""
    with socket.socket() as listener:
        command = list(play.web(listener, play.SiteAddress(0)).command)
    options = command[command.index("--bind") + 2 :]
    return [*options, "--workers=1"]


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return collected(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def server(env: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with webserver(env, tmp_path_factory.mktemp("scratch"), *options_at_a_table()) as running:
        yield running


# Slow ones -----------------------------------------------------------------------------------


def test_thirty_dripping_devices_stop_nobody(server: Server):
    with dripping(server.port, 30):
        answers = [status_of(server.port, "/health/") for _time in range(5)]
    assert answers == [200] * 5


def test_devices_that_do_not_hang_up_stop_nobody(server: Server):
    """Each has its answer, and keeps the line."""
    with ExitStack() as stack:
        for _phone in range(40):
            rude = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 15))
            rude.sendall(b"GET /health/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert status(rude.recv(65536)) == 200
        assert status_of(server.port, "/health/") == 200


def test_who_announces_very_much_and_sends_nothing_stops_nobody(server: Server):
    with ExitStack() as stack:
        for _phone in range(40):
            rude = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 15))
            rude.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999\r\n\r\n")
        assert status_of(server.port, "/health/") == 200
        rude.settimeout(15)
        content = b"".join(iter(lambda: rude.recv(65536), b""))
        assert status(content) == 413 and b"connection: close" in content


def test_more_slow_clients_than_may_wait_push_each_other_out_and_nobody_else(server: Server):
    with dripping(server.port, 450):
        assert status_of(server.port, "/health/") == 200


def test_a_body_that_comes_in_pieces_is_taken_as_a_whole(server: Server):
    body = b"variant=pool_rummy&persons=3"
    head = f"POST /games/pool_rummy/try/ HTTP/1.1\nHost: localhost\nContent-Length: {len(body)}\n\n"
    _sent, answer = pour(server.port, head.replace("Host", "Connection: close\nHost"), iter([body]))
    assert status(answer) == 403, "only its missing token is wrong"


def test_two_requests_in_one_piece_get_two_answers(server: Server):
    request = b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 15) as client:
        client.sendall(request + b"\r\n" + request + b"Connection: close\r\n\r\n")
        answers = b"".join(iter(lambda: client.recv(65536), b""))
    assert answers.count(b"HTTP/1.1 200") == 2


def test_who_waits_for_a_sign_to_send_gets_one(server: Server):
    head = b"POST /start/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 15) as client:
        client.sendall(head + b"Content-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        assert client.recv(65536).startswith(b"HTTP/1.1 100")
        client.sendall(b"a=b")
        assert b"HTTP/1.1 403" in b"".join(iter(lambda: client.recv(65536), b""))


# Large ones ----------------------------------------------------------------------------------

POST = "POST {path} HTTP/1.1\nHost: localhost\nContent-Type: {kind}\n{length}\n\n"
FORM = "application/x-www-form-urlencoded"
UPLOAD = "multipart/form-data; boundary=b"
PIECE = b"a" * 65536


def fifty_megabytes() -> Iterator[bytes]:
    return repeat(PIECE, 50 * MB // len(PIECE))


def in_chunks(size: int) -> Iterator[bytes]:
    chunk = b"%x\r\n%s\r\n" % (size, b"a" * size)
    return repeat(chunk * max(1, 65536 // size), 50 * MB // 65536)


def poured(server: Server, path: str, kind: str, length: str, body: Iterator[bytes]) -> bytes:
    """The answer to 50 MB, of which no more than what lies in the pipes was taken."""
    before = server.most_memory()
    head = POST.format(path=path, kind=kind, length=length)
    sent, answer = pour(server.port, head, body)
    assert sent < 20 * MB
    assert server.most_memory() - before < 8 * 1024
    assert server.left_behind() == []
    return answer


@pytest.mark.parametrize("path", ["/start/", "/health/", "/no/such/page/", "/g/x/rules/import/"])
@pytest.mark.parametrize("kind", [FORM, UPLOAD, "text/plain"])
def test_fifty_megabytes_are_refused_everywhere_with_a_page(server: Server, path: str, kind: str):
    answer = poured(server, path, kind, f"Content-Length: {50 * MB}", fifty_megabytes())
    assert status(answer) == 413
    assert b"That is too large" in answer


@pytest.mark.parametrize("size", [1000, 65536, 1_000_000])
def test_fifty_megabytes_in_chunks_are_refused_while_they_come(server: Server, size: int):
    answer = poured(server, "/start/", FORM, "Transfer-Encoding: chunked", in_chunks(size))
    assert status(answer) == 413
    assert b"That is too large" in answer


def test_a_body_that_is_mostly_frame_is_refused_in_short(server: Server):
    answer = poured(server, "/start/", FORM, "Transfer-Encoding: chunked", in_chunks(1))
    assert status(answer) == 413


@pytest.mark.parametrize("lengths", ["Content-Length: -1", "Content-Length: 1\nContent-Length: 2"])
def test_a_length_that_makes_no_sense_is_refused(server: Server, lengths: str):
    answer = poured(server, "/start/", FORM, lengths, fifty_megabytes())
    assert status(answer) == 400


def test_a_length_beyond_all_numbers_is_refused(server: Server):
    answer = poured(server, "/start/", FORM, "Content-Length: " + "9" * 40, fifty_megabytes())
    assert status(answer) == 400


def test_a_head_without_end_is_refused(server: Server):
    lines = repeat(b"X-A: " + b"a" * 4000 + b"\r\n", 50 * MB // 4000)
    sent, answer = pour(server.port, "GET / HTTP/1.1\nHost: localhost\n", lines)
    assert sent < 20 * MB
    assert status(answer) == 400


def test_as_much_as_is_allowed_arrives(server: Server):
    """It is read to its end, and refused for another reason."""
    for length, body in (
        (f"Content-Length: {LARGEST_BODY}", PIECE),
        ("Transfer-Encoding: chunked", b"%x\r\n%s\r\n0\r\n\r\n" % (len(PIECE), PIECE)),
    ):
        head = POST.format(path="/start/", kind=FORM, length=f"Connection: close\n{length}")
        _sent, answer = pour(server.port, head, iter([body]))
        assert status(answer) == 403


@pytest.mark.parametrize("size", [300_000, 3 * MB])
def test_who_sends_a_photograph_and_then_listens_hears_the_refusal(server: Server, size: int):
    """As an iPhone does, which shows no answer that a reset follows."""
    head = POST.format(path="/start/", kind=UPLOAD, length=f"Content-Length: {size}")
    with socket.create_connection(("127.0.0.1", server.port), 20) as client:
        client.sendall(head.replace("\n", "\r\n").encode())
        for _piece in range(size // 32_768):  # as it comes over the air
            client.sendall(bytes(32_768))
            time.sleep(0.002)
        client.sendall(bytes(size % 32_768))
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert status(answer) == 413
    assert b"That is too large" in answer


def test_the_refusal_is_a_whole_page_with_its_policy(server: Server):
    answer = ask(server.port, "/", f"Content-Length: {LARGEST_BODY + 1}")
    assert status(answer) == 413
    assert b"content-security-policy" in answer
    assert b"At most 64 kB can be sent at once" in answer


# Kept connections ------------------------------------------------------------------------------


def seconds_of_an_answer(kept: http.client.HTTPConnection, confirms_at_once: bool) -> float:
    begun = time.perf_counter()
    kept.request("GET", "/health/")
    if confirms_at_once:  # the system forgets it, so it is set for each answer
        kept.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
    assert kept.getresponse().read()
    return time.perf_counter() - begun


def test_the_body_of_an_answer_does_not_wait_until_its_head_was_confirmed(server: Server):
    """A client confirms what it got within 40 ms; it has its answer as soon as one that confirms at
    once."""
    kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=15)
    times = [[seconds_of_an_answer(kept, at_once) for at_once in (True, False)] for _ in range(40)]
    kept.close()
    best_at_once, best_late = (min(spent) for spent in zip(*times[5:], strict=True))
    assert best_late < 3 * best_at_once
