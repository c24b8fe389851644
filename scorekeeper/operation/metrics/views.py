"""The page for Prometheus. It asks a machine by its address, which no list of host names has, and
without https; so a middleware answers. Anybody else gets what any unknown address gets."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from prometheus_client import CONTENT_TYPE_LATEST

from scorekeeper.core.server.bodies import TOO_LARGE, GetResponse
from scorekeeper.operation.metrics import scraping
from scorekeeper.operation.metrics.access import is_operator

ADDRESS = "/metrics"


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
