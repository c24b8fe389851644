"""The authority that a computer at a table makes: what it may sign, how long, and for whom."""

from __future__ import annotations

import plistlib
import re
import socket
import ssl
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from threading import Thread

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from scorekeeper.core.server import certificates
from scorekeeper.core.server.authority import Authority
from scorekeeper.core.server.certificates import prepare
from tests.helpers.served import ROOT

NOW = datetime.now(UTC).replace(microsecond=0)
NAMES, ADDRESSES = ["table.local"], ["192.168.1.20"]


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def named(authority: Authority) -> tuple[list[str], list[str]]:
    told = certificate(authority.server_certificate).extensions
    found = told.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = [str(each) for each in found.get_values_for_type(x509.IPAddress)]
    return found.get_values_for_type(x509.DNSName), addresses


@pytest.fixture
def made(tmp_path: Path) -> Authority:
    return prepare(tmp_path / "authority", NAMES, ADDRESSES, NOW)


def test_the_keys_are_for_their_owner_only(made: Authority) -> None:
    for key in (made.key, made.server_key):
        assert key.stat().st_mode & 0o777 == 0o600
    assert made.folder.stat().st_mode & 0o777 == 0o700
    assert [path for path in made.folder.iterdir() if path.name.startswith(".")] == []


def test_the_authority_lasts_ten_years_and_signs_nothing_outside_a_home(made: Authority) -> None:
    found = certificate(made.certificate)
    assert found.not_valid_after_utc - NOW >= timedelta(days=3650)
    assert found.not_valid_before_utc < NOW
    assert isinstance(found.public_key(), ec.EllipticCurvePublicKey)
    basic = found.extensions.get_extension_for_class(x509.BasicConstraints)
    assert basic.critical and basic.value == x509.BasicConstraints(ca=True, path_length=0)
    limits = found.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    permitted = [each.value for each in limits.value.permitted_subtrees or ()]
    assert {"local", "localhost", ip_network("192.168.0.0/16")} <= set(permitted)
    assert all(
        isinstance(each, str) or each.is_private or each.prefixlen == 10 for each in permitted
    )


def test_the_server_is_named_by_all_its_addresses_and_for_no_longer_than_iphones_take(
    made: Authority,
) -> None:
    assert named(made) == (["localhost", "table.local"], ["127.0.0.1", "192.168.1.20", "::1"])
    found = certificate(made.server_certificate)
    lasts = found.not_valid_after_utc - found.not_valid_before_utc
    assert timedelta(days=300) < lasts <= timedelta(days=398)
    serves = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(serves) == [ExtendedKeyUsageOID.SERVER_AUTH]
    found.verify_directly_issued_by(certificate(made.certificate))


def test_what_is_no_address_of_a_home_is_left_out(tmp_path: Path) -> None:
    made = prepare(tmp_path, ["score.example.org", "häuschen.local"], ["8.8.8.8", "2001:db8::1"])
    assert named(made) == (["localhost"], ["127.0.0.1", "::1"])


def files(authority: Authority) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in authority.folder.iterdir()}


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {name for name in before | after if before.get(name) != after.get(name)}


SERVER = {"server.crt", "server.key"}
ALL = SERVER | {"authority.crt", "authority.key"}


@pytest.mark.parametrize(
    ("names", "addresses", "after", "anew"),
    [
        (NAMES, ADDRESSES, timedelta(days=365), set()),
        (NAMES, [], timedelta(0), set()),
        (NAMES, ["192.168.1.21"], timedelta(0), SERVER),
        (["other.local"], ADDRESSES, timedelta(0), SERVER),
        (NAMES, ADDRESSES, timedelta(days=370), SERVER),
        (NAMES, ADDRESSES, timedelta(days=3640), ALL),
        (NAMES, ADDRESSES, timedelta(days=-3), ALL),  # a clock that had been wrong
    ],
)
def test_certificates_are_made_anew_when_addresses_change_or_the_end_is_near(
    made: Authority, names: list[str], addresses: list[str], after: timedelta, anew: set[str]
) -> None:
    before = files(made)
    prepare(made.folder, names, addresses, NOW + after)
    assert changed(before, files(made)) == anew


def test_a_lost_or_broken_file_is_made_anew(made: Authority) -> None:
    made.server_key.unlink()
    before = files(made)
    prepare(made.folder, NAMES, ADDRESSES, NOW)
    assert changed(before, files(made)) == SERVER
    made.note_fetched()
    made.certificate.write_text("no certificate")
    prepare(made.folder, NAMES, ADDRESSES, NOW)
    assert named(made)[1] == ["127.0.0.1", "192.168.1.20", "::1"]
    assert not made.was_fetched, "no phone has the new one"


def test_who_trusts_the_authority_trusts_the_server_and_nobody_it_may_not_sign_for(
    made: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By OpenSSL, not by what we read out of our own certificate."""
    assert shaken(made, "192.168.1.20") is None
    assert shaken(made, "table.local") is None
    assert "match" in str(shaken(made, "192.168.1.99"))
    monkeypatch.setattr(certificates, "is_named_at_home", lambda name: True)
    prepare(made.folder, ["bank.example.org"], ADDRESSES, NOW)
    assert "permitted subtree" in str(shaken(made, "bank.example.org"))


def shaken(authority: Authority, name: str) -> ssl.SSLError | None:
    """What a client that trusts this authority alone has against the server under this name."""
    ours, theirs = socket.socketpair()
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(authority.server_certificate, authority.server_key)
    client = ssl.create_default_context(cafile=str(authority.certificate))
    thread = Thread(target=answer_once, args=(server, ours))
    thread.start()
    try:
        with theirs, client.wrap_socket(theirs, server_hostname=name):
            return None
    except ssl.SSLError as error:
        return error
    finally:
        thread.join()


def answer_once(context: ssl.SSLContext, sock: socket.socket) -> None:
    try:
        with sock, context.wrap_socket(sock, server_side=True) as wrapped:
            wrapped.recv(1)
    except OSError:
        pass  # the client did not like it


def test_an_iphone_gets_the_certificate_as_a_profile_and_the_fingerprint_is_the_usual_one(
    made: Authority,
) -> None:
    told = plistlib.loads(made.profile())
    [inner] = told["PayloadContent"]
    assert inner["PayloadType"] == "com.apple.security.root"
    assert inner["PayloadContent"] == made.der()
    assert made.profile() == made.profile(), "the same again replaces the first on the phone"
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", made.fingerprint())


@pytest.mark.in_turn
def test_the_site_does_without_the_library_that_makes_certificates() -> None:
    """What can run without a server must not need what only a server needs."""
    loads = "import django; django.setup(); import scorekeeper.urls, scorekeeper.wsgi, sys"
    loads += "; import scorekeeper.core.server.management.commands.play"
    script = f"{loads}; sys.exit('cryptography' in sys.modules)"
    told = {"DJANGO_SETTINGS_MODULE": "tests.helpers.settings", "PATH": ""}
    assert subprocess.call([sys.executable, "-c", script], cwd=ROOT, env=told) == 0
