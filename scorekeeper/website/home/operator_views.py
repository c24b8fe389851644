"""What the operator of this site says of themselves: the imprint, and how they treat data."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from scorekeeper.core.server.operator import OPERATOR_PAGES, is_address


@require_safe
def operator_page(request: HttpRequest, page: str) -> HttpResponse:
    """Shows the operator's text, or leads to their own page. 404 where they gave neither."""
    text = getattr(settings, page.upper())
    if not text:
        raise Http404
    if is_address(text):
        return redirect(text)
    context = {"label": OPERATOR_PAGES[page], "text": text}
    return render(request, "website/home/operator_text.html", context)
