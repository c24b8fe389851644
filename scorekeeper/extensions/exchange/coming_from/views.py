"""Pages for groups that kept score elsewhere. Anybody may read them; they ask no database."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.extensions.exchange.coming_from.origins import ORIGINS, Origin


def origin_of(key: str) -> Origin:
    if key not in ORIGINS:
        raise Http404
    return ORIGINS[key]


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    return render(request, "exchange/coming_from/page.html", {"origin": origin_of(key)})


@require_safe
def sample(_request: HttpRequest, key: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{key}.csv"'}
    content = origin_of(key).sample
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)
