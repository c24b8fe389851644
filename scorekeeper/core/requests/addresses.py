"""Addresses of pages that every save links to."""

from functools import lru_cache

from django.urls import reverse


@lru_cache(maxsize=1024)
def address(name: str, *place: str | int) -> str:
    """Returns the path of a page of a session or a game, cached, as computing it takes 30 µs. Not
    for pages of single hands."""
    return reverse(name, args=place)
