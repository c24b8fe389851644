"""The only writer of payment addresses."""

from collections.abc import Mapping

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.devices.viewer import check_keeper, update_keeper
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.selectors import sessions_naming
from scorekeeper.settlement.payment_details.models import PayAddress
from scorekeeper.settlement.payment_details.selectors import player_addresses


@transaction.atomic
def save_addresses(
    *,
    player: Player,
    addresses: Mapping[str, str],
    sent_along: bool,
    holder: str = "",
    by: Membership | None = None,
) -> None:
    """Replaces the player's addresses by these, cleaned and by kind, and marks the sessions that
    name the player as changed. Saving the same again changes nothing. ``holder``: of the bank
    account; ``by``: the player's own device, None for the program itself."""
    sessions = locks.hold_sessions(sessions_naming(player))
    locks.hold_club(player.club)
    if by:
        check_keeper(player, by)
    if replace_addresses(player, addresses, sent_along, holder):
        locks.touch_held(sessions)
        if by:
            note(ActivityKind.ADDRESS_CHANGED, club=player.club, by=by, name=player.name)
    if by:
        update_keeper(player, by)


def replace_addresses(
    player: Player, addresses: Mapping[str, str], sent_along: bool, holder: str = ""
) -> bool:
    """Replaces the addresses. Returns whether anything changed. The caller holds the club."""
    wanted = {
        kind: {"value": value, "sent_along": sent_along, "holder": holder * (kind == "iban")}
        for kind, value in addresses.items()
    }
    columns = ("value", "sent_along", "holder")
    saved = {
        row.kind: {name: getattr(row, name) for name in columns} for row in player_addresses(player)
    }
    PayAddress.objects.filter(player=player).exclude(kind__in=wanted).delete()
    for kind, values in wanted.items():
        if saved.get(kind) != values:
            PayAddress.objects.update_or_create(player=player, kind=kind, defaults=values)
    return wanted != saved
