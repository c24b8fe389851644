"""Addresses from before they had the words of the screen, and what they are now.

They hang on walls and lie in chats, so they redirect for good. Devices keep forms that go to them,
so a form is answered where it was sent: once, as at the present address.
"""

import re
from typing import Final
from urllib.parse import quote

from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import get_script_prefix, path, register_converter, resolve

FORMER: Final = {
    "nights/**": "sessions/**",
    "clubs/**": "g/**",
    "g/*/books/**": "g/*/spreadsheets/**",
    "sessions/*/book/": "sessions/*/spreadsheet/",
    "g/*/happened/": "g/*/activity/",
    "g/*/devices/*/out/": "g/*/devices/*/remove/",
    "g/*/devices/*/whose/": "g/*/devices/*/player/",
    "g/*/paid-to/": "g/*/payment-details/",
    "g/*/standings/picture/**": "g/*/standings/image/**",
    "g/*/standings/out/": "g/*/standings/share/",
    "g/*/players/*/face/": "g/*/players/*/avatar/",
    "g/*/players/*/forget/": "g/*/players/*/anonymize/",
    "g/*/people/*/part/": "g/*/people/*/unmerge/",
    "g/*/rules/*/change/": "g/*/rules/*/edit/",
    "g/*/rules/*/retire/": "g/*/rules/*/archive/",
    "g/*/calendar/*/change/": "g/*/calendar/*/edit/",
    "g/*/calendar/*/off/": "g/*/calendar/*/cancel/",
    "g/*/calendar/*/open/": "g/*/calendar/*/start/",
    "sessions/*/consent/": "sessions/*/approvals/",
    "sessions/*/settle/along/": "sessions/*/settle/carry-over/",
    "sessions/*/settle/along/back/": "sessions/*/settle/carry-over/undo/",
    "sessions/*/settle/cost/": "sessions/*/settle/expense/",
    "sessions/*/settle/cost/back/": "sessions/*/settle/expense/delete/",
    "sessions/*/settle/advance/": "sessions/*/settle/deposit/",
    "sessions/*/settle/ways/": "sessions/*/settle/methods/",
    "sessions/*/settle/terms/": "sessions/*/settle/method/",
    "sessions/*/along/**": "sessions/*/offline/**",
    "sessions/*/paid-to/": "sessions/*/payment-details/",
    "sessions/*/picture/**": "sessions/*/image/**",
    "sessions/*/games/*/remove/": "sessions/*/games/*/delete/",
    "sessions/*/games/*/removed/": "sessions/*/games/*/deleted/",
    "sessions/*/games/*/picture/**": "sessions/*/games/*/image/**",
    "sessions/*/games/*/hand/on/": "sessions/*/games/*/hand/continue/",
    "sessions/*/games/*/hands/*/amend/": "sessions/*/games/*/hands/*/edit/",
    "sessions/*/games/*/hands/*/before/": "sessions/*/games/*/hands/*/insert/",
    "sessions/*/games/*/hands/*/void/": "sessions/*/games/*/hands/*/delete/",
    "sessions/*/games/*/hands/*/back/": "sessions/*/games/*/hands/*/restore/",
    "sessions/*/games/*/hands/*/said/": "sessions/*/games/*/hands/*/approvals/",
    "sessions/*/games/*/hands/*/line/": "sessions/*/games/*/hands/*/approvals/reply/",
    "sessions/*/games/*/hands/*/picture/**": "sessions/*/games/*/hands/*/image/**",
}
"""``*`` stands for one part of an address, ``**`` for the rest."""

READ_BY_SCRIPTS: Final = "/snapshot/"
"""Workers of before take a redirect for the login page of somebody's network."""


def _expression(address: str) -> re.Pattern[str]:
    parts = re.escape(address).replace(r"\*\*", "(.*)").replace(r"\*", "([^/]+)")
    return re.compile(parts, re.DOTALL)


def _replacement(address: str) -> str:
    numbers = iter(range(1, address.count("*") + 1))
    return re.sub(r"\*+", lambda _match: rf"\g<{next(numbers)}>", address)


RULES: Final = [(_expression(old), _replacement(new)) for old, new in FORMER.items()]


def present_address(address: str) -> str:
    """Returns the address, without its first slash, as it is now."""
    for former, present in RULES:
        if match := former.fullmatch(address):
            address = match.expand(present)
    return address


class FormerAddress:
    """An address of before as the whole of an address; its value is the present one."""

    regex = ".+"

    def to_python(self, value: str) -> str:
        """Raises ValueError if it was not renamed."""
        if (present := present_address(value)) == value:
            raise ValueError("not renamed")
        return present

    def to_url(self, value: str) -> str:
        return value


register_converter(FormerAddress, "former")


def former_address(request: HttpRequest, present: str) -> HttpResponseBase:
    """Redirects for good; a form is answered here, as at its present address."""
    if request.method in ("GET", "HEAD") and not present.endswith(READ_BY_SCRIPTS):
        query = request.META.get("QUERY_STRING", "")
        place = f"{get_script_prefix()}{quote(present)}"
        return HttpResponsePermanentRedirect(f"{place}?{query}" if query else place)
    request.resolver_match = match = resolve(f"/{present}")
    request.path, request.path_info = f"{get_script_prefix()}{present}", f"/{present}"
    answer: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
    return answer


urlpatterns = [path("<former:present>", former_address, name="former")]
