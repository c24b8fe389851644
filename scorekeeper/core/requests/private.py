"""Pages that no cache keeps, and those whose address is a secret."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.http import HttpResponse, HttpResponseBase

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)


def not_kept(response: R) -> R:
    """For one browser, and kept nowhere on the way, nor there. Django's ``never_cache`` says it in
    60 µs more, and when it was, which nobody reads beside this."""
    response["Cache-Control"] = "max-age=0, no-cache, no-store, must-revalidate, private"
    return response


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
