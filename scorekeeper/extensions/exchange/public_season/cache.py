"""Responses to requests without membership: computed once, cached, and identified by a mark that
takes one query.

A mark changes with everything the response shows: a hand, a name, a rule, and what the link shows.
"""

import gzip
import hashlib
import json
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers

from scorekeeper import __version__
from scorekeeper.core.localization import currencies
from scorekeeper.core.pages.cache import get_or_make
from scorekeeper.extensions.exchange.public_season.links import shows_money_now
from scorekeeper.extensions.exchange.public_season.models import SeasonLink
from scorekeeper.extensions.exchange.public_season.season_json import VERSION, season_payload
from scorekeeper.seasons.selectors import rules_of
from scorekeeper.seasons.table_html import cached_table, state

COMPRESSION = 6
STRANGERS = "public"
"""The cache for these requests: however many, they evict nothing that members use."""


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
) -> HttpResponseBase:
    """Returns what is cached under this name, computing it only if needed, and not at all if the
    client has it. Each encoding has its own strong ETag."""
    compresses = "gzip" in request.headers.get("Accept-Encoding", "")
    etag = f'"{name}-gz"' if compresses else f'"{name}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        body, compressed = get_or_make(
            lambda: _encoded(write()), "published", name, cache=STRANGERS
        )
        response = HttpResponse(compressed if compresses else body, content_type=kind)
        if compresses:
            response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Referrer-Policy"] = "no-referrer"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # for pages of any site
    response["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _encoded(body: bytes) -> tuple[bytes, bytes]:
    """Returns it as it is, and compressed."""
    return body, gzip.compress(body, COMPRESSION, mtime=0)


def season_json(link: SeasonLink) -> bytes:
    cached = cached_table(link.club, link.season, rules_of(link.season), STRANGERS)
    payload = season_payload(link, cached.table, cached.courses)
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
