"""Marks player-facing words for translation without translating them.

The engine stays free of Django: ``_`` returns its argument, ``makemessages`` finds it, and the
pages translate what they show.
"""

from __future__ import annotations


def _(text: str) -> str:
    return text


def plural(count: int, one: str, many: str) -> str:
    """``one`` or ``many`` by English rules, with the number in front: ``2 jokers``."""
    return f"{count} {one if count == 1 else many}"


def number(points: float) -> str:
    """Points as a table writes them: whole, or with a half (``15½``)."""
    whole = int(points)
    if points == whole:
        return str(whole)
    return f"{'−' if points < 0 and whole == 0 else ''}{whole or ''}½"
