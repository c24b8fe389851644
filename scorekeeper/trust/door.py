"""The plain listener of ``play --https``: whoever comes by http is led to the page on trust.

Nothing else is answered there: what a club says goes over https only.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from scorekeeper.serving.bodies import GetResponse


def plain_door(get_response: GetResponse) -> GetResponse:
    if not settings.HTTPS:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponse:
        if request.is_secure():
            return get_response(request)
        if request.path_info.startswith(reverse("trust:page")):
            answered = get_response(request)
        else:
            answered = HttpResponseRedirect(explained(request))
        # Over plain http a phone ignores the usual one, and complains of it.
        answered["Cross-Origin-Opener-Policy"] = "unsafe-none"
        return answered

    return answer


def explained(request: HttpRequest) -> str:
    """The page on trust, which leads on to what was asked for."""
    wanted = request.get_full_path() if request.method == "GET" else "/"
    page = reverse("trust:page")
    return page if wanted == "/" else f"{page}?{urlencode({'to': wanted})}"


def onward(request: HttpRequest) -> str:
    """Where the phone wanted to go, over https."""
    host, _port = split_domain_port(request.get_host())
    wanted = request.GET.get("to", "/")
    is_ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, None)
    return f"https://{host}:{settings.PORT}{wanted if is_ours else '/'}"
