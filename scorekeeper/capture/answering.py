"""Which write an answer is about, and what became of it.

A phone keeps what was typed, under the token of its write, until an answer names that token; an
answer that got lost leaves it there, and it is sent again. Without htmx the page itself says it,
as ``data-answers`` of what is swapped; else a header does too, for answers that have no page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import quote

from django.http import HttpResponse

from scorekeeper.clubs.access import ClubRequest

P = ParamSpec("P")
HEADER = "X-Answers"


class Fate(StrEnum):
    SETTLED = "settled"
    """It is stored, or it never can be: the phone may forget it."""
    OPEN = "open"
    """It is not stored: it stands on the phone as it was typed, and may be sent again."""
    STALE = "stale"
    """Another hand stands in its place: the person has to say what becomes of it."""


def name_write(request: ClubRequest, fate: Fate, token: str = "") -> None:
    told = token or str(request.POST.get("token", ""))
    request.answers = f"{quote(told, safe='')} {fate}"


def names_its_write(
    view: Callable[Concatenate[ClubRequest, P], HttpResponse],
) -> Callable[Concatenate[ClubRequest, P], HttpResponse]:
    """A write is open until the view says something else."""

    @wraps(view)
    def named(request: ClubRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST":
            name_write(request, Fate.OPEN)
        answer = view(request, *args, **kwargs)
        if request.htmx and hasattr(request, "answers"):
            answer[HEADER] = request.answers
        return answer

    return named


def token_after(token: str, what: str) -> str:
    """Of the write that takes the place of a stale one: the same, however often it is offered."""
    return hashlib.sha256(f"{token} {what}".encode()).hexdigest()[:32]
