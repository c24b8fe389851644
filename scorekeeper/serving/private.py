"""Pages whose address is a secret."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.http import HttpResponse

P = ParamSpec("P")


def private(
    view: Callable[P, HttpResponse], referrer: str = "no-referrer"
) -> Callable[P, HttpResponse]:
    """The address is a secret: it is not told to the next page, nor kept on the way. A page with
    a form of ours says from which site it comes: ``referrer="strict-origin"``."""

    @wraps(view)
    def shielded(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(*args, **kwargs)
        response["Referrer-Policy"] = referrer
        response["Cache-Control"] = "no-store, private"
        response["X-Robots-Tag"] = "noindex"
        return response

    return shielded
