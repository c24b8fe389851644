"""The guard: nothing is sent into a private network, by whatever way it is named."""

import socket
import ssl
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.extensions.chats import transport
from scorekeeper.extensions.chats.transport import (
    AddressError,
    PrivateError,
    Request,
    UnreachableError,
    UnsureError,
    is_public,
    send,
)
from tests.helpers.receivers import Receiver, receiver

INSIDE = [
    *("https://127.0.0.1/", "https://localhost/", "https://localhost./"),
    *("https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/"),
    *("https://0/", "https://0.0.0.0/", "https://10.0.0.8/", "https://172.16.3.4/"),
    *("https://192.168.1.1/", "https://169.254.169.254/latest/meta-data/", "https://100.64.0.1/"),
    *("https://[::1]/", "https://[::]/", "https://[fe80::1]/", "https://[fd00::7]/"),
    *("https://[::ffff:127.0.0.1]/", "https://[::ffff:a00:1]/", "https://[::127.0.0.1]/"),
    *("https://[64:ff9b::7f00:1]/", "https://[64:ff9b:1::1]/", "https://[2002:7f00:1::1]/"),
    *("https://[2001:0:7f00:1::1]/", "https://224.0.0.1/", "https://[ff02::1]/"),
    *("https://①②⑦.⓪.⓪.①/", "https://240.0.0.1/", "https://198.18.0.1/", "https://192.0.0.8/"),
]
NONE = [
    *("http://example.org/", "ftp://example.org/", "file:///etc/passwd", "//example.org", ""),
    *("https://example.org@127.0.0.1/", "https://:7@example.org/", "https://exa mple.org/"),
    *(
        "https://example.org/a\r\nHost: b",
        "https://[::1/",
        "https://example.org:99999/",
        "https://",
    ),
]


@pytest.fixture
def no_connection(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Fails the test that connects, and says where it did."""
    asked: list[Any] = []

    def connect(place: Any, *_more: Any) -> Any:
        asked.append(place)
        raise OSError("no connection is made here")

    monkeypatch.setattr(socket, "create_connection", connect)
    return asked


@pytest.mark.parametrize("url", INSIDE)
def test_a_private_address_is_refused_however_it_is_written(url, no_connection):
    with pytest.raises((PrivateError, UnreachableError)):  # some of these no resolver knows
        send(Request(url, b"{}"))
    assert no_connection == []


@pytest.mark.parametrize("url", NONE)
def test_only_whole_addresses_of_https_are_accepted(url, no_connection):
    with pytest.raises(AddressError):
        send(Request(url, b"{}"))
    assert no_connection == []


@pytest.mark.parametrize("address", ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111"])
def test_public_addresses_are_public(address):
    assert is_public(address)


def test_addresses_of_nat64_are_judged_by_what_they_lead_to():
    assert is_public("64:ff9b::101:101")
    assert not is_public("64:ff9b::a00:1")


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch, no_connection):
    answer_with(monkeypatch, ["93.184.216.34", "10.0.0.1"])
    with pytest.raises(PrivateError):
        send(Request("https://both.example.org/", b"{}"))
    assert no_connection == []


def test_a_name_is_resolved_once_and_its_address_is_connected_to(monkeypatch, no_connection):
    """The second answer of the DNS leads inside, and is never asked for."""
    asked = answer_with(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    with pytest.raises(UnreachableError):
        send(Request("https://rebound.example.org/", b"{}"))
    assert no_connection == [("93.184.216.34", 443)]
    assert asked == ["rebound.example.org"]


def answer_with(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """The DNS says these, one after the other; returns what it was asked."""
    asked: list[str] = []
    left = list(answers)

    look_up_number = socket.getaddrinfo

    def look_up(host: str, port: int, *more: Any, **named: Any) -> list[Any]:
        if host[0].isdigit():
            return look_up_number(host, port, *more, **named)
        asked.append(host)
        addresses = left.pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_no_redirect_is_followed(chat: Receiver):
    with receiver() as inside:
        chat.says, chat.headers = [(302, "")], {"Location": f"http://{inside.place}/"}
        assert send(Request(f"http://{chat.place}/", b"{}")).status == 302
        assert inside.came == []


def test_the_exceptions_of_a_site_are_these_places_alone(chat: Receiver, settings: Any):
    assert send(Request(f"http://{chat.place}/a?b=ä", b"{}")).status == 200
    assert chat.came[0].path == "/a?b=%C3%A4" and chat.came[0].headers["host"] == chat.place
    settings.PRIVATE_RECEIVERS = ["127.0.0.1:1"]
    with pytest.raises(AddressError):
        send(Request(f"http://{chat.place}/", b"{}"))
    with pytest.raises(PrivateError):
        send(Request(f"https://{chat.place}/", b"{}"))


def test_a_site_allows_no_private_receiver_unless_it_says_so(settings: Any):
    assert settings.PRIVATE_RECEIVERS == []


def test_a_receiver_that_hangs_up_may_have_it(chat: Receiver):
    chat.says = [None]
    with pytest.raises(UnsureError):
        send(Request(f"http://{chat.place}/", b"{}"))
    assert len(chat.came) == 1


def test_a_receiver_that_trickles_is_cut_off(chat: Receiver, settings, monkeypatch):
    monkeypatch.setattr(transport, "TOTAL_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        settings.PRIVATE_RECEIVERS = [f"127.0.0.1:{port}"]
        trickle = threading.Thread(target=_trickle, args=[server], daemon=True)
        trickle.start()
        began = time.monotonic()
        with pytest.raises(UnsureError):
            send(Request(f"http://127.0.0.1:{port}/", b"{}"))
        assert time.monotonic() - began < 3
        trickle.join(timeout=5)


def _trickle(server: socket.socket) -> None:
    """A byte every now and then, for ever."""
    connection, _place = server.accept()
    ended = threading.Event()
    try:
        while not ended.wait(0.05):
            connection.sendall(b"H")
    except OSError:
        connection.close()


def test_an_endless_answer_is_not_read_to_its_end(chat: Receiver):
    chat.says = [(200, "long " * 1_000_000)]
    assert len(send(Request(f"http://{chat.place}/", b"{}")).text) == transport.LONGEST_REASON


def test_the_name_is_checked_against_the_certificate(tmp_path, settings, monkeypatch):
    """TLS goes to the address that was checked, and asks for the name that was typed."""
    authority, tls = certificate_for("hooks.example.org", tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority))
    with receiver(tls) as there:
        settings.PRIVATE_RECEIVERS = [
            f"hooks.example.org:{there.port}",
            f"other.example.org:{there.port}",
        ]
        answer_with(monkeypatch, ["127.0.0.1"], ["127.0.0.1"])
        url = f"https://hooks.example.org:{there.port}/in"
        assert send(Request(url, b"{}")).status == 200
        assert there.came[0].headers["host"] == f"hooks.example.org:{there.port}"
        with pytest.raises(UnreachableError, match="SSLCertVerificationError"):
            send(Request(f"https://other.example.org:{there.port}/in", b"{}"))
        assert len(there.came) == 1


def certificate_for(name: str, folder: Path) -> tuple[Path, ssl.SSLContext]:
    """Returns the file of an authority, and a server's side of TLS with its certificate."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
    )

    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "both.pem"
    plain_key = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(made.public_bytes(Encoding.PEM) + plain_key)
    authority = folder / "authority.pem"
    authority.write_bytes(made.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return authority, context
