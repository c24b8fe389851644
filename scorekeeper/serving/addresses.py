"""Addresses of pages that every save links to."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse


@lru_cache(maxsize=1024)
def address(name: str, *place: str | int) -> str:
    """Of a page of a night or a game: the same hand after hand, and worked out once, which takes
    30 µs. Not for a page of one hand."""
    return reverse(name, args=place)
