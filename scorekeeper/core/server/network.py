"""The addresses of this computer, the types of messages of its server, and the pages of its
operator."""

import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def wifi_address() -> str | None:
    """This computer's address in its own network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def device_url(request: HttpRequest, path: str) -> str | None:
    """The address of a page for a device to scan; None when no device can reach this computer.

    At a table the computer itself may have asked by a name that only it understands: its address
    in the Wi-Fi stands there instead, with the port that was asked for. Any other name is the one
    under which the asker reached us. A false one in the ``Host`` header is shown to nobody but the
    asker who sent it: such pages are not kept by anything between. What is stored is
    ``device_origin``.

    A device that may not trust our own authority yet is sent to the plain page that helps it first,
    and leads on to ``path``.
    """
    host, _port = split_domain_port(request.get_host())
    return _url(request, host, path)


def _url(request: HttpRequest, host: str, path: str) -> str | None:
    _host, port = split_domain_port(request.get_host())
    scheme = request.scheme
    if settings.HTTPS:
        scheme, port = "http", str(settings.TRUST_PORT)
    elif not settings.PLAY or not means_itself(host):
        return request.build_absolute_uri(path)
    address = wifi_address() if means_itself(host) else host
    if address is None:
        return None
    return f"{scheme}://{address}{f':{port}' if port else ''}{path}"


def device_origin(request: HttpRequest) -> str:
    """How devices reach this site, without the path: ``https://score.example.org``; "" if none
    can. To be kept and printed for everybody: at a table, where any ``Host`` header is let in, one
    that is not ours is not believed, and our address in the Wi-Fi stands there."""
    host, _port = split_domain_port(request.get_host())
    host_shown = host if not settings.PLAY or is_ours(host) else "localhost"
    return (_url(request, host_shown, "/") or "").rstrip("/")


def is_ours(host: str) -> bool:
    """Is this a name or an address of this computer, or one that ``ALLOWED_HOSTS`` spells out?"""
    named = [allowed for allowed in settings.ALLOWED_HOSTS if allowed != "*"]
    if means_itself(host) or validate_host(host, named):
        return True
    bare = host.strip("[]")
    return bare in (wifi_address(), own_name()) or bare in own_addresses()


def own_addresses() -> list[str]:
    """All by which this computer is reached in networks it stands in, as far as it knows them."""
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        infos = []
    addresses = {str(info[4][0]).partition("%")[0] for info in infos}
    reachable = {address for address in addresses if not ip_address(address).is_loopback}
    return sorted(reachable | {address for address in (wifi_address(),) if address})


def own_name() -> str:
    """Returns this machine's name for others in the same network, where they look for names."""
    return f"{socket.gethostname().partition('.')[0].lower()}.local"


def means_itself(host: str) -> bool:
    """Is this a name by which a computer calls itself, and devices themselves?"""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified


Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


OPERATOR_PAGES: Final[dict[str, Promise]] = {"imprint": _("Imprint"), "privacy": _("Privacy")}
"""The titles by the name of the setting in small letters, which is also the address."""


def is_address(text: str) -> bool:
    return text.startswith(("https://", "http://")) and len(text.split()) == 1
