"""What strangers are told: once worked out, kept, and known by a mark that costs one query.

A mark changes with whatever the answer shows: a hand, a name, a rule, and what the link shows.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from scorekeeper import __version__
from scorekeeper.publishing import told
from scorekeeper.publishing.models import SeasonLink
from scorekeeper.serving.kept import kept
from scorekeeper.standings.kept import cached_table, state
from scorekeeper.standings.selectors import rules_of

SQUEEZE = 6
STRANGERS = "told"
"""The cache of what they ask for: however often they do, what members look at stays."""


@dataclass(frozen=True, slots=True)
class PublishedAnswer:
    body: bytes
    squeezed: bytes


def mark(link: SeasonLink, *how: str) -> str:
    """``how``: what else the answer depends on. A new version of the site is another mark: it may
    say the same otherwise. One query."""
    season, club = link.season, link.club
    of = (
        (season.pk, season.name, season.version, str(season.starts), str(season.ends))
        if season
        else ()
    )
    asked = [
        __version__,
        told.VERSION,
        club.pk,
        club.name,
        club.currency,
        link.shows_money,
        of,
        how,
    ]
    text = json.dumps([*asked, rules_of(season).dump(), state(club, season)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def answered(
    request: HttpRequest, name: str, kind: str, write: Callable[[], bytes]
) -> HttpResponse:
    """What is known by this name, worked out only if it is not kept, and not at all for whoever has
    it. Each form of it has a strong mark of its own."""
    squeezes = "gzip" in request.headers.get("Accept-Encoding", "")
    etag = f'"{name}-gz"' if squeezes else f'"{name}"'
    held = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" in held or etag in {each.removeprefix("W/") for each in held}:
        response: HttpResponse = HttpResponseNotModified()
    else:
        answer = _kept(name, write)
        response = HttpResponse(answer.squeezed if squeezes else answer.body, content_type=kind)
        if squeezes:
            response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Referrer-Policy"] = "no-referrer"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # for pages of any site
    response["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _kept(name: str, write: Callable[[], bytes]) -> PublishedAnswer:
    def answer() -> PublishedAnswer:
        body = write()
        return PublishedAnswer(body, gzip.compress(body, SQUEEZE, mtime=0))

    return kept(answer, "published", name, cache=STRANGERS)


def as_json(link: SeasonLink) -> bytes:
    shown = cached_table(link.club, link.season, rules_of(link.season), STRANGERS)
    found = told.season(link, shown.table, shown.courses)
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
