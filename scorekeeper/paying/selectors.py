"""Reads payment addresses. Whoever calls this has looked whether the reader may see them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from scorekeeper.clubs.models import Player
from scorekeeper.paying.models import PayAddress

Addresses = dict[int, list[PayAddress]]
"""By the player's id."""


def of(player: Player) -> list[PayAddress]:
    return list(PayAddress.objects.filter(player=player).order_by("pk"))


def of_players(players: Collection[int], *, sent_along: bool = False) -> Addresses:
    """One query. ``sent_along``: only those that may stand on sheets and in texts."""
    found: Addresses = defaultdict(list)
    rows = PayAddress.objects.filter(player__in=players).order_by("pk") if players else ()
    for row in rows:
        if row.sent_along or not sent_along:
            found[row.player_id].append(row)
    return found
