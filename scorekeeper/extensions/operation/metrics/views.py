"""The page for Prometheus. It asks a machine by its address, which no list of host names has, and
without https; so a middleware answers. A client that has no token and does not ask from this
computer gets what any unknown address gets."""

from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import resolve
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from prometheus_client import CONTENT_TYPE_LATEST

from scorekeeper.core.limits.spending import client_address
from scorekeeper.core.requests.middleware import TOO_LARGE, GetResponse
from scorekeeper.extensions.operation.metrics import scraping

ADDRESS = "/metrics"
FORWARDED: Final = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


@csrf_exempt  # or a stranger who posts would get another answer than for an unknown address
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not is_operator(request):
        raise Http404
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return HttpResponse(scraping.page(), content_type=CONTENT_TYPE_LATEST)


def scrape(get_response: GetResponse) -> GetResponse:
    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info != ADDRESS or TOO_LARGE in request.META or not is_operator(request):
            return get_response(request)
        request.resolver_match = resolve(ADDRESS)
        return metrics(request)

    return answer


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
