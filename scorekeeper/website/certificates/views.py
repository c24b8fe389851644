"""The certificate of this computer's own authority, and how each kind of phone is told to trust it.

Anybody in the network may fetch it: it is no secret. Its key is, and nothing in here reads that.
"""

from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.core.requests.middleware import GetResponse
from scorekeeper.core.server.authority import Authority

KINDS: Final = {"iphone": ("iPhone", "iPad"), "android": ("Android",)}
"""Words by which a browser says what it runs on."""


def own_authority() -> Authority:
    authority = Authority(settings.AUTHORITY_DIR)
    if not (settings.HTTPS and authority.is_made):
        raise Http404
    return authority


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    if not settings.PLAY:
        raise Http404
    if not settings.HTTPS:
        return render(request, "website/certificates/without.html")
    context = {
        "kind": kind_of(request.headers.get("User-Agent", "")),
        "onward": target_url(request),
        "groups": own_authority().fingerprint_groups(),
    }
    answer = render(request, "website/certificates/page.html", context)
    # It looks whether the device trusts us already, which is another origin while it does not.
    answer._csp_update = {"connect-src": [f"https://*:{settings.PORT}"]}  # type: ignore[attr-defined]
    return answer


def kind_of(agent: str) -> str:
    kinds = (kind for kind, words in KINDS.items() if any(word in agent for word in words))
    return next(kinds, "computer")


@never_cache
@require_safe
def certificate(_request: HttpRequest) -> HttpResponse:
    authority = own_authority()
    return download(authority, authority.der(), "application/x-x509-ca-cert", "scorekeeper.crt")


@never_cache
@require_safe
def profile(_request: HttpRequest) -> HttpResponse:
    authority = own_authority()
    kind = "application/x-apple-aspen-config"
    return download(authority, authority.profile(), kind, "scorekeeper.mobileconfig")


def download(authority: Authority, content: bytes, kind: str, name: str) -> HttpResponse:
    authority.note_fetched()
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


def plain_door(get_response: GetResponse) -> GetResponse:
    """The plain listener of ``play --https``: it leads visitors by http to the page on trust.
    Nothing else is answered there: what a club says goes over https only."""
    if not settings.HTTPS:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponse:
        if request.is_secure():
            return get_response(request)
        if request.path_info.startswith(reverse("certificates:page")):
            answered = get_response(request)
        else:
            answered = HttpResponseRedirect(trust_page_url(request))
        # Over plain http a device ignores the usual one, and complains of it.
        answered["Cross-Origin-Opener-Policy"] = "unsafe-none"
        return answered

    return answer


def trust_page_url(request: HttpRequest) -> str:
    """Returns the address of the trust page, with the requested address as target."""
    target = request.get_full_path() if request.method == "GET" else "/"
    page = reverse("certificates:page")
    return page if target == "/" else f"{page}?{urlencode({'to': target})}"


def target_url(request: HttpRequest) -> str:
    """Returns the requested address over https."""
    host, _port = split_domain_port(request.get_host())
    target = request.GET.get("to", "/")
    is_ours = target.startswith("/") and url_has_allowed_host_and_scheme(target, None)
    return f"https://{host}:{settings.PORT}{target if is_ours else '/'}"
