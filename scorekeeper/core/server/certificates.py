"""Makes this computer's own authority, and a certificate for its addresses, signed by it.

The authority is made once for a data folder and may sign for nothing outside a home: its
certificate says so (name constraints), so that a phone that trusts it trusts it for these addresses
only. The server's certificate is made anew as often as needed. Loaded by ``play --https`` alone:
nothing else needs ``cryptography``.
"""

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.core.server.authority import NAME, Authority
from scorekeeper.core.server.paths import write_file

Address = IPv4Address | IPv6Address

AT_HOME: Final = tuple(
    ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        "100.64.0.0/10",  # behind some providers, and in networks made of tunnels
        "192.0.2.0/24",  # belongs to nobody; some virtual machines take it
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Networks in which an address means another machine in each house."""
NAMES_AT_HOME: Final = ("localhost", "local")
"""Themselves, and what ends in them."""

AUTHORITY_LASTS: Final = timedelta(days=3652)
SERVER_LASTS: Final = timedelta(days=397)
"""iPhones believe no certificate of a server that is good for more than 398 days."""
RENEWED_BEFORE: Final = timedelta(days=30)
CLOCKS_DIFFER: Final = timedelta(days=1)


def is_at_home(address: Address) -> bool:
    return any(address in network for network in AT_HOME)


def prepare(
    folder: Path, names: Iterable[str], addresses: Iterable[str], now: datetime | None = None
) -> Authority:
    """Returns the authority of this folder, with a valid server certificate for these names and
    addresses. Names and addresses outside a home network are left out."""
    now = now or datetime.now(UTC)
    authority = Authority(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_good(authority.certificate, authority.key, now):
        make_authority(authority, now)
    subject_names = subjects(names, addresses)
    if not covers(authority, subject_names, now):
        make_server(authority, subject_names, now)
    return authority


def subjects(names: Iterable[str], addresses: Iterable[str]) -> list[x509.GeneralName]:
    own_addresses = {ip_address(address) for address in (*addresses, "127.0.0.1", "::1")}
    home_names = {name for name in (*names, "localhost") if is_named_at_home(name)}
    return [
        *(x509.DNSName(name) for name in sorted(home_names)),
        *(x509.IPAddress(ip) for ip in sorted(own_addresses, key=str) if is_at_home(ip)),
    ]


def is_named_at_home(name: str) -> bool:
    return name.isascii() and name.rpartition(".")[2] in NAMES_AT_HOME


# Whether what is there will do ------------------------------------------------------------------


def load_certificate(path: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError):
        return None


def is_good(certificate: Path, key: Path, now: datetime) -> bool:
    """Whether the certificate is valid for another month, and its key exists."""
    loaded = load_certificate(certificate)
    if loaded is None or not key.exists():
        return False
    return loaded.not_valid_before_utc <= now <= loaded.not_valid_after_utc - RENEWED_BEFORE


def covers(authority: Authority, names: Sequence[x509.GeneralName], now: datetime) -> bool:
    """Whether the server certificate is valid and has these names; more do no harm."""
    server, issuer = (
        load_certificate(authority.server_certificate),
        load_certificate(authority.certificate),
    )
    if server is None or issuer is None:
        return False
    if not is_good(authority.server_certificate, authority.server_key, now):
        return False
    named = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return is_signed(server, issuer) and set(names) <= set(named)


def is_signed(server: x509.Certificate, issuer: x509.Certificate) -> bool:
    issuer_key = issuer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    signing_key = server.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier).value
    return signing_key.key_identifier == issuer_key.digest


# Making -----------------------------------------------------------------------------------------


def make_authority(authority: Authority, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = common_name(f"{NAME} ({os.uname().nodename})"[:64])
    builder = new_builder(name, name, key.public_key(), now, AUTHORITY_LASTS)
    key_identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    permitted: list[x509.GeneralName] = [x509.IPAddress(network) for network in AT_HOME]
    permitted += [x509.DNSName(home_name) for home_name in NAMES_AT_HOME]
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(key_usage(signs_certificates=True), critical=True)
    builder = builder.add_extension(x509.NameConstraints(permitted, None), critical=True)
    certificate = builder.add_extension(key_identifier, critical=False).sign(key, SHA256())
    write_file(authority.key, private_pem(key), 0o600)
    write_file(authority.certificate, certificate.public_bytes(Encoding.PEM), 0o644)
    (authority.folder / "fetched").unlink(missing_ok=True)


def make_server(authority: Authority, names: Sequence[x509.GeneralName], now: datetime) -> None:
    issuer = x509.load_pem_x509_certificate(authority.certificate.read_bytes())
    signing = load_pem_private_key(authority.key.read_bytes(), password=None)
    assert isinstance(signing, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    lifetime = min(SERVER_LASTS, issuer.not_valid_after_utc - now)
    builder = new_builder(
        common_name("Scorekeeper"), issuer.subject, key.public_key(), now, lifetime
    )
    issuer_key = issuer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    authority_key = x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer_key)
    server_usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    builder = builder.add_extension(
        x509.BasicConstraints(ca=False, path_length=None), critical=True
    )
    builder = builder.add_extension(key_usage(signs_certificates=False), critical=True)
    builder = builder.add_extension(server_usage, critical=False)
    certificate = builder.add_extension(authority_key, critical=False).sign(signing, SHA256())
    write_file(authority.server_key, private_pem(key), 0o600)
    write_file(authority.server_certificate, certificate.public_bytes(Encoding.PEM), 0o644)


def new_builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    now: datetime,
    lifetime: timedelta,
) -> x509.CertificateBuilder:
    """Returns a builder with validity from yesterday on, as the clock of a device may be slow."""
    start = now - CLOCKS_DIFFER
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key)
    builder = builder.serial_number(x509.random_serial_number())
    return builder.not_valid_before(start).not_valid_after(start + lifetime)


def common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def private_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
