"""Where a request comes from, as far as it can be believed."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

HOME: int = 64
"""Bits of an IPv6 address that a household or a phone has to itself; the rest it may choose."""


def address(request: HttpRequest) -> str:
    """The client's address, IPv6 by its /64. Behind a proxy: the last hop that it tells of, which
    is the one it saw itself; what stands before that is the client's own story."""
    told = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        told = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() or told
    return network(told)


def network(told: str) -> str:
    """One name for all addresses that one client may choose from; "" for what is no address."""
    try:
        found = ip_address(told.strip("[]").partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, HOME), strict=False))
