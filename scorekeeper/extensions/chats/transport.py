"""Sends one HTTP request to an address that somebody typed, and never into this server's own
network.

The name is resolved once. Every address that it has must be public, and the connection goes to one
of those addresses, so that another answer of the DNS changes nothing. No redirect is followed, no
proxy is asked, and a slow receiver is cut off. ``PRIVATE_RECEIVERS`` names the exceptions of a
site; there are none by default.
"""

import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.encoding import iri_to_uri

from scorekeeper import __version__
from scorekeeper.engine.lines import one_line

STEP_SECONDS: Final = 5.0
"""For which a receiver may be silent."""
TOTAL_SECONDS: Final = 15.0
LARGEST_ANSWER: Final = 4096
"""Bytes that are read of an answer."""
LONGEST_REASON: Final = 200
"""Characters of an answer that are shown."""
GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
NAT64: Final = IPv6Network("64:ff9b::/96")
NOT_PUBLIC: Final = (IPv4Network("192.0.0.0/24"), IPv4Network("192.88.99.0/24"))
"""For protocols and relays; not every Python knows."""


class AddressError(ValueError):
    """This is no address to which anything may be sent."""


class PrivateError(AddressError):
    """The address lies in a private or local network."""


class UnreachableError(Exception):
    """Nothing was sent: the receiver is not there."""


class UnsureError(Exception):
    """The receiver did not answer: it may have got all of it."""


@dataclass(frozen=True, slots=True)
class Request:
    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str = "POST"


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str
    """The beginning, in one line."""


def parse(url: str) -> SplitResult:
    """Returns the parts of an address, its host in ASCII. Raises AddressError unless it is https,
    or http to a host of ``PRIVATE_RECEIVERS``."""
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").encode("idna").decode() if parts.hostname else ""
        port = parts.port
    except ValueError as error:  # UnicodeError is one
        raise AddressError(str(error)) from error
    if not host or parts.username is not None or parts.password is not None:
        raise AddressError("no host, or a user")
    if any(not character.isprintable() or character.isspace() for character in url.strip()):
        raise AddressError("a space or a control character")
    shown_host = f"[{host}]" if ":" in host else host
    parts = parts._replace(netloc=f"{shown_host}:{port}" if port else shown_host, fragment="")
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_allowed(parts)):
        raise AddressError("no https")
    return parts


def _is_allowed(parts: SplitResult) -> bool:
    """Whether the site names this receiver, with or without its port."""
    return bool({parts.hostname, parts.netloc} & {*settings.PRIVATE_RECEIVERS})


def is_public(text: str) -> bool:
    """Whether an IP address is reached through the internet, and leads to no other inside."""
    try:
        address = ip_address(text)
    except ValueError:  # with a zone: fe80::1%eth0
        return False
    if isinstance(address, IPv6Address):
        if address in NAT64:
            return is_public(str(IPv4Address(int(address) & 0xFFFFFFFF)))
        is_tunnel = address.sixtofour is not None or address.teredo is not None
        if address not in GLOBAL_UNICAST or is_tunnel:
            return False
    elif any(address in network for network in NOT_PUBLIC):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolve(parts: SplitResult) -> list[str]:
    """Returns the IP addresses of a host. Raises PrivateError if one is not public,
    UnreachableError if there is none."""
    host, port = parts.hostname or "", _port(parts)
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise UnreachableError("no address") from error
    addresses = list(dict.fromkeys(str(info[4][0]) for info in infos))
    if not _is_allowed(parts) and not all(map(is_public, addresses)):
        raise PrivateError(host)
    return addresses


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def send(request: Request) -> Answer:
    """Returns the receiver's answer, a redirect too. Raises AddressError, UnreachableError,
    UnsureError."""
    parts = parse(request.url)
    host, port = parts.hostname or "", _port(parts)
    sock = _connected(resolve(parts), port)
    if parts.scheme == "https":
        tls = ssl.create_default_context()
        sock = tls.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
        connection: HTTPConnection = HTTPSConnection(host, port, context=tls)
    else:
        connection = HTTPConnection(host, port)
    connection.sock = sock
    cut_off = Timer(TOTAL_SECONDS, _cut_off, [sock])
    cut_off.start()
    try:
        return _exchange(connection, request, _path(parts))
    finally:
        cut_off.cancel()
        connection.close()
        sock.close()


def _connected(addresses: list[str], port: int) -> socket.socket:
    """Returns a connection to the first of these that answers, by its number: nothing is resolved
    again."""
    for address in addresses[:2]:
        with suppress(OSError):
            return socket.create_connection((address, port), STEP_SECONDS)
    raise UnreachableError("no answer")


def _cut_off(sock: socket.socket) -> None:
    """Wakes who waits for this connection; TLS is not told, another thread is at work with it."""
    with suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def _path(parts: SplitResult) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return iri_to_uri(f"{parts.path or '/'}{query}")


def _exchange(connection: HTTPConnection, request: Request, path: str) -> Answer:
    named = {"User-Agent": f"Scorekeeper/{__version__}", "Connection": "close", **request.headers}
    try:
        if isinstance(connection.sock, ssl.SSLSocket):
            connection.sock.do_handshake()
        connection.request(request.method, path, request.body, named)
    except (OSError, HTTPException) as error:
        raise UnreachableError(type(error).__name__) from error
    try:
        response = connection.getresponse()
    except (OSError, HTTPException, ValueError) as error:
        raise UnsureError(type(error).__name__) from error
    text = ""
    with suppress(OSError, HTTPException, ValueError):  # the status says whether it was taken
        text = response.read(LARGEST_ANSWER).decode(errors="replace")
    response.close()
    return Answer(response.status, one_line(text)[:LONGEST_REASON])
