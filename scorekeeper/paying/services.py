"""The only writer of payment addresses."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Player
from scorekeeper.paying.models import PayAddress


@transaction.atomic
def keep(*, player: Player, addresses: Mapping[str, str], sent_along: bool) -> None:
    """These, cleaned, by kind, and no others; the same again changes nothing."""
    locks.hold_club(player.club)
    PayAddress.objects.filter(player=player).exclude(kind__in=addresses).delete()
    for kind, value in addresses.items():
        PayAddress.objects.update_or_create(
            player=player, kind=kind, defaults={"value": value, "sent_along": sent_along}
        )
