"""Tells nothing that a stranger should not know: no host names, no error texts, no numbers.

A probe asks the machine by its address, which no list of the site's host names has, and without
https. So it is answered by a middleware, before anything looks at the ``Host`` header.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scorekeeper import __version__
from scorekeeper.core.requests.middleware import TOO_LARGE
from scorekeeper.extensions.operation.health.checks import CHECKS, NEEDED

ADDRESS = "/health/"


@never_cache
@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """200 when hands can be kept, 503 when not."""
    outcome_by_name = CHECKS.outcomes()
    can_serve = all(outcome_by_name[name] != "down" for name in NEEDED)
    return JsonResponse(
        {"version": __version__, **outcome_by_name}, status=200 if can_serve else 503
    )


def probe(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        if request.path_info != ADDRESS or TOO_LARGE in request.META:
            return get_response(request)
        request.resolver_match = resolve(ADDRESS)
        return health(request)

    return answer
