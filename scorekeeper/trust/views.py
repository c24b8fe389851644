"""The certificate of this computer's own authority, and how each kind of phone is told to trust it.

Anybody in the network may fetch it: it is no secret. Its key is, and nothing in here reads that.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper.serving.authority import Authority
from scorekeeper.trust.door import onward

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
        return render(request, "trust/without.html")
    context = {
        "kind": kind_of(request.headers.get("User-Agent", "")),
        "onward": onward(request),
        "groups": own_authority().fingerprint_groups(),
    }
    answer = render(request, "trust/page.html", context)
    # It looks whether the phone trusts us already, which is another origin while it does not.
    answer._csp_update = {"connect-src": [f"https://*:{settings.PORT}"]}  # type: ignore[attr-defined]
    return answer


def kind_of(agent: str) -> str:
    found = (kind for kind, words in KINDS.items() if any(word in agent for word in words))
    return next(found, "computer")


@never_cache
@require_safe
def certificate(_request: HttpRequest) -> HttpResponse:
    authority = own_authority()
    return handed(authority, authority.der(), "application/x-x509-ca-cert", "scorekeeper.crt")


@never_cache
@require_safe
def profile(_request: HttpRequest) -> HttpResponse:
    authority = own_authority()
    kind = "application/x-apple-aspen-config"
    return handed(authority, authority.profile(), kind, "scorekeeper.mobileconfig")


def handed(authority: Authority, content: bytes, kind: str, name: str) -> HttpResponse:
    authority.note_fetched()
    told = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=told)
