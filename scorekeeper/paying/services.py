"""The only writer of payment addresses."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.keepers import need, settle
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.paying.models import PayAddress
from scorekeeper.paying.selectors import of


@transaction.atomic
def keep(
    *,
    player: Player,
    addresses: Mapping[str, str],
    sent_along: bool,
    holder: str = "",
    by: Membership | None = None,
) -> None:
    """These, cleaned, by kind, and no others; the same again changes nothing. The nights that name
    the player show them anew. ``holder``: of the bank account. ``by``: the player's own phone;
    None: the program itself."""
    nights = locks.hold_nights(nights_naming(player))
    locks.hold_club(player.club)
    if by:
        need(player, by)
    if write(player, addresses, sent_along, holder):
        locks.touch_held(nights)
        if by:
            note(Happened.ADDRESS_CHANGED, club=player.club, by=by, name=player.name)
    if by:
        settle(player, by)


def write(player: Player, addresses: Mapping[str, str], sent_along: bool, holder: str = "") -> bool:
    """Whether anything is other now. The club is held."""
    wanted = {
        kind: {"value": value, "sent_along": sent_along, "holder": holder * (kind == "iban")}
        for kind, value in addresses.items()
    }
    columns = ("value", "sent_along", "holder")
    kept = {row.kind: {name: getattr(row, name) for name in columns} for row in of(player)}
    PayAddress.objects.filter(player=player).exclude(kind__in=wanted).delete()
    for kind, values in wanted.items():
        if kept.get(kind) != values:
            PayAddress.objects.update_or_create(player=player, kind=kind, defaults=values)
    return wanted != kept
