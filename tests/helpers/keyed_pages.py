"""The pages that open by a key in their address."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver

KEY = "Kept-Secret_0123456789abcdefghijklmnopqrstuvw"


def with_a_key(routes: URLResolver, before: str = "") -> Iterator[str]:
    """The address of every page that is opened by who has its key, with this one."""
    for pattern in routes.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from with_a_key(pattern, route)
        elif (
            isinstance(pattern, URLPattern)
            and {"token", "secret"} & pattern.pattern.converters.keys()
        ):
            yield "/" + re.sub(r"<str:(?:token|secret)>", KEY, route)
