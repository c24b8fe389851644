"""What is told of a player, worked out once for as long as no night of his club changes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final, TypeVar

from django.core.cache import caches
from django.db.models import Count, Max, Sum

from scorekeeper import __version__
from scorekeeper.clubs.models import Player, Session

KEPT_FOR: Final = 600
"""Seconds that it is kept which nobody looks at."""
T = TypeVar("T")


def once(name: str, player: Player, read: Callable[[], T]) -> T:
    """``name``: what it is. Two queries where it is kept: names that are one person's, and what
    people are called, change without a night."""
    nights = Session.objects.filter(club=player.club_id)
    state = nights.aggregate(versions=Sum("version"), last=Max("pk"), many=Count("pk"))
    people = Player.objects.filter(club=player.club_id).order_by("pk")
    called = list(people.values_list("pk", "person_id", "name", "left_at"))
    told = repr((__version__, name, player.pk, *state.values(), called))
    key = f"player/{hashlib.sha256(told.encode()).hexdigest()}"
    found: T | None = caches["large"].get(key)
    if found is None:
        found = read()
        caches["large"].set(key, found, KEPT_FOR)
    return found
