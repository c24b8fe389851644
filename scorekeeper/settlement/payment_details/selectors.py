"""Reads payment addresses. The caller has checked that the reader may see them."""

from collections import defaultdict
from collections.abc import Collection

from scorekeeper.clubs.models import Player
from scorekeeper.settlement.payment_details.models import PayAddress

Addresses = dict[int, list[PayAddress]]
"""By player id."""


def player_addresses(player: Player) -> list[PayAddress]:
    return list(PayAddress.objects.filter(player=player).order_by("pk"))


def addresses_by_player(players: Collection[int], *, sent_along: bool = False) -> Addresses:
    """Returns the players' addresses with one query. ``sent_along``: only those shared on
    statements and in messages."""
    addresses: Addresses = defaultdict(list)
    rows = PayAddress.objects.filter(player__in=players).order_by("pk") if players else ()
    for row in rows:
        if row.sent_along or not sent_along:
            addresses[row.player_id].append(row)
    return addresses
