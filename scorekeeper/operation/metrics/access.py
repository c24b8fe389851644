"""Who may read numbers of the site: whoever has the token, or asks from this computer."""

from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from scorekeeper.core.limits.spending import client_address

FORWARDED: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


def is_operator(request: HttpRequest) -> bool:
    return has_token(request) or is_local(request)


def has_token(request: HttpRequest) -> bool:
    scheme, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    is_right = constant_time_compare(token.strip(), settings.METRICS_TOKEN)
    return bool(settings.METRICS_TOKEN) and scheme.lower() == "bearer" and is_right


def is_local(request: HttpRequest) -> bool:
    """Whether the client is this computer. A proxy that the settings do not know of may hand on
    strangers from here."""
    if not settings.BEHIND_PROXY and any(name in request.META for name in FORWARDED):
        return False
    try:
        return ip_address(client_address(request)).is_loopback
    except ValueError:
        return False
