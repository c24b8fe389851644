"""Answers ``TooMuchError``, wherever it was raised, with words: what was too much, and when it
works again. A device that asked by htmx keeps its page and all that was typed, and gets a notice on
it."""

import math

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import ngettext

from scorekeeper.core.limits.acts import HOUR, MINUTE
from scorekeeper.core.limits.refusals import note_refusal
from scorekeeper.core.limits.spending import TooMuchError

NOTICE = "#too-much"
"""The place on every page, in base.html, that says so without moving anything else."""


class Refusals(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooMuchError):
            return None
        note_refusal(error.act)
        return refusal_page(request, error)


def refusal_page(request: HttpRequest, error: TooMuchError) -> HttpResponse:
    refusal = error.act.refusal
    context = {"refusal": refusal, "retry": in_words(error.wait)}
    if request.headers.get("HX-Request") == "true":
        response = render(request, "_too_much.html", context, status=429)
        response["HX-Retarget"] = NOTICE
        response["HX-Reswap"] = "innerHTML"
    else:
        response = render(
            request, "429.html", {**context, "form_values": _form_values(request)}, status=429
        )
    response["Retry-After"] = str(max(1, math.ceil(error.wait)))
    response["Cache-Control"] = "no-store"
    return response


def _form_values(request: HttpRequest) -> list[tuple[str, str]]:
    """Returns the posted fields, for the page to send again: a browser that goes back may have lost
    them. Files cannot be kept there."""
    if request.method != "POST" or request.FILES:
        return []
    fields = ((name, text) for name, texts in request.POST.lists() for text in texts)
    return [(name, text) for name, text in fields if name != "csrfmiddlewaretoken"]


def in_words(wait: float) -> str:
    """When it works again; never too early."""
    hours, minutes = math.ceil(wait / HOUR), max(1, math.ceil(wait / MINUTE))
    if minutes > 90:
        return ngettext("Try again in %(count)d hour.", "Try again in %(count)d hours.", hours) % {
            "count": hours
        }
    return ngettext(
        "Try again in %(count)d minute.", "Try again in %(count)d minutes.", minutes
    ) % {"count": minutes}
