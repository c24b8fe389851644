"""The pages of help. Extensions add theirs to the first one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scorekeeper.website.help.keys import PLACES
from scorekeeper.website.help.troubles import GROUPS


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    return render(request, "website/help/start.html")


@require_safe
def messages(request: HttpRequest) -> HttpResponse:
    return render(request, "website/help/messages.html", {"groups": GROUPS})


@require_safe
def keys(request: HttpRequest) -> HttpResponse:
    return render(request, "website/help/keys.html", {"places": PLACES})
