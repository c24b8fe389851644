"""Pages whose address is a secret."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def private(view: View, referrer: str = "no-referrer") -> View:
    """The address is a secret: it is not told to the next page, nor kept on the way. A page with
    a form of ours says from which site it comes: ``referrer="strict-origin"``."""

    @wraps(view)
    def shielded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Referrer-Policy"] = referrer
        response["Cache-Control"] = "no-store, private"
        response["X-Robots-Tag"] = "noindex"
        return response

    return shielded
