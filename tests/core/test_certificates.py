"""The authority that a computer at a table makes: what it may sign, how long, and for whom."""

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
    extensions = certificate(authority.server_certificate).extensions
    names = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = [str(address) for address in names.get_values_for_type(x509.IPAddress)]
    return names.get_values_for_type(x509.DNSName), addresses


@pytest.fixture
def own_authority(tmp_path: Path) -> Authority:
    return prepare(tmp_path / "authority", NAMES, ADDRESSES, NOW)


def test_the_keys_are_for_their_owner_only(own_authority: Authority) -> None:
    for key in (own_authority.key, own_authority.server_key):
        assert key.stat().st_mode & 0o777 == 0o600
    assert own_authority.folder.stat().st_mode & 0o777 == 0o700
    assert [path for path in own_authority.folder.iterdir() if path.name.startswith(".")] == []


def test_the_authority_lasts_ten_years_and_signs_nothing_outside_a_home(
    own_authority: Authority,
) -> None:
    parsed = certificate(own_authority.certificate)
    assert parsed.not_valid_after_utc - NOW >= timedelta(days=3650)
    assert parsed.not_valid_before_utc < NOW
    assert isinstance(parsed.public_key(), ec.EllipticCurvePublicKey)
    basic = parsed.extensions.get_extension_for_class(x509.BasicConstraints)
    assert basic.critical and basic.value == x509.BasicConstraints(ca=True, path_length=0)
    limits = parsed.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    permitted = [subtree.value for subtree in limits.value.permitted_subtrees or ()]
    assert {"local", "localhost", ip_network("192.168.0.0/16")} <= set(permitted)
    assert all(
        isinstance(network, str) or network.is_private or network.prefixlen == 10
        for network in permitted
    )


def test_the_server_is_named_by_all_its_addresses_and_for_no_longer_than_iphones_take(
    own_authority: Authority,
) -> None:
    assert named(own_authority) == (
        ["localhost", "table.local"],
        ["127.0.0.1", "192.168.1.20", "::1"],
    )
    parsed = certificate(own_authority.server_certificate)
    lasts = parsed.not_valid_after_utc - parsed.not_valid_before_utc
    assert timedelta(days=300) < lasts <= timedelta(days=398)
    serves = parsed.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(serves) == [ExtendedKeyUsageOID.SERVER_AUTH]
    parsed.verify_directly_issued_by(certificate(own_authority.certificate))


def test_what_is_no_address_of_a_home_is_left_out(tmp_path: Path) -> None:
    authority = prepare(
        tmp_path, ["score.example.org", "häuschen.local"], ["8.8.8.8", "2001:db8::1"]
    )
    assert named(authority) == (["localhost"], ["127.0.0.1", "::1"])


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
    own_authority: Authority,
    names: list[str],
    addresses: list[str],
    after: timedelta,
    anew: set[str],
) -> None:
    before = files(own_authority)
    prepare(own_authority.folder, names, addresses, NOW + after)
    assert changed(before, files(own_authority)) == anew


def test_a_lost_or_broken_file_is_made_anew(own_authority: Authority) -> None:
    own_authority.server_key.unlink()
    before = files(own_authority)
    prepare(own_authority.folder, NAMES, ADDRESSES, NOW)
    assert changed(before, files(own_authority)) == SERVER
    own_authority.note_fetched()
    own_authority.certificate.write_text("no certificate")
    prepare(own_authority.folder, NAMES, ADDRESSES, NOW)
    assert named(own_authority)[1] == ["127.0.0.1", "192.168.1.20", "::1"]
    assert not own_authority.was_fetched, "no phone has the new one"


def test_who_trusts_the_authority_trusts_the_server_and_nobody_it_may_not_sign_for(
    own_authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By OpenSSL, not by what we read out of our own certificate."""
    assert shaken(own_authority, "192.168.1.20") is None
    assert shaken(own_authority, "table.local") is None
    assert "match" in str(shaken(own_authority, "192.168.1.99"))
    monkeypatch.setattr(certificates, "is_named_at_home", lambda name: True)
    prepare(own_authority.folder, ["bank.example.org"], ADDRESSES, NOW)
    assert "permitted subtree" in str(shaken(own_authority, "bank.example.org"))


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
    own_authority: Authority,
) -> None:
    profile = plistlib.loads(own_authority.profile())
    [inner] = profile["PayloadContent"]
    assert inner["PayloadType"] == "com.apple.security.root"
    assert inner["PayloadContent"] == own_authority.der()
    assert own_authority.profile() == own_authority.profile(), (
        "the same again replaces the first on the phone"
    )
    assert re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", own_authority.fingerprint())


@pytest.mark.programs
def test_the_site_does_without_the_library_that_makes_certificates() -> None:
    """What can run without a server must not need what only a server needs."""
    loads = "import django; django.setup(); import scorekeeper.urls, scorekeeper.wsgi, sys"
    loads += "; import scorekeeper.core.server.management.commands.play"
    script = f"{loads}; sys.exit('cryptography' in sys.modules)"
    env = {"DJANGO_SETTINGS_MODULE": "tests.helpers.settings", "PATH": ""}
    assert subprocess.call([sys.executable, "-c", script], cwd=ROOT, env=env) == 0
