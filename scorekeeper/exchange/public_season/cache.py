"""Responses to requests without membership: computed once, cached, and identified by a mark that
takes one query.

A mark changes with everything the response shows: a hand, a name, a rule, and what the link shows.
"""

import gzip
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from scorekeeper import __version__
from scorekeeper.core.locale import currencies
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.exchange.public_season.links import shows_money_now
from scorekeeper.exchange.public_season.models import SeasonLink
from scorekeeper.exchange.public_season.season_json import VERSION, season_payload
from scorekeeper.seasons.cache import cached_table, state
from scorekeeper.seasons.selectors import rules_of

COMPRESSION = 6
STRANGERS = "public"
"""The cache for these requests: however many, they evict nothing that members use."""


@dataclass(frozen=True, slots=True)
class PublishedAnswer:
    body: bytes
    compressed: bytes


def mark(link: SeasonLink, *parts: str) -> str:
    """Returns the mark. ``parts``: what else the response depends on. A new version of the site
    changes it too, since it may render differently. One query."""
    season, club = link.season, link.club
    season_fields = (
        (season.pk, season.name, season.version, str(season.starts), str(season.ends))
        if season
        else ()
    )
    values = [
        __version__,
        VERSION,
        club.pk,
        club.name,
        club.currency,
        shows_money_now(link),
        currencies.are_shown(),
        season_fields,
        parts,
    ]
    text = json.dumps([*values, rules_of(season).dump(), state(club, season)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def cached_response(
    request: HttpRequest, name: str, kind: str, write: Callable[[], bytes]
) -> HttpResponse:
    """Returns what is cached under this name, computing it only if needed, and not at all if the
    client has it. Each encoding has its own strong ETag."""
    compresses = "gzip" in request.headers.get("Accept-Encoding", "")
    etag = f'"{name}-gz"' if compresses else f'"{name}"'
    known_etags = parse_etags(request.headers.get("If-None-Match", ""))
    if "*" in known_etags or etag in {tag.removeprefix("W/") for tag in known_etags}:
        response: HttpResponse = HttpResponseNotModified()
    else:
        answer = _cached(name, write)
        response = HttpResponse(answer.compressed if compresses else answer.body, content_type=kind)
        if compresses:
            response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Referrer-Policy"] = "no-referrer"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # for pages of any site
    response["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _cached(name: str, write: Callable[[], bytes]) -> PublishedAnswer:
    def answer() -> PublishedAnswer:
        body = write()
        return PublishedAnswer(body, gzip.compress(body, COMPRESSION, mtime=0))

    return get_or_make(answer, "published", name, cache=STRANGERS)


def season_json(link: SeasonLink) -> bytes:
    cached = cached_table(link.club, link.season, rules_of(link.season), STRANGERS)
    payload = season_payload(link, cached.table, cached.courses)
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
