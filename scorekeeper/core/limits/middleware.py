"""Answers ``TooMuchError``, wherever it was raised, with words: what was too much, and when it
works again. A device that asked by htmx keeps its page and all that was typed, and gets a notice on
it."""

import logging
import math
import time
from collections import Counter
from datetime import timedelta
from threading import Lock
from typing import Final

from django.db import DatabaseError, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import ngettext

from scorekeeper.core.limits.acts import HOUR, MINUTE, Act
from scorekeeper.core.limits.models import Refusal
from scorekeeper.core.limits.spending import TooMuchError

EVERY: Final = 5.0
KEPT_FOR: Final = timedelta(days=30)

logger = logging.getLogger(__name__)
_lock = Lock()
_unwritten: Counter[str] = Counter()
_written: dict[str, float] = {}


def note_refusal(act: Act) -> None:
    """Counts a refusal. A failure to do so does not break the answer."""
    with _lock:
        _unwritten[act.name] += 1
        if time.monotonic() - _written.get(act.name, -EVERY) < EVERY:
            return
        _written[act.name], times = time.monotonic(), _unwritten.pop(act.name)
    try:
        _add(act.name, times)
    except DatabaseError:
        logger.warning("Could not count a refusal.", exc_info=True)


@transaction.atomic
def _add(act: str, times: int) -> None:
    now = timezone.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    row, is_new = Refusal.objects.get_or_create(
        act=act, hour=hour, defaults={"times": times, "last_at": now}
    )
    if not is_new:
        Refusal.objects.filter(pk=row.pk).update(times=F("times") + times, last_at=now)


def delete_old() -> None:
    Refusal.objects.filter(hour__lt=timezone.now() - KEPT_FOR).delete()


def reset() -> None:
    """Forgets all counts, as in a process that has just been started."""
    _unwritten.clear()
    _written.clear()


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
